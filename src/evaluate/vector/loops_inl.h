// This header has the loops of vector functions over arrays, with tails. Included once per
// instruction set.

#if defined(AUTUMN_EVALUATE_VECTOR_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_EVALUATE_VECTOR_LOOPS_INL_H_
#undef AUTUMN_EVALUATE_VECTOR_LOOPS_INL_H_
#else
#define AUTUMN_EVALUATE_VECTOR_LOOPS_INL_H_
#endif

#include "evaluate/bound_instruction.h"
#include "evaluate/vector/kernels.h"
#include "evaluate/vector/math_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {

inline constexpr std::size_t kLanes = hn::MaxLanes(D());

// The first n < kLanes numbers (none for 0); `rest` in the other lanes.
HWY_INLINE V load_some(const double* x, std::size_t n, V rest) {
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN double buffer[kLanes];
  hn::Store(rest, D(), buffer);
  for (std::size_t k = 0; k < n; ++k) buffer[k] = x[k];
  return hn::Load(D(), buffer);
#else
  const M mask = hn::FirstN(D(), n);
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, D(), x), rest);
#endif
}

HWY_INLINE void store_some(V v, double* x, std::size_t n) {
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN double buffer[kLanes];
  hn::Store(v, D(), buffer);
  for (std::size_t k = 0; k < n; ++k) x[k] = buffer[k];
#else
  hn::BlendedStore(v, hn::FirstN(D(), n), D(), x);
#endif
}

// An operand: an array, or a scalar in every lane. Beyond the end of an array stands 1, where no
// function has a special value.
template <bool is_scalar>
struct Reader {
  explicit HWY_INLINE Reader(const double* x) : first(number(*x)) {}
  HWY_INLINE V at(std::size_t) const { return first; }
  HWY_INLINE V some(std::size_t, std::size_t) const { return first; }
  V first;
};

template <>
struct Reader<false> {
  explicit HWY_INLINE Reader(const double* x) : numbers(x) {}
  HWY_INLINE V at(std::size_t i) const { return hn::LoadU(D(), numbers + i); }
  HWY_INLINE V some(std::size_t i, std::size_t n) const {
    return load_some(numbers + i, n, number(1.0));
  }
  const double* numbers;
};

// Calls body(i, reader access) for whole vectors, then once for the rest.
template <typename F>
void run_unary(const BoundInstruction& s, Strip strip) {
  const Reader<false> x(s.in_at(0, strip));
  double* HWY_RESTRICT out = s.out_at(strip);
  std::size_t i = 0;
  for (; i + kLanes <= strip.count; i += kLanes) hn::StoreU(F::apply(x.at(i)), D(), out + i);
  const std::size_t rest = strip.count - i;
  if (rest != 0) store_some(F::apply(x.some(i, rest)), out + i, rest);
}

template <typename F, ScalarMask scalars>
void run_binary(const BoundInstruction& s, Strip strip) {
  const Reader<(scalars & 1) != 0> x(s.in_at(0, strip));
  const Reader<(scalars & 2) != 0> y(s.in_at(1, strip));
  double* HWY_RESTRICT out = s.out_at(strip);
  std::size_t i = 0;
  for (; i + kLanes <= strip.count; i += kLanes) {
    hn::StoreU(F::apply(x.at(i), y.at(i)), D(), out + i);
  }
  const std::size_t rest = strip.count - i;
  if (rest != 0) store_some(F::apply(x.some(i, rest), y.some(i, rest)), out + i, rest);
}

template <typename F, ScalarMask scalars>
void run_ternary(const BoundInstruction& s, Strip strip) {
  const Reader<(scalars & 1) != 0> x(s.in_at(0, strip));
  const Reader<(scalars & 2) != 0> y(s.in_at(1, strip));
  const Reader<(scalars & 4) != 0> z(s.in_at(2, strip));
  double* HWY_RESTRICT out = s.out_at(strip);
  std::size_t i = 0;
  for (; i + kLanes <= strip.count; i += kLanes) {
    hn::StoreU(F::apply(x.at(i), y.at(i), z.at(i)), D(), out + i);
  }
  const std::size_t rest = strip.count - i;
  if (rest == 0) return;
  store_some(F::apply(x.some(i, rest), y.some(i, rest), z.some(i, rest)), out + i, rest);
}

// Two results of one operand; F::apply returns {first, second}.
struct Two {
  V first;
  V second;
};

template <typename F>
void run_pair(const BoundInstruction& s, Strip strip) {
  const Reader<false> x(s.in_at(0, strip));
  double* HWY_RESTRICT first = s.out_at(strip);
  double* HWY_RESTRICT second = s.second_at(strip);
  std::size_t i = 0;
  for (; i + kLanes <= strip.count; i += kLanes) {
    const Two r = F::apply(x.at(i));
    hn::StoreU(r.first, D(), first + i);
    hn::StoreU(r.second, D(), second + i);
  }
  const std::size_t rest = strip.count - i;
  if (rest == 0) return;
  const Two r = F::apply(x.some(i, rest));
  store_some(r.first, first + i, rest);
  store_some(r.second, second + i, rest);
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
