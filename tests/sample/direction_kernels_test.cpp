// These tests compare products with directions, for every instruction set, with plain sums.
#include "sample/direction_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace autumn::sampler {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

std::vector<double> normals(std::size_t n, std::uint64_t seed) {
  Random random({.seed = seed});
  std::vector<double> x(n);
  for (double& value : x) value = random.normal();
  return x;
}

struct Case {
  std::vector<double> columns, v, weights;
};

Case make_case(std::size_t n, std::size_t count) {
  return {normals(n * count, 1), normals(n, 2), normals(count, 3)};
}

void expect_sums(const DirectionKernels& kernels, std::size_t n, std::size_t count) {
  const Case c = make_case(n, count);
  std::vector<double> out(count);
  kernels.along(c.columns.data(), c.v, out);
  for (std::size_t k = 0; k < count; ++k) {
    double sum = 0.0, size = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += c.columns[k * n + i] * c.v[i];
      size += std::fabs(c.columns[k * n + i] * c.v[i]);
    }
    EXPECT_NEAR(out[k], sum, double(n) * kEpsilon * size) << n << " x " << count << ", " << k;
  }
  std::vector<double> added = c.v;
  kernels.add(c.columns.data(), c.weights, added);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = c.v[i], size = std::fabs(c.v[i]);
    for (std::size_t k = 0; k < count; ++k) {
      sum += c.columns[k * n + i] * c.weights[k];
      size += std::fabs(c.columns[k * n + i] * c.weights[k]);
    }
    EXPECT_NEAR(added[i], sum, double(count + 1) * kEpsilon * size) << n << " x " << count;
  }
}

TEST(DirectionKernels, AreSumsForEveryInstructionSet) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    for (const std::size_t n : {1U, 2U, 3U, 7U, 8U, 9U, 16U, 33U, 200U}) {
      for (const std::size_t count : {1U, 2U, 7U, 8U, 9U, 17U}) {
        expect_sums(direction_kernels(set), n, count);
      }
    }
  }
}

}  // namespace
}  // namespace autumn::sampler
