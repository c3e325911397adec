// UDUNITS reads its database for every scene with units; a small one makes the search ten times faster.
#ifndef ABUT_FUZZ_SMALL_UNITS_H
#define ABUT_FUZZ_SMALL_UNITS_H

#include <stdlib.h>
#include <unistd.h>

static const char UNITS[] =
    "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><unit-system>"
    "<prefix><value>1e-6</value><symbol>u</symbol></prefix><prefix><value>1e-3</value><symbol>m</symbol></"
    "prefix>"
    "<prefix><value>1e-2</value><symbol>c</symbol></prefix><prefix><value>1e3</value><symbol>k</symbol></"
    "prefix>"
    "<prefix><value>1e6</value><symbol>M</symbol></prefix><prefix><value>1e9</value><symbol>G</symbol></"
    "prefix>"
    "<unit><base/><name><singular>meter</singular></name><symbol>m</symbol></unit>"
    "<unit><base/><name><singular>kilogram</singular></name><symbol>kg</symbol></unit>"
    "<unit><base/><name><singular>second</singular></name><symbol>s</symbol></unit>"
    "<unit><dimensionless/><name><singular>radian</singular></name><symbol>rad</symbol></unit>"
    "<unit><def>0.017453292519943295 rad</def><name><singular>degree</singular></name></unit>"
    "<unit><def>1e-3 kg</def><symbol>g</symbol></unit><unit><def>60 s</def><symbol>min</symbol></unit>"
    "<unit><def>kg.m/s2</def><symbol>N</symbol></unit><unit><def>N/m2</def><symbol>Pa</symbol></unit>"
    "</unit-system>";

static char units_path[] = "/tmp/abut_units_XXXXXX";

static void remove_units(void) { unlink(units_path); }

static inline void use_small_units(void) {
    const int file = mkstemp(units_path);
    if (file < 0 || write(file, UNITS, sizeof UNITS - 1) != (ssize_t)sizeof UNITS - 1) abort();
    close(file);
    setenv("UDUNITS2_XML_PATH", units_path, 1);
    if (atexit(remove_units) != 0) abort();
}

#endif
