# `cmake --install build --prefix P`: program, shared library, headers, man page, and two ways for others to find the
# library. Everything below P refers to its neighbours by relative paths, so P may be moved afterwards.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ABUT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
set_target_properties(abut PROPERTIES EXPORT_NAME abut)

# Components are the Debian packages of cmake/package.cmake.
install(TARGETS abut EXPORT abut-targets LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
if(TARGET abut_program)
  install(TARGETS abut_program COMPONENT program)
  include(cmake/generated_files.cmake)
endif()
# All that is built for that: what ./run makes.
add_custom_target(installable DEPENDS abut)
if(TARGET abut_program)
  add_dependencies(installable abut_program generated_files)
endif()
install(FILES docs/man/abut.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

# pkg-config: from <libdir>/pkgconfig back to the prefix.
file(RELATIVE_PATH ABUT_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/abut.pc.in abut.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/abut.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# find_package(abut): target abut::abut.
install(EXPORT abut-targets NAMESPACE abut:: DESTINATION ${ABUT_CMAKE_DIR} COMPONENT development)
configure_package_config_file(cmake/abut-config.cmake.in abut-config.cmake INSTALL_DESTINATION ${ABUT_CMAKE_DIR})
write_basic_package_version_file(abut-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abut-config.cmake ${PROJECT_BINARY_DIR}/abut-config-version.cmake
  DESTINATION ${ABUT_CMAKE_DIR} COMPONENT development)
include(cmake/package.cmake)
