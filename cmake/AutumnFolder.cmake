# One library per folder of src/, with exactly the include paths of the folders it may use (ARCHITECTURE.md).
#
# Every folder is seen through a directory of its own that holds a single link with the folder's name, so that
# `#include "expr/graph.h"` compiles only where `expr` is among the folders listed after USES.

set(AUTUMN_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <set>
    <span> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h> <fmt/ranges.h>)
set(AUTUMN_LAYERS "${CMAKE_BINARY_DIR}/layers" CACHE INTERNAL "")

function(autumn_see target)
  foreach(folder IN LISTS ARGN)
    target_include_directories(${target} PRIVATE "${AUTUMN_LAYERS}/${folder}")
  endforeach()
endfunction()

# What nearly every file includes is parsed once, for all folders alike.
# Without optimization {fmt} asks for some by a pragma, of which GCC keeps __OPTIMIZE__ in a precompiled header: intrinsics
# are then functions that nobody inlines, and refused.
function(autumn_precompile target)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    return()
  endif()
  if(NOT TARGET autumn_precompiled)
    file(WRITE "${CMAKE_BINARY_DIR}/precompiled.cpp" "")
    add_library(autumn_precompiled OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
    set_target_properties(autumn_precompiled PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(autumn_precompiled PRIVATE autumn_flags fmt::fmt)
    target_precompile_headers(autumn_precompiled PRIVATE ${AUTUMN_PRECOMPILED})
  endif()
  target_precompile_headers(${target} REUSE_FROM autumn_precompiled)
endfunction()

# Several files of a folder are compiled as one, which halves the work: so what is local to a file has a name of its own in its folder.
# OFF compiles every file alone, as `make sanitize` does, which shows that each includes what it uses.
option(AUTUMN_UNITY "Compile several files of a folder as one" ON)

# So many files that a change of one is compiled in about ten seconds.
function(autumn_join target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${AUTUMN_UNITY} UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# Files (or patterns of them) that are compiled alone nevertheless.
function(autumn_apart folder)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
  file(GLOB files ${ARGN})
  set_source_files_properties(${files} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(autumn_folder name)
  cmake_parse_arguments(ARG "PUBLIC_HEADERS;RUNS_ONCE" "" "USES;LIBRARIES;APART" ${ARGN})
  file(MAKE_DIRECTORY "${AUTUMN_LAYERS}/${name}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}/${name}" "${AUTUMN_LAYERS}/${name}/${name}" SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  if(NOT sources)
    return()
  endif()
  add_library(autumn_${name} STATIC ${sources})
  set_target_properties(autumn_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  autumn_see(autumn_${name} ${name} ${ARG_USES})
  if(ARG_PUBLIC_HEADERS)
    target_include_directories(autumn_${name} PRIVATE "${PROJECT_SOURCE_DIR}/include")
  endif()
  target_link_libraries(autumn_${name} PRIVATE autumn_flags fmt::fmt ${ARG_LIBRARIES})
  autumn_precompile(autumn_${name})
  autumn_join(autumn_${name} 8)
  if(ARG_RUNS_ONCE AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(autumn_${name} PRIVATE -O1)
  endif()
  if(ARG_APART)
    autumn_apart(${name} ${ARG_APART})
  endif()
  foreach(folder IN LISTS ARG_USES)
    target_link_libraries(autumn_${name} PUBLIC autumn_${folder})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY AUTUMN_FOLDERS ${name})
endfunction()
