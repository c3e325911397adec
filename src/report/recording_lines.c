// Springs and rods as the two points that they join.
#include "report/recording.h"

static int64_t place_of(const ab_recording *film, int64_t frame, int64_t link, int channel) {
    const v3 end = film->reel->frame[frame].link[link].end[channel / 3];
    return ab_recording_round(v3_at(end, channel % 3) / film->grain.quantum);
}

abut_status ab_recording_put_lines(ab_recording *film) {
    const ab_recording_chunk *reel = film->reel;
    const int64_t n = reel->frame[0].nlink; // they neither come nor go
    if (n == 0) return ABUT_OK;
    ab_recording_varint(&film->raw, (uint64_t)reel->nframe);
    ab_recording_varint(&film->raw, (uint64_t)n);
    for (int channel = 0; channel < 6; channel++)
        for (int64_t f = 0; f < reel->nframe; f++)
            for (int64_t i = 0; i < n; i++)
                ab_recording_zigzag(&film->raw,
                          place_of(film, f, i, channel) - (f > 0 ? place_of(film, f - 1, i, channel) : 0));
    return ab_recording_put(film, AB_RECORDING_LINES, reel->nframe);
}
