// This file reads what launchers put into the environment of the processes they start.
#include "mpi/place.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace autumn::mpi {
namespace {

// Names of the variables that have the rank and the number of ranks.
struct Launcher {
  const char* rank;
  const char* size;
};

constexpr Launcher kLaunchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},  // mpirun of Open MPI
    {"PMI_RANK", "PMI_SIZE"},                          // srun --mpi=pmi2
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},             // srun --mpi=pmix
};

std::optional<int> number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  int value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (code != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Place> place_from_environment() {
  const char* wish = std::getenv("AUTUMN_MPI");
  if (wish != nullptr && std::string_view(wish) == "off") return std::nullopt;
  for (const Launcher& launcher : kLaunchers) {
    const auto rank = number(launcher.rank), size = number(launcher.size);
    if (!rank || !size) continue;
    if (*size < 2 || *rank < 0 || *rank >= *size) return std::nullopt;
    return Place{.rank = *rank, .size = *size};
  }
  return std::nullopt;
}

}  // namespace autumn::mpi
