# What makes a mistake in memory a crash rather than a door: canaries on the stack, checked copies, return addresses and jumps that the
# processor guards where it can, a program at a random address whose table of functions is read-only from the start. None of it
# touches arithmetic: the state hashes are the same with and without.
option(ABUT_HARDEN "Compile and link with the usual protections" ON)

# No path of the build folder, or of a library's, in what is built: an empty part of such a list means the current folder, from which
# anybody's library would be loaded. Libraries in unusual places are found by LD_LIBRARY_PATH, or by -DCMAKE_INSTALL_RPATH=... when installed.
set(CMAKE_SKIP_BUILD_RPATH ON)

include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

# Sanitizers check more; with canaries gcc puts what asks for 64 bytes beside them on a stack that the address sanitizer aligns to 32.
if(ABUT_HARDEN AND NOT ABUT_SANITIZE)
  include(CheckCCompilerFlag)
  include(CheckLinkerFlag)
  foreach(flag -fstack-protector-strong -fcf-protection)
    string(MAKE_C_IDENTIFIER "ABUT_HAS${flag}" known)
    check_c_compiler_flag(${flag} ${known})
    if(${known})
      target_compile_options(abut_flags INTERFACE ${flag})
    endif()
  endforeach()
  foreach(flag relro now noexecstack)
    check_linker_flag(C LINKER:-z,${flag} ABUT_LINKS_${flag})
    if(ABUT_LINKS_${flag})
      target_link_options(abut_flags INTERFACE LINKER:-z,${flag})
    endif()
  endforeach()
  # Without optimisation the checks are not compiled in.
  target_compile_options(abut_flags INTERFACE
    $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
endif()
