// Writes a VTP file: an XML header with the offset of each array in the appended data, then the arrays, each preceded
// by its length in bytes (UInt64).
#include "output/vtp.h"
#include "base/io.h"
#include "base/text.h"

static const char *const type_names[] = {
    [AB_F32] = "Float32", [AB_F64] = "Float64", [AB_I32] = "Int32", [AB_I64] = "Int64", [AB_U8] = "UInt8"};

typedef struct vtp_header {
    ab_text text;
    int64_t appended; // bytes declared so far
} vtp_header;

static void declare(vtp_header *h, const char *name, ab_scalar type, int columns, int64_t bytes) {
    ab_text_format(&h->text,
                   "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
                   "offset=\"%lld\"/>\n",
                   type_names[type], name, columns > 0 ? columns : 1, (long long)h->appended);
    h->appended += (int64_t)sizeof(uint64_t) + bytes;
}

static void declare_arrays(vtp_header *h, ab_block_kind kind, ab_array_place place, const char *element,
                           ab_block_size size) {
    ab_text_format(&h->text, "<%s>\n", element);
    for (int a = 0; a < ab_blocks[kind].narray; a++) {
        const ab_array *array = &ab_blocks[kind].array[a];
        if (array->place == place) declare(h, array->name, array->type, array->columns, ab_array_bytes(array, size));
    }
    ab_text_format(&h->text, "</%s>\n", element);
}

static void write_header(vtp_header *h, ab_block_kind kind, ab_block_size size) {
    ab_text_put(&h->text,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                "header_type=\"UInt64\">\n<PolyData>\n");
    ab_text_format(&h->text,
                   "<Piece NumberOfPoints=\"%lld\" NumberOfVerts=\"%lld\" NumberOfLines=\"%lld\" NumberOfStrips=\"0\" "
                   "NumberOfPolys=\"%lld\">\n",
                   (long long)size.points, (long long)(size.corners == 1 ? size.cells : 0),
                   (long long)(size.corners == 2 ? size.cells : 0), (long long)(size.corners == 3 ? size.cells : 0));
    declare_arrays(h, kind, AB_POINT_DATA, "PointData", size);
    declare_arrays(h, kind, AB_CELL_DATA, "CellData", size);
    declare_arrays(h, kind, AB_POINTS, "Points", size);
    static const char *const by_corners[] = {"Verts", "Verts", "Lines", "Polys"};
    const char *cells = by_corners[size.corners];
    ab_text_format(&h->text, "<%s>\n", cells);
    declare(h, "connectivity", AB_I64, 0, size.ids * (int64_t)sizeof(int64_t));
    declare(h, "offsets", AB_I64, 0, size.cells * (int64_t)sizeof(int64_t));
    ab_text_format(&h->text, "</%s>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", cells);
}

static abut_status append(ab_stream *stream, const void *bytes, int64_t count) {
    const uint64_t length = (uint64_t)count;
    AB_TRY(ab_stream_put(stream, &length, sizeof length));
    return ab_stream_put(stream, bytes, count);
}

static abut_status append_arrays(ab_stream *stream, ab_block_kind kind, ab_array_place place,
                                 const ab_block_data *data) {
    for (int a = 0; a < ab_blocks[kind].narray; a++) {
        const ab_array *array = &ab_blocks[kind].array[a];
        if (array->place == place) AB_TRY(append(stream, data->array[a], ab_array_bytes(array, data->size)));
    }
    return ABUT_OK;
}

// Writes the arrays in the order of write_header. VTP offsets are the ends of cells, so the first offset, 0, is
// omitted.
static abut_status write_body(ab_stream *stream, ab_block_kind kind, const ab_block_data *data) {
    AB_TRY(append_arrays(stream, kind, AB_POINT_DATA, data));
    AB_TRY(append_arrays(stream, kind, AB_CELL_DATA, data));
    AB_TRY(append_arrays(stream, kind, AB_POINTS, data));
    AB_TRY(append(stream, data->connectivity, data->size.ids * (int64_t)sizeof(int64_t)));
    AB_TRY(append(stream, data->offset + 1, data->size.cells * (int64_t)sizeof(int64_t)));
    const char end[] = "\n</AppendedData>\n</VTKFile>\n";
    return ab_stream_put(stream, end, sizeof end - 1);
}

static abut_status write_file(ab_stream *stream, const vtp_header *h, ab_block_kind kind, const ab_block_data *data) {
    AB_TRY(ab_text_status(&h->text));
    AB_TRY(ab_stream_put(stream, h->text.data, h->text.size));
    AB_TRY(write_body(stream, kind, data));
    return ab_stream_close(stream);
}

abut_status ab_vtp_write(ab_ctx *cx, const char *path, ab_block_kind kind, const ab_block_data *data) {
    ab_stream stream;
    AB_TRY(ab_stream_open(cx, path, &stream));
    vtp_header h = {.text = ab_text_start(cx)};
    write_header(&h, kind, data->size);
    const abut_status status = write_file(&stream, &h, kind, data);
    ab_stream_abandon(&stream);
    ab_text_free(&h.text);
    return status;
}
