// This header eliminates the own columns of eight groups by rotations, and has the way back.
// Included once per instruction set.

#if defined(AUTUMN_GAUSSIAN_STAR_ROTATIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_GAUSSIAN_STAR_ROTATIONS_INL_H_
#undef AUTUMN_GAUSSIAN_STAR_ROTATIONS_INL_H_
#else
#define AUTUMN_GAUSSIAN_STAR_ROTATIONS_INL_H_
#endif

#include <hwy/highway.h>

#include "gaussian/star/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::star::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, kGroups>;
using V = hn::Vec<D>;
inline constexpr std::size_t kLanes = hn::MaxLanes(D());

HWY_INLINE V number(double x) {
  return hn::Set(D(), x);
}
HWY_INLINE V load(const double* x) {
  return hn::LoadU(D(), x);
}
HWY_INLINE void store(V v, double* x) {
  hn::StoreU(v, D(), x);
}
HWY_INLINE double lane_sum(V v) {
  return hn::GetLane(hn::SumOfLanes(D(), v));
}

// 1 / sqrt(q) for q >= 1; NaN or zero if q is infinite.
HWY_INLINE V inverse_root(V q) {
#if HWY_TARGET == HWY_AVX3
  // With e = 1 - q y^2 below 2^-13: q^(-1/2) = y (1 - e)^(-1/2), to the third power of e.
  const V y{_mm512_rsqrt14_pd(q.raw)};
  const V e = hn::NegMulAdd(q, hn::Mul(y, y), number(1.0));
  const V p = hn::MulAdd(hn::MulAdd(e, number(5.0 / 16), number(3.0 / 8)), e, number(1.0 / 2));
  return hn::MulAdd(hn::Mul(y, e), p, y);
#else
  return hn::Div(number(1.0), hn::Sqrt(q));
#endif
}

// A product of numbers from 1 on, as mantissas and the sum of their exponents; NaN if one of them
// is infinite or NaN, whose exponents are like any other.
class Product {
 public:
  HWY_INLINE Product()
      : mantissa_(number(1.0)), exponent_(hn::Zero(I())), not_finite_(hn::Zero(D())) {}

  HWY_INLINE void multiply(V x) {
    not_finite_ = hn::MulAdd(x, hn::Zero(D()), not_finite_);
    const auto bits = hn::BitCast(I(), hn::Mul(mantissa_, x));
    exponent_ = hn::Add(exponent_, hn::Sub(hn::ShiftRight<52>(bits), hn::Set(I(), 1023)));
    const auto fraction = hn::And(bits, hn::Set(I(), 0xFFFFFFFFFFFFFLL));
    mantissa_ = hn::BitCast(D(), hn::Or(fraction, hn::Set(I(), 0x3FF0000000000000LL)));
  }

  HWY_INLINE void write(Determinant& out) const {
    HWY_ALIGN double mantissas[kLanes];
    HWY_ALIGN std::int64_t exponents[kLanes];
    hn::Store(mantissa_, D(), mantissas);
    hn::Store(exponent_, I(), exponents);
    std::int64_t exponent = 0;
    for (std::size_t k = 0; k < kLanes; ++k) exponent += exponents[k];
    for (std::size_t n = kLanes / 2; n > 0; n /= 2) {
      for (std::size_t k = 0; k < n; ++k) mantissas[k] *= mantissas[k + n];
    }
    out.mantissa = mantissas[0] + lane_sum(not_finite_);
    out.exponent = static_cast<double>(exponent);
  }

 private:
  using I = hn::RebindToSigned<D>;
  V mantissa_;
  hn::Vec<I> exponent_;
  V not_finite_;  // zero or NaN
};

