# embed_page(SOURCE): the page of report.html, bundled from web/ by npm's packages, for the source that includes its bytes. Without
# npm, or when its packages cannot be had, the page is empty and reports are not written.
function(embed_page source)
  set(page ${PROJECT_BINARY_DIR}/page.html)
  file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.* ${PROJECT_SOURCE_DIR}/web/src/*)
  add_custom_command(OUTPUT ${page} COMMAND sh ${PROJECT_SOURCE_DIR}/tools/page.sh ${page}
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/tools/page.sh COMMENT "Bundling the page of report.html" VERBATIM)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${page}
    COMPILE_DEFINITIONS AB_PAGE_FILE="${page}")
endfunction()
