// A gradient test compares the gradient of a log density with finite differences of its values.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/log_density.h"

namespace autumn::engine {

struct GradientTest {
  struct Row {
    double value = 0.0;
    double gradient = 0.0;
    double difference = 0.0;

    [[nodiscard]] double error() const { return gradient - difference; }
  };

  double log_density = 0.0;
  std::vector<Row> rows;  // one per coordinate, in the order that was asked for

  // How many differ by more than `limit`, or are not numbers.
  [[nodiscard]] std::size_t failures(double limit) const;
};

// By central differences of this step; coordinate `order[k]` is in row k.
[[nodiscard]] GradientTest test_gradient(LogDensity& density, std::span<const double> point,
                                         std::span<const std::size_t> order, double step);

// CmdStan's table, lines without their ends.
[[nodiscard]] std::vector<std::string> to_lines(const GradientTest& test);

}  // namespace autumn::engine