// Sizes that are known to the compiler, or (R = M = 0) not; and whether rows are triangular.
template <std::size_t K, std::size_t R, std::size_t M, bool is_triangular>
struct Shape {
  static constexpr std::size_t kOwn = K;
  static constexpr std::size_t kMostRows_ = R == 0 ? kMostRows : R;
  static constexpr std::size_t kMostMet_ = R == 0 ? kMostMet : M;
  static HWY_INLINE std::size_t rows(const RunView& run) { return R == 0 ? run.rows : R; }
  static HWY_INLINE std::size_t met(const RunView& run) { return R == 0 ? run.met : M; }
  // The first own column of a row, and the last row of an own column.
  static HWY_INLINE std::size_t first(std::size_t row) { return is_triangular ? row : 0; }
  static HWY_INLINE std::size_t last(std::size_t column, std::size_t rows) {
    return is_triangular ? HWY_MIN(column, rows - 1) : rows - 1;
  }
};

// Where the lanes of one vector lie in a batch.
template <typename S>
class LaneView {
 public:
  HWY_INLINE LaneView(const RunView& run, std::size_t batch, std::size_t lane)
      : rows_(S::rows(run)),
        met_(S::met(run)),
        numbers_(run.numbers + batch * run.numbers_step + lane),
        work_(run.work + batch * work_size({S::kOwn, rows_, met_}) + lane) {}

  HWY_INLINE V own(std::size_t i, std::size_t j) const { return at(i, j); }
  HWY_INLINE V met(std::size_t i, std::size_t c) const { return at(i, S::kOwn + c); }
  HWY_INLINE double* cosine(std::size_t i, std::size_t j) const {
    return work_ + kGroups * 2 * (i * S::kOwn + j);
  }
  HWY_INLINE double* sine(std::size_t i, std::size_t j) const { return cosine(i, j) + kGroups; }
  HWY_INLINE double* triangle(std::size_t j, std::size_t l) const {  // j <= l
    return work_ + kGroups * (2 * rows_ * S::kOwn + l * (l + 1) / 2 + j);
  }
  HWY_INLINE double* top(std::size_t j, std::size_t c) const {
    return work_ +
           kGroups * (2 * rows_ * S::kOwn + S::kOwn * (S::kOwn + 1) / 2 + j * (met_ + 1) + c);
  }
  HWY_INLINE double* left(std::size_t i, std::size_t c) const { return top(S::kOwn + i, c); }

 private:
  HWY_INLINE V at(std::size_t i, std::size_t k) const {
    return load(numbers_ + kGroups * (i * (S::kOwn + met_ + 1) + k));
  }

  std::size_t rows_, met_;
  const double* numbers_;
  double* work_;
};

HWY_INLINE V scale_at(const RunView& run, std::size_t k, std::size_t batch, std::size_t lane) {
  const std::size_t step = run.scale_steps[k];
  return step == 0 ? number(*run.scales[k]) : load(run.scales[k] + batch * step + lane);
}

template <typename S>
class ForwardPass {
 public:
  explicit HWY_INLINE ForwardPass(const RunView& run)
      : run_(run), rows_(S::rows(run)), met_(S::met(run)) {}

