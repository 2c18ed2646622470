// This file tests gradients.
#include "engine/gradient_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autumn::engine {

std::size_t GradientTest::failures(double limit) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const Row& row) { return !(std::abs(row.error()) <= limit); }));
}

GradientTest test_gradient(LogDensity& density, std::span<const double> point,
                           std::span<const std::size_t> order, double step) {
  std::vector<double> x(point.begin(), point.end()), gradient(x.size()), spare(x.size());
  GradientTest test{.log_density = density.evaluate(x, gradient), .rows = {}};
  for (const std::size_t at : order) {
    const double centre = x[at];
    x[at] = centre + step;
    const double above = density.evaluate(x, spare);
    x[at] = centre - step;
    const double below = density.evaluate(x, spare);
    x[at] = centre;
    test.rows.push_back({centre, gradient[at], (above - below) / (2.0 * step)});
  }
  return test;
}

std::vector<std::string> to_lines(const GradientTest& test) {
  std::vector<std::string> lines{"", fmt::format(" Log probability={:g}", test.log_density), ""};
  lines.push_back(fmt::format("{:>10}{:>16}{:>16}{:>16}{:>16}", "param idx", "value", "model",
                              "finite diff", "error"));
  for (std::size_t k = 0; k < test.rows.size(); ++k) {
    const GradientTest::Row& row = test.rows[k];
    lines.push_back(fmt::format("{:>10}{:>16g}{:>16g}{:>16g}{:>16g}", k, row.value, row.gradient,
                                row.difference, row.error()));
  }
  return lines;
}

}  // namespace autumn::engine
