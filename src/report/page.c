// The bytes of the pages, included by the assembler: as a C array they would take seconds to compile.
#include "report/page.h"

#define PAGE(name, file)                                                                                               \
    __asm__(".pushsection .rodata, \"a\"\n"                                                                            \
            ".global ab_page_" name "_begin\n.hidden ab_page_" name "_begin\nab_page_" name "_begin:\n"                \
            ".incbin \"" file "\"\n"                                                                                   \
            ".global ab_page_" name "_end\n.hidden ab_page_" name "_end\nab_page_" name "_end:\n.byte 0\n"             \
            ".popsection\n")

PAGE("report", AB_PAGE_FILE);
PAGE("compare", AB_COMPARE_PAGE_FILE);

extern const char ab_page_report_begin[], ab_page_report_end[];
extern const char ab_page_compare_begin[], ab_page_compare_end[];

static ab_page between(const char *begin, const char *end) {
    return (ab_page){begin, (int64_t)((uintptr_t)end - (uintptr_t)begin)};
}

ab_page ab_page_built_in(void) { return between(ab_page_report_begin, ab_page_report_end); }

ab_page ab_page_comparison(void) { return between(ab_page_compare_begin, ab_page_compare_end); }