  // Finding the rotations is one long chain of operations for each batch, so that all of them are
  // found first: the machine then works on several at a time.
  HWY_INLINE void go(Forward& out) {
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
        take_scales(b, lane);
        rotate_own(LaneView<S>(run_, b, lane));
      }
    }
    determinant_.write(out.determinant);
    V pairs[kPairs];
    for (std::size_t p = 0; p < pair_count(); ++p) pairs[p] = hn::Zero(D());
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
        const LaneView<S> place(run_, b, lane);
        take_scales(b, lane);
        take_rotations(place);
        for (std::size_t c = 0; c <= met_; ++c) rotate_column(place, c);
        add_pairs(place, pairs);
      }
    }
    for (std::size_t p = 0; p < pair_count(); ++p) out.pairs[p] = lane_sum(pairs[p]);
  }

 private:
  static constexpr std::size_t kPairs = (S::kMostMet_ + 1) * (S::kMostMet_ + 2) / 2;
  HWY_INLINE std::size_t pair_count() const { return (met_ + 1) * (met_ + 2) / 2; }

  HWY_INLINE void take_scales(std::size_t batch, std::size_t lane) {
    for (std::size_t j = 0; j < S::kOwn; ++j) own_[j] = scale_at(run_, j, batch, lane);
    for (std::size_t i = 0; i < rows_; ++i) {
      row_[i] = scale_at(run_, S::kOwn + i, batch, lane);
    }
  }

  // Each row of B is rotated into the triangle, which begins as the identity.
  HWY_INLINE void rotate_own(const LaneView<S>& place) {
    V t[S::kOwn][S::kOwn], inverses[S::kOwn];
    for (std::size_t j = 0; j < S::kOwn; ++j) {
      inverses[j] = number(1.0);
      for (std::size_t l = j; l < S::kOwn; ++l) t[j][l] = number(j == l ? 1.0 : 0.0);
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      V x[S::kOwn];
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        x[j] = hn::Mul(place.own(i, j), hn::Mul(own_[j], row_[i]));
      }
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        const V square = hn::MulAdd(x[j], x[j], i == 0 ? number(1.0) : hn::Mul(t[j][j], t[j][j]));
        const V inverse = inverse_root(square);
        inverses[j] = inverse;
        const V c = hn::Mul(t[j][j], inverse), s = hn::Mul(x[j], inverse);
        t[j][j] = hn::Mul(square, inverse);
        store(c, place.cosine(i, j));
        store(s, place.sine(i, j));
        for (std::size_t l = j + 1; l < S::kOwn; ++l) rotate(i == 0, c, s, t[j][l], x[l]);
      }
    }
    for (std::size_t l = 0; l < S::kOwn; ++l) {
      determinant_.multiply(t[l][l]);
      for (std::size_t j = 0; j < l; ++j) store(t[j][l], place.triangle(j, l));
      store(inverses[l], place.triangle(l, l));
    }
  }

  HWY_INLINE void take_rotations(const LaneView<S>& place) {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        cosine_[i][j] = load(place.cosine(i, j));
        sine_[i][j] = load(place.sine(i, j));
      }
    }
  }

  // Tops are zero before the first row.
  static HWY_INLINE void rotate(bool is_first, V c, V s, V& top, V& x) {
    if (is_first) {
      top = hn::Mul(s, x);
      x = hn::Mul(c, x);
      return;
    }
    const V t = top;
    top = hn::MulAdd(c, t, hn::Mul(s, x));
    x = hn::NegMulAdd(s, t, hn::Mul(c, x));
  }

  HWY_INLINE void rotate_column(const LaneView<S>& place, std::size_t c) const {
    V top[S::kOwn];
    for (std::size_t j = 0; j < S::kOwn; ++j) top[j] = hn::Zero(D());
    for (std::size_t i = 0; i < rows_; ++i) {
      V x = hn::Mul(place.met(i, c), row_[i]);
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        rotate(i == 0, cosine_[i][j], sine_[i][j], top[j], x);
      }
      store(x, place.left(i, c));
    }
    for (std::size_t j = 0; j < S::kOwn; ++j) store(top[j], place.top(j, c));
  }

  HWY_INLINE void add_pairs(const LaneView<S>& place, V* pairs) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      V x[S::kMostMet_ + 1];
      for (std::size_t c = 0; c <= met_; ++c) x[c] = load(place.left(i, c));
      for (std::size_t c = 0; c <= met_; ++c) {
        for (std::size_t k = 0; k <= c; ++k) {
          V& sum = pairs[place_of_pair(k, c)];
          sum = hn::MulAdd(x[k], x[c], sum);
        }
      }
    }
  }

  const RunView& run_;
  std::size_t rows_, met_;
  V own_[S::kOwn], row_[S::kMostRows_];
  V cosine_[S::kMostRows_][S::kOwn], sine_[S::kMostRows_][S::kOwn];
  Product determinant_;
};

// With Q the product of the rotations, every row of [I; B | C g] has its part of Q [0; x] for x the
// residuals of what is left (e), and for x = W F (v over the shared columns); over the own columns
// v is the row of Q [I; 0] = [I; B] T^-1.
template <typename S>
class BackwardPass {
 public:
  HWY_INLINE BackwardPass(const RunView& run, Backward& back)
      : run_(run), back_(back), rows_(S::rows(run)), met_(S::met(run)) {}

