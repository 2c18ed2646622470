// This file has the forward algorithm in scaled probabilities, once per instruction set, and the
// choice between it and logarithms.
#include "scan/hidden_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "base/numbers.h"
#include "base/vector_targets.h"
#include "scan/hidden_parts.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan/hidden_chain.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "scan/hidden_lanes_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::scan::HWY_NAMESPACE {
namespace {

// Numbers or minus infinity: impossible, which is a probability of zero.
bool are_logs(const double* x, std::size_t count) {
  std::size_t others = 0;
  for (std::size_t i = 0; i < count; ++i) others += x[i] < kInfinity ? 0 : 1;
  return others == 0;
}

// Whether none of the possible is too far below the largest of its step; `row` of each state.
bool are_close(std::size_t states, const double* x, const double* top, std::size_t row) {
  std::size_t far = 0;
  for (std::size_t k = 0; k < states; ++k) {
    for (std::size_t i = 0; i < row; ++i) {
      const double of_state = x[k * row + i];
      far += of_state > -kInfinity && of_state < top[i] - kWidestMoves ? 1 : 0;
    }
  }
  return far == 0;
}

// The largest of each step; false if some has none that is finite.
bool find_tops(std::size_t states, const double* x, std::size_t row, double* top) {
  std::copy_n(x, row, top);
  for (std::size_t k = 1; k < states; ++k) {
    for (std::size_t i = 0; i < row; ++i) top[i] = std::max(top[i], x[k * row + i]);
  }
  return all_finite({top, row});
}

// Whether probabilities lose nothing. Where some moves are impossible, nothing may underflow; the
// tops of the first states are in the place of heights, which come later.
bool may_scale(const HiddenChain& chain, const HiddenNumbers& in, const Moves& moves,
               const Scratch& with) {
  const std::size_t row = chain.steps * chain.chains;
  const double* const first = in.first.data();
  const double* const emission = in.emission.data();
  const bool are_all_logs = are_logs(first, in.first.size()) &&
                            are_logs(in.move.data(), in.move.size()) &&
                            are_logs(emission, in.emission.size());
  if (!are_all_logs || !(moves.most - moves.least <= kWidestMoves)) return false;
  if (!find_tops(chain.states, first, chain.chains, with.height)) return false;
  if (!find_tops(chain.states, emission, row, with.top)) return false;
  return moves.are_all_possible || (are_close(chain.states, first, with.height, chain.chains) &&
                                    are_close(chain.states, emission, with.top, row));
}

void write_wanted(const HiddenChain& chain, const HiddenNumbers& in, const HiddenValue& value,
                  const double* height) {
  const std::size_t row = chain.steps * chain.chains;
  const std::size_t begin = chain.is_whole ? 0 : row - chain.chains;
  double* to = value.wanted;
  for (std::size_t k = 0; k < chain.states; ++k) {
    for (std::size_t i = begin; i < row; ++i) {
      const std::size_t at = k * row + i;
      *to++ = std::log(value.gathered[at]) + (height[i] + in.emission[at]);
    }
  }
}

bool forward(const HiddenChain& chain, const HiddenNumbers& in, const HiddenValue& value,
             double* scratch) {
  const Scratch with(chain, scratch);
  const Moves moves = moves_of(in.move.data(), in.move.size());
  if (!may_scale(chain, in, moves, with)) return false;
  exponentials(in.move.data(), &moves.most, true, in.move.size(), with.move);
  const std::size_t row = chain.steps * chain.chains;
  for (std::size_t k = 0; k < chain.states; ++k) {
    exponentials(in.emission.data() + k * row, with.top, false, row, value.gathered + k * row);
  }
  const bool is_done = for_states(
      chain, [&](const auto& lanes) HWY_ATTR { return lanes.forward(in, value, with, moves); });
  if (!is_done) return false;
  write_wanted(chain, in, value, with.height);
  *value.is_scaled = 1.0;
  return are_logs(value.wanted, chain.wanted_size());
}

void backward(const HiddenChain& chain, const HiddenNumbers& in, const HiddenResult& value,
              const double* adjoint, double* to, double* scratch) {
  const Scratch with(chain, scratch);
  const double move_top = moves_of(in.move.data(), in.move.size()).most;
  exponentials(in.move.data(), &move_top, true, in.move.size(), with.move);
  const std::size_t count = chain.emission_size();
  for (std::size_t i = 0; i < count; ++i) {
    with.inverse[i] = value.gathered[i] > 0.0 ? 1.0 / value.gathered[i] : 0.0;
  }
  double* const moves = to + chain.first_size();
  double* const emission = moves + chain.move_size();
  std::fill_n(moves, chain.move_size(), 0.0);
  (void)for_states(chain, [&](const auto& lanes) HWY_ATTR {
    lanes.backward(value, with, adjoint, to, moves, emission);
    return true;
  });
  if (chain.moves_change) return;
  for (std::size_t i = 0; i < chain.move_size(); ++i) moves[i] *= with.move[i];
}

}  // namespace

static const ScaledWay& scaled_way() {
  static const ScaledWay kWay{&forward, &backward};
  return kWay;
}

}  // namespace autumn::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::scan {
namespace {

const ScaledWay& way_for(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, scaled_way())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace

void run_forward(const HiddenChain& chain, const HiddenNumbers& in, std::span<double> value,
                 std::span<double> scratch, InstructionSet set) {
  const HiddenValue parts(chain, value.data());
  if (way_for(set).forward(chain, in, parts, scratch.data())) return;
  forward_in_logs(chain, in, parts);
}

void run_backward(const HiddenChain& chain, const HiddenNumbers& in, std::span<const double> value,
                  std::span<const double> adjoint, std::span<double> to, std::span<double> scratch,
                  InstructionSet set) {
  const HiddenResult parts(chain, value.data());
  if (*parts.is_scaled > 0.5) {
    way_for(set).backward(chain, in, parts, adjoint.data(), to.data(), scratch.data());
  } else {
    backward_in_logs(chain, in, parts, adjoint.data(), to.data());
  }
}

}  // namespace autumn::scan

#endif  // HWY_ONCE
