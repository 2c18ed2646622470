// This file chooses which rotations run: by instruction set, and by the shape of a run.
#include "gaussian/star/kernels.h"

#include <cstdlib>
#include <type_traits>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gaussian/star/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "gaussian/star/arrow_inl.h"
#include "gaussian/star/draw_inl.h"
#include "gaussian/star/means_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::star::HWY_NAMESPACE {

// Calls function(shape). The shapes by name are those of hierarchies with an intercept, or an
// intercept and a slope, per group, alone or beside one or two covariates. What the compiler knows
// stays in registers, which takes about half the time.
template <typename Function>
HWY_INLINE void with_shape(const RunView& run, Function function) {
  const auto is = [&](std::size_t own, std::size_t rows, std::size_t met) {
    return run.own == own && run.rows == rows && run.met == met;
  };
  if (is(1, 1, 1)) return function(Shape<1, 1, 1, true>());
  if (is(1, 1, 2)) return function(Shape<1, 1, 2, true>());
  if (is(1, 2, 2)) return function(Shape<1, 2, 2, false>());
  if (is(1, 3, 3)) return function(Shape<1, 3, 3, false>());
  if (is(2, 3, 3)) return function(Shape<2, 3, 3, false>());
  if (is(2, 2, 2) && run.is_triangular) return function(Shape<2, 2, 2, true>());
  switch (run.own) {
    case 1: return function(Shape<1, 0, 0, false>());
    case 2: return function(Shape<2, 0, 0, false>());
    case 3: return function(Shape<3, 0, 0, false>());
    default: return function(Shape<4, 0, 0, false>());
  }
}

// Calls function(hubs, columns met), where 0 is any number.
template <typename Function>
HWY_INLINE void with_arrow(const RunView& run, Function function) {
  using One = std::integral_constant<std::size_t, 1>;
  using Two = std::integral_constant<std::size_t, 2>;
  using Any = std::integral_constant<std::size_t, 0>;
  if (run.own == run.leaves + 2) return function(Two(), Any());
  if (run.met == 1) return function(One(), One());
  if (run.met == 2) return function(One(), Two());
  return function(One(), Any());
}

static void forward(const RunView& run, Forward& out) {
  if (run.leaves != 0) {
    return with_arrow(
        run, [&]<typename H, typename M>(H, M) { ArrowForward<H::value, M::value>(run).go(out); });
  }
  with_shape(run, [&]<typename S>(S) { ForwardPass<S>(run).go(out); });
}

static void backward(const RunView& run, Backward& back) {
  if (run.leaves != 0) {
    return with_arrow(run, [&]<typename H, typename M>(H, M) {
      ArrowBackward<H::value, M::value>(run, back).go();
    });
  }
  with_shape(run, [&]<typename S>(S) { BackwardPass<S>(run, back).go(); });
}

static void draw(const RunView& run, const LaneDraw& draw) {
  if (run.leaves != 0) {
    return run.own == run.leaves + 1 ? ArrowDraw<1>(run, draw).go() : ArrowDraw<2>(run, draw).go();
  }
  with_shape(run, [&]<typename S>(S) { draw_own<S>(run, draw); });
}

static void means(const RunView& run, Means& out) {
  run.own == 1 ? add_means<OneMean>(run, out) : add_means<TwoMeans>(run, out);
}

static void means_squares(const RunView& run, MeansSquares& out) {
  run.own == 1 ? square_means<OneMean>(run, out) : square_means<TwoMeans>(run, out);
}

static const Kernels& table() {
  static const Kernels kKernels{&forward, &backward, &draw, &means, &means_squares};
  return kKernels;
}

}  // namespace autumn::gaussian::star::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::gaussian::star {

const Kernels& kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace autumn::gaussian::star

#endif  // HWY_ONCE
