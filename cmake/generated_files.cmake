# What the program prints about itself, made after it is built and installed with it: a man page for each verb, completion for
# bash, zsh and fish, and the JSON Schema of scenes.
set(made ${PROJECT_BINARY_DIR}/made)
file(STRINGS ${PROJECT_SOURCE_DIR}/app/verbs.def verbs REGEX "^APP_VERB")
list(TRANSFORM verbs REPLACE "APP_VERB\\((.*)\\)" "\\1")
set(outputs)
# output(FILE WORDS...): what `abut WORDS` prints.
function(output file)
  add_custom_command(OUTPUT ${made}/${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
    COMMAND $<TARGET_FILE:abut_program> ${ARGN} > ${made}/${file} DEPENDS abut_program VERBATIM)
  set(outputs ${outputs} ${made}/${file} PARENT_SCOPE)
endfunction()
foreach(verb ${verbs})
  output(abut-${verb}.1 help ${verb} --as man)
  install(FILES ${made}/abut-${verb}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endforeach()
output(abut.bash help --as bash)
output(_abut help --as zsh)
output(abut.fish help --as fish)
output(scene.schema.json schema)
set(always ALL)
if(ABUT_SANITIZE OR ABUT_COVERAGE) # watched programs are for tests
  set(always)
endif()
add_custom_target(generated_files ${always} DEPENDS ${outputs})
install(FILES ${made}/abut.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME abut COMPONENT program)
install(FILES ${made}/_abut DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
install(FILES ${made}/abut.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${made}/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/abut COMPONENT program)
