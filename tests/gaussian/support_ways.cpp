// This file evaluates blocks by the ways through them, and compares what they give.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {

std::vector<Symbolic> ways(const Block& block) {
  std::vector<Symbolic> all{analyze(block)};
  if (const auto stars = star::find_stars(block)) {
    all.push_back(all.front());
    all.back().stars = stars;
  }
  all.push_back(all.front());
  all.back().equations = equations::find_equations(block);
  return all;
}

Symbolic fast(const Block& block) {
  Symbolic symbolic = analyze(block);
  find_fast_ways(block, symbolic);
  return symbolic;
}

Evaluated evaluate(const Block& block, const Numbers& at) {
  return evaluate(block, analyze(block), at);
}

Evaluated evaluate(const Block& block, const Symbolic& symbolic, const Numbers& at) {
  std::vector<double> scratch(scratch_size(symbolic));
  Evaluated out{.value = 0.0, .partials = at};
  const Partials partials{out.partials.coefficients, out.partials.constants, out.partials.scales};
  out.value = value_and_partials(block, symbolic, at.inputs(), partials, scratch);
  return out;
}

std::vector<double> by_logarithm(std::vector<double> partials, const Numbers& at) {
  for (std::size_t k = 0; k < partials.size(); ++k) partials[k] *= at.scales[k];
  return partials;
}

std::vector<double> mean_of(const Case& c, const Symbolic& way) {
  std::vector<double> scratch(scratch_size(way)), mean(c.block.columns);
  const std::vector<double> zeros(c.block.columns, 0.0);
  draw(c.block, way, c.at.inputs(), zeros, mean, scratch);
  return mean;
}

Moments moments_of(const Case& c, const Symbolic& way) {
  const std::size_t n = c.block.columns;
  std::vector<double> scratch(scratch_size(way)), z(n, 0.0), u(n), covariance(n * n, 0.0);
  std::vector<double> mean = mean_of(c, way);
  for (std::size_t k = 0; k < n; ++k) {
    z[k] = 1.0;
    draw(c.block, way, c.at.inputs(), z, u, scratch);
    z[k] = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        covariance[i * n + j] += (u[i] - mean[i]) * (u[j] - mean[j]);
      }
    }
  }
  return {std::move(mean), std::move(covariance)};
}

void expect_near_each(const std::vector<double>& got, const std::vector<double>& want,
                      const std::string& name, double tolerance) {
  ASSERT_EQ(got.size(), want.size()) << name;
  for (std::size_t k = 0; k < got.size(); ++k) {
    EXPECT_NEAR(got[k], want[k], tolerance * (1 + std::abs(want[k]))) << name << ", " << k;
  }
}

void expect_near_all(const std::vector<double>& got, const std::vector<double>& want,
                     const std::string& name, double tolerance) {
  ASSERT_EQ(got.size(), want.size()) << name;
  double size = 1.0;
  for (const double x : want) size = std::max(size, std::abs(x));
  for (std::size_t k = 0; k < got.size(); ++k) {
    EXPECT_NEAR(got[k], want[k], tolerance * size) << name << ", " << k;
  }
}

void expect_same_as_fronts(const Case& c, double tolerance) {
  const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
  const Evaluated got = evaluate(c.block, fast(c.block), c.at);
  EXPECT_NEAR(got.value, want.value, tolerance * (1 + std::abs(want.value))) << c.name;
  expect_near_each(got.partials.coefficients, want.partials.coefficients, c.name, tolerance);
  expect_near_each(got.partials.constants, want.partials.constants, c.name, tolerance);
  expect_near_each(got.partials.scales, want.partials.scales, c.name, tolerance);
}

}  // namespace autumn::gaussian::testing
