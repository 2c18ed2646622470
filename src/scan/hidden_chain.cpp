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
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::scan::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Wide = hn::CappedTag<double, 8>;
using Single = hn::CappedTag<double, 1>;

// Moves may differ by this factor (e^230 = 10^100) and no more: what underflows beside the most
// likely state is then nothing beside what comes from that state (docs/method.md). Where some moves
// are impossible that is not so, and nothing may come near underflow.
inline constexpr double kWidestMoves = 230.0;
inline constexpr double kLeastState = 1e-100;
// Probabilities are scaled by a power of two when the largest is not between these.
inline constexpr double kSmall = 0x1p-100, kLarge = 0x1p100;

// exp(from[i] - top[i]) for i < count; `top` is one number for all if `has_one`.
HWY_INLINE void exponentials(const double* from, const double* top, bool has_one, std::size_t count,
                             double* to) {
  const Wide d;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto shift = has_one ? hn::Set(d, *top) : hn::LoadU(d, top + i);
    hn::StoreU(hn::Exp(d, hn::Sub(hn::LoadU(d, from + i), shift)), d, to + i);
  }
  const Single one;
  for (; i < count; ++i) {
    const auto shift = hn::LoadU(one, has_one ? top : top + i);
    hn::StoreU(hn::Exp(one, hn::Sub(hn::LoadU(one, from + i), shift)), one, to + i);
  }
}

// Places in the scratch.
struct Scratch {
  double* move;     // as probabilities
  double* top;      // of emissions, per step and chain
  double* height;   // log of what was divided out of x before the step, without its emission
  double* inverse;  // of what steps gave

  Scratch(const HiddenChain& chain, double* scratch)
      : move(scratch),
        top(move + chain.move_size()),
        height(top + chain.steps * chain.chains),
        inverse(height + chain.steps * chain.chains) {}
};

// Numbers or minus infinity: impossible, which is a probability of zero.
bool are_logs(const double* x, std::size_t count) {
  std::size_t others = 0;
  for (std::size_t i = 0; i < count; ++i) others += x[i] < kInfinity ? 0 : 1;
  return others == 0;
}

// Of all moves.
struct Moves {
  double most = -kInfinity;
  double least = kInfinity;  // of those that are possible
  bool are_all_possible = true;
};
Moves moves_of(const double* move, std::size_t count) {
  Moves moves;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_possible = move[i] > -kInfinity;
    moves.most = std::max(moves.most, move[i]);
    moves.least = std::min(moves.least, is_possible ? move[i] : kInfinity);
    moves.are_all_possible = moves.are_all_possible && is_possible;
  }
  return moves;
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

// The loops over steps of one chain, or of as many as a vector has lanes. `kStates` is the number
// of states, or 0 if it is any other.
template <class D, std::size_t kStates>
struct Lanes {
  using V = hn::Vec<D>;
  static constexpr std::size_t kRoom = kStates == 0 ? kMostStates : kStates;

  const HiddenChain& chain;
  std::size_t n;  // the first chain

  [[nodiscard]] HWY_INLINE std::size_t states() const {
    return kStates == 0 ? chain.states : kStates;
  }
  [[nodiscard]] HWY_INLINE std::size_t state(std::size_t k) const { return k * chain.chains + n; }
  [[nodiscard]] HWY_INLINE std::size_t step(std::size_t k, std::size_t t) const {
    return (k * chain.steps + t) * chain.chains + n;
  }
  HWY_INLINE V load(const double* from) const { return hn::LoadU(D(), from); }
  HWY_INLINE void store(V x, double* to) const { hn::StoreU(x, D(), to); }
  HWY_INLINE V move(const double* moves, std::size_t j, std::size_t k, std::size_t t) const {
    const std::size_t pair = j * states() + k;
    return chain.moves_change ? load(moves + step(pair, t)) : hn::Set(D(), moves[pair]);
  }

  // Divides by powers of two; false if some chain has no state left.
  HWY_NOINLINE bool scale(V* p, V largest, V& height) const {
    HWY_ALIGN double most[8], factor[8], lost[8];
    hn::Store(largest, D(), most);
    for (std::size_t i = 0; i < hn::Lanes(D()); ++i) {
      if (!(most[i] > 0.0 && most[i] < kInfinity)) return false;
      const int exponent = std::ilogb(most[i]);
      factor[i] = std::scalbn(1.0, -exponent);
      lost[i] = exponent * 0.69314718055994530942;
    }
    const V by = hn::Load(D(), factor);
    for (std::size_t k = 0; k < states(); ++k) p[k] = hn::Mul(p[k], by);
    height = hn::Add(height, hn::Load(D(), lost));
    return true;
  }

  // The first states as probabilities, and the logarithm of what was divided out.
  HWY_INLINE void begin(const double* first, V* p, V& height) const {
    height = load(first + state(0));
    for (std::size_t k = 1; k < states(); ++k) {
      height = hn::Max(height, load(first + state(k)));
    }
    for (std::size_t k = 0; k < states(); ++k) {
      p[k] = hn::Exp(D(), hn::Sub(load(first + state(k)), height));
    }
  }

