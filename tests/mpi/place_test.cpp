// Tests of what launchers say to the processes they start.
#include "mpi/place.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>

namespace autumn::mpi {
namespace {

constexpr const char* kNames[] = {"OMPI_COMM_WORLD_RANK",
                                  "OMPI_COMM_WORLD_SIZE",
                                  "PMI_RANK",
                                  "PMI_SIZE",
                                  "PMIX_RANK",
                                  "SLURM_STEP_NUM_TASKS",
                                  "AUTUMN_MPI"};

struct Variable {
  const char* name;
  const char* value;
};

std::optional<Place> place_with(std::initializer_list<Variable> variables) {
  for (const char* name : kNames) unsetenv(name);
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  return place_from_environment();
}

TEST(MpiPlace, IsThatOfTheLauncher) {
  const Place second{.rank = 1, .size = 4};
  EXPECT_EQ(place_with({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), second);
  EXPECT_EQ(place_with({{"PMI_RANK", "1"}, {"PMI_SIZE", "4"}}), second);
  EXPECT_EQ(place_with({{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}}), second);
}

TEST(MpiPlace, IsNoneForProcessesThatAreAlone) {
  EXPECT_EQ(place_with({}), std::nullopt);
  EXPECT_EQ(place_with({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}),
            std::nullopt);
  EXPECT_EQ(place_with({{"SLURM_STEP_NUM_TASKS", "4"}}), std::nullopt);
}

TEST(MpiPlace, IsNoneWhereItIsNotWanted) {
  EXPECT_EQ(
      place_with(
          {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"AUTUMN_MPI", "off"}}),
      std::nullopt);
}

TEST(MpiPlace, IsNoneWhereTheEnvironmentMakesNoSense) {
  for (const char* rank : {"4", "-1", "x", "", "1x"}) {
    EXPECT_EQ(place_with({{"OMPI_COMM_WORLD_RANK", rank}, {"OMPI_COMM_WORLD_SIZE", "4"}}),
              std::nullopt)
        << rank;
  }
}

}  // namespace
}  // namespace autumn::mpi
