// These tests compare linear recurrences and their adjoints with the loops that they are.
#include "scan/linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/numbers.h"
#include "base/random.h"

namespace autumn::scan {
namespace {

using Numbers = std::vector<double>;

Numbers normals(std::size_t count, std::uint64_t seed) {
  Random random({.seed = seed});
  Numbers result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(random.normal());
  return result;
}

Numbers loop(const LinearNumbers& in, bool of_roots) {
  Numbers x;
  double now = in.first;
  for (std::size_t t = 0; t < in.rest.size(); ++t) {
    if (of_roots) now = std::sqrt(now) * std::sqrt(now);
    now = in.factor[in.factor.size() == 1 ? 0 : t] * now + in.rest[t];
    x.push_back(now);
  }
  return x;
}

// The sum of adjoint times x, whose slopes are what goes back.
double received(const LinearNumbers& in, const Numbers& adjoint) {
  const Numbers x = loop(in, false);
  double sum = 0.0;
  for (std::size_t t = 0; t < x.size(); ++t) sum += adjoint[t] * x[t];
  return sum;
}

TEST(Linear, IsTheLoop) {
  for (const std::size_t factors : {1U, 50U}) {
    const Numbers factor = normals(factors, 1), rest = normals(50, 2);
    const LinearNumbers in{0.7, factor, rest};
    const Numbers expected = loop(in, false);
    for (const InstructionSet set : available_instruction_sets()) {
      Numbers x(50);
      run_linear(in, false, x, set);
      for (std::size_t t = 0; t < 50; ++t) {
        EXPECT_NEAR(x[t], expected[t], 1e-12 * (1.0 + std::fabs(expected[t])));
      }
    }
  }
}

TEST(Linear, GoesBack) {
  for (const std::size_t factors : {1U, 20U}) {
    const Numbers plain = normals(factors + 21, 3), adjoint = normals(20, 4);
    Numbers to(factors + 21), x(20);
    const auto parts = [&](const Numbers& all) {
      return LinearNumbers{all[0], {all.data() + 1, factors}, {all.data() + 1 + factors, 20}};
    };
    const InstructionSet set = default_instruction_set();
    run_linear(parts(plain), false, x, set);
    run_linear_back(parts(plain), x, adjoint, to, set);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      Numbers above = plain, below = plain;
      above[i] += 1e-6, below[i] -= 1e-6;
      const double slope =
          (received(parts(above), adjoint) - received(parts(below), adjoint)) / 2e-6;
      EXPECT_NEAR(to[i], slope, 1e-6 * (1.0 + std::fabs(slope)));
    }
  }
}

// The square of the root of a negative number is none.
TEST(Linear, OfRootsIsNanAfterANegativeState) {
  const Numbers factor{1.0}, rest{1.0, -3.0, 5.0, 1.0};
  Numbers x(4);
  run_linear({1.0, factor, rest}, true, x, default_instruction_set());
  EXPECT_EQ(x[0], 2.0);
  EXPECT_EQ(x[1], -1.0);
  EXPECT_TRUE(std::isnan(x[2]) && std::isnan(x[3]));
  run_linear({kNaN, factor, rest}, true, x, default_instruction_set());
  EXPECT_TRUE(std::isnan(x[0]));
}

}  // namespace
}  // namespace autumn::scan