  [[nodiscard]] HWY_INLINE bool is_near_underflow(const V* p) const {
    auto is_near = hn::FirstN(D(), 0);
    for (std::size_t k = 0; k < states(); ++k) {
      const auto is_small = hn::Lt(p[k], hn::Set(D(), kLeastState));
      is_near = hn::Or(is_near, hn::And(is_small, hn::Gt(p[k], hn::Zero(D()))));
    }
    return !hn::AllFalse(D(), is_near);
  }

  // `gathered` comes with the exponentials of emissions.
  HWY_INLINE bool forward(const HiddenNumbers& in, const HiddenValue& value, const Scratch& with,
                          const Moves& moves) const {
    V p[kRoom], next[kRoom];
    V height;
    begin(in.first.data(), p, height);
    for (std::size_t t = 0; t < chain.steps; ++t) {
      height = hn::Add(height, hn::Set(D(), moves.most));
      store(height, with.height + step(0, t));
      V largest = hn::Zero(D());
      for (std::size_t k = 0; k < states(); ++k) {
        V sum = hn::Mul(p[0], move(with.move, 0, k, t));
        for (std::size_t j = 1; j < states(); ++j) {
          sum = hn::MulAdd(p[j], move(with.move, j, k, t), sum);
        }
        double* const there = value.gathered + step(k, t);
        next[k] = hn::Mul(sum, load(there));
        store(sum, there);
        largest = hn::Max(largest, next[k]);
      }
      for (std::size_t k = 0; k < states(); ++k) {
        store(p[k], value.before + step(k, t));
        p[k] = next[k];
      }
      if (!moves.are_all_possible && is_near_underflow(p)) return false;
      height = hn::Add(height, load(with.top + step(0, t)));
      const auto is_usual =
          hn::And(hn::Gt(largest, hn::Set(D(), kSmall)), hn::Lt(largest, hn::Set(D(), kLarge)));
      if (HWY_UNLIKELY(!hn::AllTrue(D(), is_usual)) && !scale(p, largest, height)) return false;
    }
    return true;
  }

  HWY_INLINE void backward(const HiddenResult& value, const Scratch& with, const double* adjoint,
                           double* first, double* moves, double* emission) const {
    V weight[kRoom], rate[kRoom];
    V slopes[kStates == 0 ? 1 : kRoom * kRoom];
    for (std::size_t k = 0; k < states(); ++k) weight[k] = hn::Zero(D());
    if constexpr (kStates != 0) {
      for (V& slope : slopes) slope = hn::Zero(D());
    }
    for (std::size_t t = chain.steps; t-- > 0;) {
      for (std::size_t k = 0; k < states(); ++k) {
        if (chain.is_whole) {
          weight[k] = hn::Add(weight[k], load(adjoint + step(k, t)));
        } else if (t + 1 == chain.steps) {
          weight[k] = load(adjoint + state(k));
        }
        store(weight[k], emission + step(k, t));
        rate[k] = hn::Mul(weight[k], load(with.inverse + step(k, t)));
      }
      for (std::size_t j = 0; j < states(); ++j) {
        const V p = load(value.before + step(j, t));
        V sum = hn::Zero(D());
        for (std::size_t k = 0; k < states(); ++k) {
          const V probability = move(with.move, j, k, t);
          sum = hn::MulAdd(probability, rate[k], sum);
          const std::size_t pair = j * states() + k;
          if (chain.moves_change) {
            store(hn::Mul(probability, hn::Mul(p, rate[k])), moves + step(pair, t));
          } else if constexpr (kStates != 0) {
            slopes[pair] = hn::MulAdd(p, rate[k], slopes[pair]);
          } else {
            moves[pair] += hn::GetLane(hn::SumOfLanes(D(), hn::Mul(p, rate[k])));
          }
        }
        weight[j] = hn::Mul(p, sum);
      }
    }
    for (std::size_t k = 0; k < states(); ++k) store(weight[k], first + state(k));
    if constexpr (kStates != 0) {
      if (chain.moves_change) return;
      for (std::size_t i = 0; i < kRoom * kRoom; ++i)
        moves[i] += hn::GetLane(hn::SumOfLanes(D(), slopes[i]));
    }
  }
};

// Calls `run` with lanes for all chains, as long as it returns true.
template <std::size_t kStates, typename Run>
HWY_INLINE bool over_chains(const HiddenChain& chain, const Run& run) {
  std::size_t n = 0;
  for (; n + hn::Lanes(Wide()) <= chain.chains; n += hn::Lanes(Wide())) {
    if (!run(Lanes<Wide, kStates>{chain, n})) return false;
  }
  for (; n < chain.chains; ++n) {
    if (!run(Lanes<Single, kStates>{chain, n})) return false;
  }
  return true;
}

template <typename Run>
HWY_INLINE bool for_states(const HiddenChain& chain, const Run& run) {
  switch (chain.states) {
    case 2: return over_chains<2>(chain, run);
    case 3: return over_chains<3>(chain, run);
    case 4: return over_chains<4>(chain, run);
    default: return over_chains<0>(chain, run);
  }
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
