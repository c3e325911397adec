# embed_scenes(SOURCE): writes a C source with the text of every scenes/*.yaml, as app/templates.h describes it.
function(embed_scenes source)
  file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.yaml)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scenes})
  set(rows "")
  foreach(scene ${scenes})
    get_filename_component(name ${scene} NAME_WE)
    file(READ ${scene} text)
    string(REGEX MATCH "^(#[^\n]*\n)+" help "${text}")
    string(REGEX REPLACE "\n?# *" " " help "${help}")
    string(REGEX REPLACE "\\. .*|\\.?\n" "." help "${help}") # its first sentence
    string(STRIP "${help}" help)
    foreach(part help text)
      string(REPLACE "\\" "\\\\" ${part} "${${part}}")
      string(REPLACE "\"" "\\\"" ${part} "${${part}}")
      string(REPLACE "\n" "\\n\"\n     \"" ${part} "${${part}}")
    endforeach()
    string(APPEND rows "    {\"${name}\", \"${help}\",\n     \"${text}\"},\n")
  endforeach()
  string(CONCAT code
    "// Made from scenes/*.yaml by cmake/embed.cmake.\n#include \"templates.h\"\n\n"
    "const app_template app_templates[] = {\n${rows}};\n"
    "const int app_template_count = sizeof app_templates / sizeof app_templates[0];\n")
  file(CONFIGURE OUTPUT ${source} CONTENT "${code}" @ONLY)
endfunction()
