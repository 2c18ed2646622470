// This header has systems of differential equations with every element of their Jacobians.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/ode_solver.h"

namespace autumn::solve::testing {

// A system with every element of its Jacobians.
class DenseSystem : public OdeSystem {
 public:
  DenseSystem(std::uint32_t states, std::uint32_t parameters)
      : numbers_(states * (1 + states + parameters)) {
    for (std::uint32_t row = 0; row < states; ++row) {
      f_.push_back(row);
      for (std::uint32_t c = 0; c < states; ++c) {
        by_state_.push_back({row, c, states * (1 + c) + row});
      }
      for (std::uint32_t c = 0; c < parameters; ++c) {
        by_parameter_.push_back({row, c, states * (1 + states + c) + row});
      }
    }
  }
  const Slopes* slopes(double t, std::span<const double> y) override {
    const std::size_t s = y.size();
    const auto all = std::span(numbers_);
    if (!evaluate(t, y, all.first(s))) return nullptr;
    fill(t, y, all.subspan(s, s * s), all.subspan(s * (1 + s)));
    view_ = {numbers_.data(), f_, by_state_, by_parameter_};
    return &view_;
  }
  // Column by column.
  virtual void fill(double t, std::span<const double> y, std::span<double> by_state,
                    std::span<double> by_parameter) = 0;

 private:
  std::vector<double> numbers_;
  std::vector<std::uint32_t> f_;
  std::vector<Slope> by_state_;
  std::vector<Slope> by_parameter_;
  Slopes view_;
};

}  // namespace autumn::solve::testing
