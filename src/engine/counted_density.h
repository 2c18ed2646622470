// A density that counts how often it is evaluated, for short runs.
#pragma once

#include "base/log_density.h"

namespace autumn::engine {

class CountedDensity final : public LogDensity {
 public:
  explicit CountedDensity(LogDensity& density) : density_(density) {}
  [[nodiscard]] std::size_t dimension() const override { return density_.dimension(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    ++count_;
    return density_.evaluate(x, gradient);
  }
  [[nodiscard]] double value(std::span<const double> x, std::span<double> spare) override {
    ++count_;
    return density_.value(x, spare);
  }
  [[nodiscard]] double count() const { return count_; }

 private:
  LogDensity& density_;
  double count_ = 0.0;
};

}  // namespace autumn::engine
