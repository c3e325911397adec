// The bytes of the page, included by the assembler: as a C array they would take seconds to compile.
#include "report/page.h"

__asm__(".pushsection .rodata, \"a\"\n"
        ".global ab_page_begin\n.hidden ab_page_begin\nab_page_begin:\n"
        ".incbin \"" AB_PAGE_FILE "\"\n"
        ".global ab_page_end\n.hidden ab_page_end\nab_page_end:\n.byte 0\n"
        ".popsection\n");

extern const char ab_page_begin[], ab_page_end[];

ab_page ab_page_built_in(void) {
    return (ab_page){ab_page_begin, (int64_t)((uintptr_t)ab_page_end - (uintptr_t)ab_page_begin)};
}
