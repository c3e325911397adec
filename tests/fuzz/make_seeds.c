// make_seeds FOLDER: writes small valid files into FOLDER/<target>/ for each fuzz target to start from.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void put(const char *folder, const char *target, const char *name, const void *bytes, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "could not write %s\n", path);
        exit(1);
    }
}

static void put_text(const char *folder, const char *target, const char *name, const char *text) {
    put(folder, target, name, text, strlen(text));
}

static void put_stl(const char *folder) {
    put_text(folder, "stl", "ascii.stl",
             "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 -2.5\n"
             "endloop\nendfacet\nendsolid a\n");
    char binary[84 + 2 * 50] = "solid binary";
    binary[80] = 2;
    for (int i = 0; i < 2 * 12; i++) {
        const float value = (float)(i * i % 7);
        memcpy(binary + 84 + 50 * (i / 12) + 4 * (i % 12), &value, sizeof value);
    }
    put(folder, "stl", "binary.stl", binary, sizeof binary);
}

static void put_http(const char *folder) {
    put_text(folder, "http", "page", "GET /0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAccept: */*\r\n\r\n");
    put_text(folder, "http", "range",
             "GET /t/recording HTTP/1.1\r\nHost: [::1]:80\r\nRange: bytes=5-900\r\nOrigin: http://[::1]:80\r\n\r\n");
    put_text(folder, "http", "order", "POST /t/stop HTTP/1.1\r\nhost:a\r\nContent-Length: 0\r\nOrigin: null\r\n\r\n");
    put_text(folder, "http", "odd", "HEAD / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nmore");
}

static void put_obj(const char *folder) {
    put_text(folder, "obj", "square.obj",
             "# a square\nmtllib a.mtl\no a\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"
             "g a \\\nb\nf 1 2 3 4\nf 1/1/1 2//1 -1/1\nl 1 2\n");
    put_text(folder, "obj", "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
}

static void put_ply(const char *folder) {
    put_text(folder, "ply", "ascii.ply",
             "ply\nformat ascii 1.0\ncomment a\nelement vertex 3\nproperty float x\nproperty float y\n"
             "property float z\nproperty list uchar int more\nelement face 1\nproperty list uchar int "
             "vertex_indices\nend_header\n0 0 0 0\n1 0 0 1 7\n0 1 0 0\n3 0 1 2\n");
    char binary[512];
    for (int big_endian = 0; big_endian < 2; big_endian++) {
        int size = snprintf(binary, sizeof binary,
                            "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty float x\n"
                            "property short y\nproperty char z\nelement face 1\nproperty list uchar ushort "
                            "vertex_index\nend_header\n",
                            big_endian ? "big" : "little");
        for (int i = 0; i < 3; i++) {
            memset(binary + size, i, 7);
            size += 7;
        }
        binary[size++] = 3;
        for (int i = 0; i < 3; i++) {
            binary[size++] = (char)(big_endian ? 0 : i);
            binary[size++] = (char)(big_endian ? i : 0);
        }
        put(folder, "ply", big_endian ? "big.ply" : "little.ply", binary, (size_t)size);
    }
}

// Throws of dice: half of them low, which are the tame ones.
static void put_steps(const char *folder) {
    uint32_t state = 1;
    for (int i = 0; i < 16; i++) {
        char name[16], bytes[240];
        for (size_t k = 0; k < sizeof bytes; k++) {
            state = state * 1664525u + 1013904223u;
            bytes[k] = (char)((state >> 24) % (i % 2 ? 256 : 6));
        }
        snprintf(name, sizeof name, "throw%d", i);
        put(folder, "steps", name, bytes, sizeof bytes);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 2;
    }
    put_stl(argv[1]);
    put_http(argv[1]);
    put_obj(argv[1]);
    put_ply(argv[1]);
    put_steps(argv[1]);
    return 0;
}
