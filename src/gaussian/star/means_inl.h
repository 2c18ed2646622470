// This header eliminates groups whose own columns have the shared ones as their means, without
// rotations. Included once per instruction set.
//
// Where C = B D^-1 (D the scales of the innovations), as in u ~ normal(mu, D), y ~ normal(R u, s)
// with R triangular, all that is needed has a closed form in which nothing cancels: with N = B'B
// and Q = I + N (1 x 1 or 2 x 2),
//   S = N Q^-1            what the group adds to the normal equations, in units of D
//   X = B Q^-1            how its residuals depend on the means
//   e = (I + BB')^-1 g    its residuals if the means are zero, z = B'e its innovations
// and |N| = (B00 B11)^2. Sums of S, X'X and products of S go to the shared columns; residuals are
// squared once the means are known.

#if defined(AUTUMN_GAUSSIAN_STAR_MEANS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_GAUSSIAN_STAR_MEANS_INL_H_
#undef AUTUMN_GAUSSIAN_STAR_MEANS_INL_H_
#else
#define AUTUMN_GAUSSIAN_STAR_MEANS_INL_H_
#endif

#include "gaussian/star/rotations_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::star::HWY_NAMESPACE {

// 1 / q for q >= 1; NaN or zero if q is infinite.
HWY_INLINE V inverse(V q) {
#if HWY_TARGET == HWY_AVX3
  // With e = 1 - q y below 2^-13: 1 / q = y (1 + e) (1 + e^2), but for e^4.
  const V y{_mm512_rcp14_pd(q.raw)};
  const V e = hn::NegMulAdd(q, y, number(1.0));
  const V first = hn::MulAdd(y, e, y);
  return hn::MulAdd(first, hn::Mul(e, e), first);
#else
  return hn::Div(number(1.0), q);
#endif
}

HWY_INLINE void add_product(V& sum, V x, V y) {
  sum = hn::MulAdd(x, y, sum);
}

template <std::size_t N>
HWY_INLINE void clear(V (&sums)[N]) {
  for (std::size_t k = 0; k < N; ++k) sums[k] = hn::Zero(D());
}

// Of one vector of groups, with one own column: what both passes need.
struct OneMean {
  static constexpr std::size_t kOwn = 1;
  static constexpr std::size_t kKept = 3;
  static constexpr std::size_t kUsed[] = {Means::kS, Means::kT, Means::kXX, Means::kInverse,
                                          Means::kSS};

  HWY_INLINE OneMean() { clear(sums); }

  HWY_INLINE void add(const double* numbers, std::size_t, const V* scale, V row, double* kept) {
    const V b = hn::Mul(load(numbers), scale[0]), g = hn::Mul(load(numbers + 2 * kGroups), row);
    const V n = hn::Mul(b, b), q = hn::Add(number(1.0), n), inv = inverse(q);
    const V s = hn::Mul(n, inv), x = hn::Mul(b, inv), e = hn::Mul(g, inv);
    determinant.multiply(q);
    sums[Means::kS] = hn::Add(sums[Means::kS], s);
    add_product(sums[Means::kT], b, e);
    add_product(sums[Means::kXX], x, x);
    sums[Means::kInverse] = hn::Add(sums[Means::kInverse], inv);
    add_product(sums[Means::kSS], s, s);
    store(e, kept);
    store(x, kept + kGroups);
    store(b, kept + 2 * kGroups);
  }

  static HWY_INLINE void square(const double* kept, const double* mean, V& rows, V* own) {
    const V e = hn::NegMulAdd(load(kept + kGroups), number(mean[0]), load(kept));
    const V z = hn::Mul(load(kept + 2 * kGroups), e);
    add_product(rows, e, e);
    add_product(own[0], z, z);
  }

  Product determinant;
  V sums[Means::kCount];
};

