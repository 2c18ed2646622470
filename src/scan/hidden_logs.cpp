// This file has the forward algorithm in logarithms.
#include "scan/hidden_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.h"

namespace autumn::scan {
namespace {

// The log sum exp of as many terms as there are states. NaN if any is; infinite if the largest is.
double log_sum(const double* terms, std::size_t count) {
  double most = -kInfinity;
  for (std::size_t j = 0; j < count; ++j) {
    if (std::isnan(terms[j])) return kNaN;
    most = std::max(most, terms[j]);
  }
  if (!std::isfinite(most)) return most;
  double sum = 0.0;
  for (std::size_t j = 0; j < count; ++j) sum += std::exp(terms[j] - most);
  return most + std::log(sum);
}

// Of one chain; places of its numbers.
struct Places {
  const HiddenChain& chain;
  std::size_t n = 0;  // the chain

  [[nodiscard]] std::size_t state(std::size_t k) const { return k * chain.chains + n; }
  [[nodiscard]] std::size_t step(std::size_t k, std::size_t t) const {
    return (k * chain.steps + t) * chain.chains + n;
  }
  [[nodiscard]] std::size_t move(std::size_t j, std::size_t k, std::size_t t) const {
    const std::size_t pair = j * chain.states + k;
    return chain.moves_change ? step(pair, t) : pair;
  }
  [[nodiscard]] bool is_wanted(std::size_t t) const {
    return chain.is_whole || t + 1 == chain.steps;
  }
  [[nodiscard]] std::size_t wanted(std::size_t k, std::size_t t) const {
    return chain.is_whole ? step(k, t) : state(k);
  }
};

void forward(const Places& at, const HiddenNumbers& in, const HiddenValue& value) {
  const std::size_t states = at.chain.states;
  std::array<double, kMostStates> x{}, next{}, terms{};
  for (std::size_t k = 0; k < states; ++k) x[k] = in.first[at.state(k)];
  for (std::size_t t = 0; t < at.chain.steps; ++t) {
    for (std::size_t k = 0; k < states; ++k) {
      for (std::size_t j = 0; j < states; ++j) terms[j] = x[j] + in.move[at.move(j, k, t)];
      const double sum = log_sum(terms.data(), states);
      value.before[at.step(k, t)] = x[k];
      value.gathered[at.step(k, t)] = sum;
      next[k] = sum + in.emission[at.step(k, t)];
      if (at.is_wanted(t)) value.wanted[at.wanted(k, t)] = next[k];
    }
    x = next;
  }
}

struct Adjoints {
  double* first;
  double* move;
  double* emission;

  Adjoints(const HiddenChain& chain, double* to)
      : first(to), move(first + chain.first_size()), emission(move + chain.move_size()) {}
};

// What a sum without weight has given gets nothing, also where no share can be said because all of
// its terms are impossible.
void backward(const Places& at, const HiddenNumbers& in, const HiddenResult& value,
              const double* adjoint, const Adjoints& to) {
  const std::size_t states = at.chain.states;
  std::array<double, kMostStates> weight{}, before{};
  for (std::size_t t = at.chain.steps; t-- > 0;) {
    before.fill(0.0);
    for (std::size_t k = 0; k < states; ++k) {
      if (at.is_wanted(t)) weight[k] += adjoint[at.wanted(k, t)];
      to.emission[at.step(k, t)] = weight[k];
      if (weight[k] == 0.0) continue;
      for (std::size_t j = 0; j < states; ++j) {
        const std::size_t move = at.move(j, k, t);
        const double term = value.before[at.step(j, t)] + in.move[move];
        const double share = weight[k] * std::exp(term - value.gathered[at.step(k, t)]);
        to.move[move] += share;
        before[j] += share;
      }
    }
    weight = before;
  }
  for (std::size_t k = 0; k < states; ++k) to.first[at.state(k)] = weight[k];
}

}  // namespace

void forward_in_logs(const HiddenChain& chain, const HiddenNumbers& in, const HiddenValue& value) {
  for (std::size_t n = 0; n < chain.chains; ++n) forward(Places{chain, n}, in, value);
  *value.is_scaled = 0.0;
}

void backward_in_logs(const HiddenChain& chain, const HiddenNumbers& in, const HiddenResult& value,
                      const double* adjoint, double* to) {
  std::fill_n(to, chain.adjoint_size(), 0.0);
  const Adjoints adjoints(chain, to);
  for (std::size_t n = 0; n < chain.chains; ++n) {
    backward(Places{chain, n}, in, value, adjoint, adjoints);
  }
}

}  // namespace autumn::scan
