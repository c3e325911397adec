// Encodes line elements (springs and rods) by their two end points.
#include "report/recording.h"

static int64_t place_of(const ab_recording *recording, int64_t frame, int64_t line, int channel) {
    const v3 end = recording->chunk->frame[frame].line[line].end[channel / 3];
    return ab_recording_round(v3_at(end, channel % 3) / recording->grain.quantum);
}

abut_status ab_recording_put_lines(ab_recording *recording) {
    const ab_recording_chunk *chunk = recording->chunk;
    const int64_t n = chunk->frame[0].nline; // the same in all frames
    if (n == 0) return ABUT_OK;
    ab_recording_varint(&recording->raw, (uint64_t)chunk->nframe);
    ab_recording_varint(&recording->raw, (uint64_t)n);
    for (int channel = 0; channel < 6; channel++)
        for (int64_t f = 0; f < chunk->nframe; f++)
            for (int64_t i = 0; i < n; i++)
                ab_recording_zigzag(&recording->raw, place_of(recording, f, i, channel) -
                                                         (f > 0 ? place_of(recording, f - 1, i, channel) : 0));
    return ab_recording_put(recording, AB_RECORDING_LINES, chunk->nframe);
}
