// This header has the steps of a forward algorithm in scaled probabilities, for one chain or as
// many as a vector has lanes. Included once per instruction set.

// The include guard of Highway: once per target.
#if defined(AUTUMN_SCAN_HIDDEN_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_SCAN_HIDDEN_LANES_INL_H_
#undef AUTUMN_SCAN_HIDDEN_LANES_INL_H_
#else
#define AUTUMN_SCAN_HIDDEN_LANES_INL_H_
#endif

// clang-format off: in this order
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include <cmath>

#include "base/numbers.h"
#include "scan/hidden_parts.h"

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

}  // namespace
}  // namespace autumn::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // AUTUMN_SCAN_HIDDEN_LANES_INL_H_