// With two own columns, and rows [B00 B01; 0 B11] or the first of them.
struct TwoMeans {
  static constexpr std::size_t kOwn = 2;
  static constexpr std::size_t kKept = 9;
  static constexpr std::size_t kUsed[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

  HWY_INLINE TwoMeans() { clear(sums); }

  HWY_INLINE void add(const double* numbers, std::size_t rows, const V* scale, V row,
                      double* kept) {
    constexpr std::size_t kWidth = 5 * kGroups;
    const V one = number(1.0);
    const V b00 = hn::Mul(load(numbers), scale[0]);
    const V b01 = hn::Mul(load(numbers + kGroups), scale[1]);
    const V g0 = hn::Mul(load(numbers + 4 * kGroups), row);
    V b11 = hn::Zero(D()), g1 = hn::Zero(D());
    if (rows > 1) {
      b11 = hn::Mul(load(numbers + kWidth + kGroups), scale[1]);
      g1 = hn::Mul(load(numbers + kWidth + 4 * kGroups), row);
    }
    const V n00 = hn::Mul(b00, b00), b01b01 = hn::Mul(b01, b01), b11b11 = hn::Mul(b11, b11);
    const V n11 = hn::Add(b01b01, b11b11), size = hn::Mul(n00, b11b11), c = hn::Mul(b01, b11);
    const V q00 = hn::Add(one, n00), q11 = hn::Add(one, n11), m = hn::Add(one, b11b11);
    const V q = hn::MulAdd(q00, m, b01b01), inv = inverse(q);
    determinant.multiply(q);
    const V s00 = hn::Mul(hn::Add(n00, size), inv), s11 = hn::Mul(hn::Add(n11, size), inv);
    const V b00inv = hn::Mul(b00, inv), s01 = hn::Mul(b00inv, b01);
    const V x00 = hn::Mul(b00inv, m), x01 = hn::Mul(b01, inv);
    const V x10 = hn::Neg(hn::Mul(b00inv, c)), x11 = hn::Mul(hn::Mul(b11, q00), inv);
    const V e0 = hn::Mul(hn::NegMulAdd(c, g1, hn::Mul(m, g0)), inv);
    const V e1 = hn::Mul(hn::NegMulAdd(c, g0, hn::Mul(hn::Add(q00, b01b01), g1)), inv);
    sums[Means::kS] = hn::Add(sums[Means::kS], s00);
    sums[Means::kS + 1] = hn::Add(sums[Means::kS + 1], s01);
    sums[Means::kS + 2] = hn::Add(sums[Means::kS + 2], s11);
    add_product(sums[Means::kT], b00, e0);
    add_product(sums[Means::kT + 1], b01, e0);
    add_product(sums[Means::kT + 1], b11, e1);
    add_product(sums[Means::kXX], x00, x00);
    add_product(sums[Means::kXX], x10, x10);
    add_product(sums[Means::kXX + 1], x00, x01);
    add_product(sums[Means::kXX + 1], x10, x11);
    add_product(sums[Means::kXX + 2], x01, x01);
    add_product(sums[Means::kXX + 2], x11, x11);
    add_product(sums[Means::kInverse], q11, inv);
    add_product(sums[Means::kInverse + 1], q00, inv);
    add_product(sums[Means::kSS], s00, s00);
    add_product(sums[Means::kSS + 1], s00, s01);
    add_product(sums[Means::kSS + 2], s01, s01);
    add_product(sums[Means::kSS + 3], s01, s11);
    add_product(sums[Means::kSS + 4], s11, s11);
    const V all[] = {e0, e1, x00, x01, x10, x11, b00, b01, b11};
    for (std::size_t k = 0; k < kKept; ++k) store(all[k], kept + k * kGroups);
  }

  static HWY_INLINE void square(const double* kept, const double* mean, V& rows, V* own) {
    const V m0 = number(mean[0]), m1 = number(mean[1]);
    V all[kKept];
    for (std::size_t k = 0; k < kKept; ++k) all[k] = load(kept + k * kGroups);
    const V e0 = hn::NegMulAdd(all[3], m1, hn::NegMulAdd(all[2], m0, all[0]));
    const V e1 = hn::NegMulAdd(all[5], m1, hn::NegMulAdd(all[4], m0, all[1]));
    const V z0 = hn::Mul(all[6], e0), z1 = hn::MulAdd(all[7], e0, hn::Mul(all[8], e1));
    add_product(rows, e0, e0);
    add_product(rows, e1, e1);
    add_product(own[0], z0, z0);
    add_product(own[1], z1, z1);
  }

  Product determinant;
  V sums[Means::kCount];
};

template <typename Groups>
HWY_INLINE void add_means(const RunView& run, Means& out) {
  V scale[Groups::kOwn];
  const double row = *run.scales[Groups::kOwn];
  for (std::size_t j = 0; j < Groups::kOwn; ++j) scale[j] = number(*run.scales[j] * row);
  Groups groups;
  for (std::size_t b = 0; b < run.batches; ++b) {
    for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
      groups.add(run.numbers + b * run.numbers_step + lane, run.rows, scale, number(row),
                 run.work + b * Groups::kKept * kGroups + lane);
    }
  }
  for (const std::size_t k : Groups::kUsed) out.sums[k] = lane_sum(groups.sums[k]);
  groups.determinant.write(out.determinant);
}

template <typename Groups>
HWY_INLINE void square_means(const RunView& run, MeansSquares& out) {
  V rows = hn::Zero(D()), own[Groups::kOwn];
  clear(own);
  for (std::size_t b = 0; b < run.batches; ++b) {
    for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
      Groups::square(run.work + b * Groups::kKept * kGroups + lane, out.mean.data(), rows, own);
    }
  }
  out.rows = lane_sum(rows);
  for (std::size_t j = 0; j < Groups::kOwn; ++j) out.own[j] = lane_sum(own[j]);
}

}  // namespace autumn::gaussian::star::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
