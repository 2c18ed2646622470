// What native code could reach on a hidden chain of two states: the forward recursion by hand, as
// it is written, in logarithms, and as a rule for hidden chains could have it, in probabilities.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "block_parts.h"

namespace blocks {

// bench/shapes/hmm_drive.stan in its coordinates: isometric log ratios of the two rows of `move`,
// then phi and lambda, each as logarithms of the first and of the difference.
class HiddenChain : public Density {
 public:
  enum class By { kLogarithms, kProbabilities };
  HiddenChain(const Input& input, By by);
  double operator()(const double* x, double* gradient) override;

 private:
  using Pair = std::array<double, 2>;
  using Square = std::array<Pair, 2>;
  struct Slopes {
    Square move{};  // by logarithms
    Pair phi{}, lambda{};
  };
  // What the recursion adds to the log density, and its slopes.
  double run(const Square& move, const Pair& phi, const Pair& lambda, Slopes* slopes);
  void emit(const Pair& phi, const Pair& lambda);
  double forward(const Square& log_move);
  double forward_scaled(const Square& move);
  void add_emissions(std::size_t t, const Pair& at, const Pair& phi, const Pair& lambda,
                     Slopes& slopes) const;

  By by_;
  Vector u_, v_;
  Square counts_{};
  double tau_, rho_;
  std::vector<Pair> emission_, forward_;  // in logarithms, or scaled
  std::vector<Square> share_;             // of what came from a state
};

inline HiddenChain::HiddenChain(const Input& input, By by)
    : by_(by),
      u_(input.at("u")),
      v_(input.at("v")),
      tau_(input.at("tau")[0]),
      rho_(input.at("rho")[0]),
      emission_(u_.size()),
      forward_(u_.size()),
      share_(u_.size()) {
  for (std::size_t k = 0; k < 4; ++k) counts_[k / 2][k % 2] = input.at("counts")[k];
  // dirichlet_lpdf(move[k] | counts[k]') takes rows, and data are written row by row.
}

inline void HiddenChain::emit(const Pair& phi, const Pair& lambda) {
  for (std::size_t t = 0; t < u_.size(); ++t) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double a = (u_[t] - phi[k]) / tau_, b = (v_[t] - lambda[k]) / rho_;
      emission_[t][k] = -0.5 * (a * a + b * b);
    }
  }
}

inline double HiddenChain::forward(const Square& log_move) {
  forward_[0] = emission_[0];
  const std::size_t last = u_.size() - 1;
  for (std::size_t t = 1; t <= last; ++t) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double a = forward_[t - 1][0] + log_move[0][k], b = forward_[t - 1][1] + log_move[1][k];
      const double top = std::max(a, b), e = std::exp(-std::fabs(a - b)), sum = 1 + e;
      const double larger = 1 / sum;
      share_[t][0][k] = a >= b ? larger : e * larger;
      share_[t][1][k] = a >= b ? e * larger : larger;
      forward_[t][k] = emission_[t][k] + top + std::log(sum);
    }
  }
  const double top = std::max(forward_[last][0], forward_[last][1]);
  return top + std::log1p(std::exp(-std::fabs(forward_[last][0] - forward_[last][1])));
}

// `forward_` sums to one; logarithms of the sums go by products of eight.
inline double HiddenChain::forward_scaled(const Square& move) {
  double value = 0, product = 1;
  for (std::size_t t = 0; t < u_.size(); ++t) {
    const double top = std::max(emission_[t][0], emission_[t][1]);
    const double other = std::exp(-std::fabs(emission_[t][0] - emission_[t][1]));
    const Pair e = emission_[t][0] >= emission_[t][1] ? Pair{1, other} : Pair{other, 1};
    value += top;
    Pair next{1, 1};
    if (t > 0) {
      for (std::size_t k = 0; k < 2; ++k) {
        const double a = forward_[t - 1][0] * move[0][k], b = forward_[t - 1][1] * move[1][k];
        next[k] = a + b;
        const double inverse = 1 / next[k];
        share_[t][0][k] = a * inverse;
        share_[t][1][k] = b * inverse;
      }
    }
    const double sum = next[0] * e[0] + next[1] * e[1], inverse = 1 / sum;
    forward_[t] = {next[0] * e[0] * inverse, next[1] * e[1] * inverse};
    product *= sum;
    if (t % 8 == 7) value += std::log(product), product = 1;
  }
  return value + std::log(product);
}

inline void HiddenChain::add_emissions(std::size_t t, const Pair& at, const Pair& phi,
                                       const Pair& lambda, Slopes& slopes) const {
  for (std::size_t k = 0; k < 2; ++k) {
    slopes.phi[k] += at[k] * (u_[t] - phi[k]) / (tau_ * tau_);
    slopes.lambda[k] += at[k] * (v_[t] - lambda[k]) / (rho_ * rho_);
  }
}

inline double HiddenChain::run(const Square& move, const Pair& phi, const Pair& lambda,
                               Slopes* slopes) {
  emit(phi, lambda);
  Square log_move{};
  for (std::size_t k = 0; k < 4; ++k) log_move[k / 2][k % 2] = std::log(move[k / 2][k % 2]);
  const double value = by_ == By::kLogarithms ? forward(log_move) : forward_scaled(move);
  if (!slopes) return value;
  const Pair& last = forward_.back();
  const double first = by_ == By::kLogarithms ? 1 / (1 + std::exp(last[1] - last[0])) : last[0];
  Pair at{first, 1 - first};
  for (std::size_t t = u_.size(); t-- > 1;) {
    add_emissions(t, at, phi, lambda, *slopes);
    Pair before{};
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t j = 0; j < 2; ++j) {
        const double moved = at[k] * share_[t][j][k];
        slopes->move[j][k] += moved;
        before[j] += moved;
      }
    }
    at = before;
  }
  add_emissions(0, at, phi, lambda, *slopes);
  return value;
}

inline double HiddenChain::operator()(const double* x, double* gradient) {
  const double root = std::sqrt(2.0);
  Square move{};
  for (std::size_t k = 0; k < 2; ++k) {
    const double p = 1 / (1 + std::exp(-root * x[k]));
    move[k] = {p, 1 - p};
  }
  const Pair phi{std::exp(x[2]), std::exp(x[2]) + std::exp(x[3])},
      lambda{std::exp(x[4]), std::exp(x[4]) + std::exp(x[5])};
  Slopes slopes;
  double value = run(move, phi, lambda, gradient ? &slopes : nullptr) + x[2] + x[3] + x[4] + x[5];
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t j = 0; j < 2; ++j) {  // a prior of counts - 1, and the change of variables
      value += counts_[k][j] * std::log(move[k][j]);
      slopes.move[k][j] += counts_[k][j];
    }
    const double a = phi[k] - 3.0 * double(k), b = lambda[k] - 3.0 * double(k);
    value -= 0.5 * (a * a + b * b);
    slopes.phi[k] -= a;
    slopes.lambda[k] -= b;
  }
  if (!gradient) return value;
  for (std::size_t k = 0; k < 2; ++k) {
    gradient[k] = root * (slopes.move[k][0] * move[k][1] - slopes.move[k][1] * move[k][0]);
  }
  gradient[2] = (slopes.phi[0] + slopes.phi[1]) * phi[0] + 1;
  gradient[3] = slopes.phi[1] * (phi[1] - phi[0]) + 1;
  gradient[4] = (slopes.lambda[0] + slopes.lambda[1]) * lambda[0] + 1;
  gradient[5] = slopes.lambda[1] * (lambda[1] - lambda[0]) + 1;
  return value;
}

}  // namespace blocks
