# The flags every target of ours is compiled with: warnings are errors, and no algebra behind our back.
add_library(autumn_flags INTERFACE)
target_compile_features(autumn_flags INTERFACE cxx_std_20)
target_compile_options(autumn_flags INTERFACE
  # NaN and infinities carry meaning, and a seed must give the same draws: no fast-math, no contraction.
  -ffp-contract=off
  -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler collects its garbage later, which saves a twentieth of its time for some hundred megabytes.
  target_compile_options(autumn_flags INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=524288)
endif()
# RapidJSON 1.1 has an assignment between constants, which nobody calls and clang 19 refuses: it reads a copy without that.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  find_path(AUTUMN_RAPIDJSON rapidjson/document.h REQUIRED)
  file(COPY "${AUTUMN_RAPIDJSON}/rapidjson" DESTINATION "${CMAKE_BINARY_DIR}/mended")
  file(READ "${CMAKE_BINARY_DIR}/mended/rapidjson/document.h" document)
  string(REPLACE "GenericStringRef& operator=(const GenericStringRef& rhs) { s = rhs.s; length = rhs.length; }" "" document "${document}")
  file(WRITE "${CMAKE_BINARY_DIR}/mended/rapidjson/document.h" "${document}")
  target_include_directories(autumn_flags SYSTEM BEFORE INTERFACE "${CMAKE_BINARY_DIR}/mended")
endif()
if(AUTUMN_DEVELOPER)
  target_compile_options(autumn_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Werror)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The stable_sort of libstdc++ 12 calls a function that is deprecated.
    target_compile_options(autumn_flags INTERFACE -Wno-deprecated-declarations)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(autumn_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)  # false alarms on std::string, GCC bug 105651
  endif()
endif()
