// This header draws the own columns of eight groups given the shared ones. Included once per
// instruction set.

#if defined(AUTUMN_GAUSSIAN_STAR_DRAW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_GAUSSIAN_STAR_DRAW_INL_H_
#undef AUTUMN_GAUSSIAN_STAR_DRAW_INL_H_
#else
#define AUTUMN_GAUSSIAN_STAR_DRAW_INL_H_
#endif

#include "gaussian/star/rotations_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::star::HWY_NAMESPACE {

// T w = d - (top rows) x + noise for innovations w in units of their scale; then u from its own
// row.
template <typename S>
HWY_INLINE void draw_own(const RunView& run, const LaneDraw& draw) {
  const std::size_t met = S::met(run);
  const std::size_t rows_size = kGroups * S::rows(run) * (S::kOwn + met + 1);
  for (std::size_t b = 0; b < run.batches; ++b) {
    for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
      const LaneView<S> place(run, b, lane);
      const double* own_rows = run.numbers + b * run.numbers_step + rows_size + lane;
      const std::size_t first = b * S::kOwn * kGroups + lane;
      V w[S::kOwn];
      for (std::size_t j = S::kOwn; j-- > 0;) {
        V x = hn::Add(load(place.top(j, met)), load(draw.draws + first + j * kGroups));
        V mean = load(own_rows + kGroups * (j * (met + 1) + met));
        for (std::size_t c = 0; c < met; ++c) {
          const V value = number(draw.met[c]);
          x = hn::NegMulAdd(load(place.top(j, c)), value, x);
          mean = hn::NegMulAdd(load(own_rows + kGroups * (j * (met + 1) + c)), value, mean);
        }
        for (std::size_t l = j + 1; l < S::kOwn; ++l) {
          x = hn::NegMulAdd(load(place.triangle(j, l)), w[l], x);
        }
        w[j] = hn::Mul(x, load(place.triangle(j, j)));
        const V u = hn::MulAdd(w[j], scale_at(run, j, b, lane), mean);
        store(hn::Div(u, load(draw.unit + first + j * kGroups)), draw.draws + first + j * kGroups);
      }
    }
  }
}

}  // namespace autumn::gaussian::star::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
