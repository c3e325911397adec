# embed_page(SOURCE): the pages of report.html and compare.html, bundled from web/ by npm's packages, for the source that includes their
# bytes. Without npm, or when its packages cannot be had, they are empty and not written.
function(embed_page source)
  set(page ${PROJECT_BINARY_DIR}/page.html)
  set(compare ${PROJECT_BINARY_DIR}/compare.html)
  file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.* ${PROJECT_SOURCE_DIR}/web/src/*)
  add_custom_command(OUTPUT ${page} ${compare} COMMAND sh ${PROJECT_SOURCE_DIR}/tools/page.sh ${page} ${compare}
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/tools/page.sh COMMENT "Bundling the pages of report.html and compare.html" VERBATIM)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${page};${compare}"
    COMPILE_DEFINITIONS "AB_PAGE_FILE=\"${page}\";AB_COMPARE_PAGE_FILE=\"${compare}\"")
endfunction()
