# Installation: the archive, the public headers, and what find_package(Autumn) needs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS autumn EXPORT AutumnTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS autumn_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET autumn_mpi_openmpi)
  install(TARGETS autumn_mpi_openmpi RUNTIME DESTINATION lib/autumn)
endif()
install(DIRECTORY include/autumn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT AutumnTargets NAMESPACE Autumn:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Autumn)

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/AutumnConfig.cmake.in" "${CMAKE_CURRENT_BINARY_DIR}/AutumnConfig.cmake"
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Autumn)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/AutumnConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/AutumnConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/AutumnConfigVersion.cmake"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Autumn)