  HWY_INLINE void go() {
    V rest = hn::Zero(D());
    V sums[S::kOwn + S::kMostRows_];
    for (std::size_t k = 0; k < S::kOwn + rows_; ++k) sums[k] = hn::Zero(D());
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
        const LaneView<S> place(run_, b, lane);
        take(place, b, lane);
        for (std::size_t c = 0; c <= met_; ++c) come_back(place, c, rest);
        own_columns(place);
        add_scales(b, lane, sums);
        if (back_.bars != nullptr) write_bars(b, lane);
      }
    }
    back_.rest = lane_sum(rest);
    for (std::size_t k = 0; k < S::kOwn + rows_; ++k) {
      if (run_.scale_steps[k] == 0) *back_.scale_bars[k] += lane_sum(sums[k]);
    }
  }

 private:
  HWY_INLINE void take(const LaneView<S>& place, std::size_t batch, std::size_t lane) {
    for (std::size_t j = 0; j < S::kOwn; ++j) own_[j] = scale_at(run_, j, batch, lane);
    for (std::size_t i = 0; i < rows_; ++i) {
      row_[i] = scale_at(run_, S::kOwn + i, batch, lane);
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        cosine_[i][j] = load(place.cosine(i, j));
        sine_[i][j] = load(place.sine(i, j));
      }
    }
  }

  // Column c of what is left, times F; after the last one the residuals.
  HWY_INLINE V start(const LaneView<S>& place, std::size_t i, std::size_t c, V& rest) const {
    if (c == met_) {
      V e = load(place.left(i, c));
      for (std::size_t k = 0; k < met_; ++k) {
        e = hn::NegMulAdd(load(place.left(i, k)), number(back_.mean[k]), e);
      }
      rest = hn::MulAdd(e, e, rest);
      return e;
    }
    V v = hn::Zero(D());
    for (std::size_t k = c; k < met_; ++k) {
      v = hn::MulAdd(load(place.left(i, k)), number(back_.factor[k * met_ + c]), v);
    }
    return v;
  }

  HWY_INLINE void come_back(const LaneView<S>& place, std::size_t c, V& rest) {
    V top[S::kOwn];
    for (std::size_t j = 0; j < S::kOwn; ++j) top[j] = hn::Zero(D());
    for (std::size_t i = rows_; i-- > 0;) {
      V x = start(place, i, c, rest);
      for (std::size_t j = S::kOwn; j-- > S::first(i);) {
        if (i == S::last(j, rows_)) {  // the first that comes
          top[j] = hn::Neg(hn::Mul(sine_[i][j], x));
          x = hn::Mul(cosine_[i][j], x);
          continue;
        }
        const V t = top[j];
        top[j] = hn::NegMulAdd(sine_[i][j], x, hn::Mul(cosine_[i][j], t));
        x = hn::MulAdd(sine_[i][j], t, hn::Mul(cosine_[i][j], x));
      }
      row_v_[i][c] = x;
    }
    for (std::size_t j = 0; j < S::kOwn; ++j) own_v_[j][c] = top[j];
  }

  // The inverse of the triangle, and B times it.
  HWY_INLINE void own_columns(const LaneView<S>& place) {
    for (std::size_t l = 0; l < S::kOwn; ++l) {
      const V inverse = load(place.triangle(l, l));
      own_q_[l][l] = inverse;
      for (std::size_t j = 0; j < l; ++j) {
        V sum = hn::Zero(D());
        for (std::size_t k = j; k < l; ++k) {
          sum = hn::MulAdd(own_q_[j][k], load(place.triangle(k, l)), sum);
        }
        own_q_[j][l] = hn::Neg(hn::Mul(sum, inverse));
      }
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      V b[S::kOwn];
      for (std::size_t j = S::first(i); j < S::kOwn; ++j) {
        b[j] = hn::Mul(place.own(i, j), hn::Mul(own_[j], row_[i]));
      }
      for (std::size_t l = 0; l < S::kOwn; ++l) {
        V sum = hn::Zero(D());
        for (std::size_t j = S::first(i); j <= l; ++j) sum = hn::MulAdd(b[j], own_q_[j][l], sum);
        row_q_[i][l] = sum;
      }
    }
  }

  HWY_INLINE void add_scales(std::size_t batch, std::size_t lane, V* sums) const {
    for (std::size_t j = 0; j < S::kOwn; ++j) {
      V v = hn::Zero(D());
      for (std::size_t l = j; l < S::kOwn; ++l) v = hn::MulAdd(own_q_[j][l], own_q_[j][l], v);
      add_scale(j, own_v_[j], v, batch, lane, sums);
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      V v = hn::Zero(D());
      for (std::size_t l = 0; l < S::kOwn; ++l) v = hn::MulAdd(row_q_[i][l], row_q_[i][l], v);
      add_scale(S::kOwn + i, row_v_[i], v, batch, lane, sums);
    }
  }

  HWY_INLINE void add_scale(std::size_t k, const V* shared, V v, std::size_t batch,
                            std::size_t lane, V* sums) const {
    for (std::size_t c = 0; c < met_; ++c) v = hn::MulAdd(shared[c], shared[c], v);
    const V e = hn::Mul(shared[met_], shared[met_]);
    const V bar = hn::MulAdd(number(back_.residual), e, hn::Mul(number(back_.determinant), v));
    if (run_.scale_steps[k] == 0) {
      sums[k] = hn::Add(sums[k], bar);
    } else {
      store(bar, back_.scale_bars[k] + batch * kGroups + lane);
    }
  }

  // d/dR_ij = (e_i u_j - cov(row i, u_j)) / s_i, where the innovation of own column j has mean -e_j
  // (its row is 0 - z_j) and covariance v_i . v_j with row i.
  HWY_INLINE void write_bars(std::size_t batch, std::size_t lane) const {
    double* to = back_.bars + batch * back_.bars_step + lane;
    const V residual = number(back_.residual), determinant = number(back_.determinant);
    for (std::size_t i = 0; i < rows_; ++i) {
      const V e = hn::Mul(residual, row_v_[i][met_]);
      for (std::size_t j = 0; j < S::kOwn; ++j) {
        V cov = hn::Zero(D());
        for (std::size_t l = j; l < S::kOwn; ++l) cov = hn::MulAdd(row_q_[i][l], own_q_[j][l], cov);
        for (std::size_t c = 0; c < met_; ++c) cov = hn::MulAdd(row_v_[i][c], own_v_[j][c], cov);
        const V both = hn::MulAdd(e, own_v_[j][met_], hn::Mul(determinant, cov));
        write(to, hn::Neg(hn::Mul(both, hn::Mul(own_[j], row_[i]))));
      }
      for (std::size_t c = 0; c < met_; ++c) {
        V cov = hn::Zero(D());
        for (std::size_t k = 0; k <= c; ++k) {
          cov = hn::MulAdd(row_v_[i][k], number(back_.factor[c * met_ + k]), cov);
        }
        const V both = hn::NegMulAdd(determinant, cov, hn::Mul(e, number(back_.mean[c])));
        write(to, hn::Mul(both, row_[i]));
      }
      write(to, hn::Neg(hn::Mul(e, row_[i])));
    }
  }

  static HWY_INLINE void write(double*& to, V v) {
    store(v, to);
    to += kGroups;
  }

  const RunView& run_;
  Backward& back_;
  std::size_t rows_, met_;
  V own_[S::kOwn], row_[S::kMostRows_];
  V cosine_[S::kMostRows_][S::kOwn], sine_[S::kMostRows_][S::kOwn];
  V own_v_[S::kOwn][S::kMostMet_ + 1], row_v_[S::kMostRows_][S::kMostMet_ + 1];
  V own_q_[S::kOwn][S::kOwn], row_q_[S::kMostRows_][S::kOwn];
};

}  // namespace autumn::gaussian::star::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
