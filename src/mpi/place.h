// A process that an MPI launcher has started knows its place from the environment.
#pragma once

#include <optional>

namespace autumn::mpi {

struct Place {
  int rank = 0;
  int size = 1;

  bool operator==(const Place&) const = default;
};

// Which rank this process is, and of how many; nothing unless a launcher (mpirun of Open MPI, srun
// with PMIx or PMI) started it as one of several, or if AUTUMN_MPI is `off` in the environment.
[[nodiscard]] std::optional<Place> place_from_environment();

}  // namespace autumn::mpi
