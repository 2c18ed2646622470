// This file has the gradients of the collapsed hierarchical models written by hand, as limits for
// the engine.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "limits/avx512.h"
#include "limits/limits.h"

namespace autumn::bench::limits {

#if defined(__x86_64__)

namespace {

constexpr double kHalfLog2Pi = 0.91893853320467274178;

struct Schools {
  double y[8];
  double variance[8];
  double constant;
};

// y ~ normal(0, diag(v) + 25 11'), v = tau^2 + sigma^2, by the matrix inversion lemma; one log of
// the product of everything that has one.
AUTUMN_AVX512 double schools_gradient(const Schools& d, const double* x, double* gradient) {
  const double tau = std::exp(x[0]), tau2 = tau * tau, u = tau2 / 25.0;
  const V y = load(d.y), v = _mm512_add_pd(load(d.variance), set(tau2));
  const V w = _mm512_div_pd(set(1.0), v), wy = _mm512_mul_pd(w, y);
  const double s1 = total(w), sy = total(wy), syy = total(_mm512_mul_pd(wy, y));
  const double precision = s1 + 1.0 / 25.0, mean = sy / precision;
  // Residuals from the posterior mean of mu.
  const V e = _mm512_mul_pd(w, _mm512_sub_pd(y, set(mean)));
  const double squares = total(_mm512_mul_pd(e, e)), s2 = total(_mm512_mul_pd(w, w));
  const double d_tau2 = 0.5 * (squares - s1 + s2 / precision);
  gradient[0] = 1.0 + 2.0 * tau2 * d_tau2 - 2.0 * u / (1.0 + u);
  const double product = _mm512_reduce_mul_pd(v) * (25.0 * precision) * (1.0 + u) * (1.0 + u);
  return d.constant - 0.5 * (std::log(product) + syy - sy * mean) + x[0];
}

// sum_i w_i log gamma(a + c_i) and its derivative in a; padded with weights 0.
struct GammaSums {
  std::vector<double> c, w;
};

struct Sums {
  double value;
  double slope;
};

AUTUMN_AVX512_INLINE Sums gamma_sums(const GammaSums& d, double a) {
  V value = _mm512_setzero_pd(), slope = _mm512_setzero_pd();
  for (std::size_t i = 0; i < d.c.size(); i += 8) {
    const Gamma g = gamma(_mm512_add_pd(set(a), load(d.c.data() + i)));
    const V w = load(d.w.data() + i);
    value = fma(w, g.log_gamma, value);
    slope = fma(w, g.digamma, slope);
  }
  return {total(value), total(slope)};
}

struct BetaBinomialData {
  GammaSums successes, failures, trials;
  double constant = 0.0;
};

AUTUMN_AVX512 double beta_binomial_gradient(const BetaBinomialData& d, const double* x,
                                            double* gradient) {
  const double e = std::exp(-std::fabs(x[0]));
  const double phi = (x[0] < 0 ? e : 1.0) / (1.0 + e);
  const double less_one = std::exp(x[1]), kappa = 1.0 + less_one;
  const Sums a = gamma_sums(d.successes, phi * kappa);
  const Sums b = gamma_sums(d.failures, (1.0 - phi) * kappa);
  const Sums n = gamma_sums(d.trials, kappa);
  const double d_phi = kappa * (a.slope - b.slope);
  const double d_kappa = phi * a.slope + (1.0 - phi) * b.slope + n.slope - 2.5 / kappa;
  gradient[0] = d_phi * phi * (1.0 - phi) + 1.0 - 2.0 * phi;
  gradient[1] = d_kappa * less_one + 1.0;
  // log(phi (1 - phi)) = -|x| - 2 log(1 + e)
  return d.constant + a.value + b.value + n.value -
         std::log(kappa * kappa * std::sqrt(kappa) * (1.0 + e) * (1.0 + e)) - std::fabs(x[0]) +
         x[1];
}

// Every distinct value once, and lgamma(a) itself with the negative weight of all.
GammaSums distinct(const std::vector<double>& values, double sign) {
  std::map<double, double> weights;
  for (const double v : values) {
    weights[v] += sign;
    weights[0.0] -= sign;
  }
  GammaSums result;
  for (const auto& [value, weight] : weights) {
    if (weight == 0.0) continue;
    result.c.push_back(value);
    result.w.push_back(weight);
  }
  while (result.c.size() % 8 != 0) {
    result.c.push_back(result.c.empty() ? 1.0 : result.c.back());
    result.w.push_back(0.0);
  }
  return result;
}

// Cross products of each group, one array per entry, padded with empty groups.
struct Mixed {
  std::array<std::vector<double>, 5> columns;  // Z'Z: 00, 01, 11; Z'y: 0, 1
  double y_squared = 0.0;
  double rows = 0.0;
  double groups = 0.0;
  double padding = 0.0;
  std::array<double, 2> prior{};           // precisions of the two means
  std::array<double, 3> inverse_square{};  // of the scales of the Cauchy densities
};

// With H = Z'Z + diag(lambda), h its inverse and t = h Z'y: sums over groups.
struct MixedSums {
  double log_det, h00, h01, h11, t0, t1, bt;
  double t0t0, t1t1, h00t0, h01t0, h01t1, h11t1;
  double h00h00, h00h01, h01h01, h01h11, h11h11;
};

AUTUMN_AVX512_INLINE MixedSums mixed_sums(const Mixed& d, double lambda0, double lambda1) {
  V s[17];
  for (V& v : s) v = _mm512_setzero_pd();
  LogProduct product{set(1.0), _mm512_setzero_pd()};
  for (std::size_t g = 0; g < d.columns[0].size(); g += 8) {
    const V a00 = _mm512_add_pd(load(d.columns[0].data() + g), set(lambda0));
    const V a01 = load(d.columns[1].data() + g);
    const V a11 = _mm512_add_pd(load(d.columns[2].data() + g), set(lambda1));
    const V b0 = load(d.columns[3].data() + g), b1 = load(d.columns[4].data() + g);
    const V det = _mm512_fmsub_pd(a00, a11, _mm512_mul_pd(a01, a01));
    const V inverse = _mm512_div_pd(set(1.0), det);
    const V h00 = _mm512_mul_pd(a11, inverse), h11 = _mm512_mul_pd(a00, inverse);
    const V h01 = _mm512_fnmadd_pd(a01, inverse, _mm512_setzero_pd());
    const V t0 = fma(h00, b0, _mm512_mul_pd(h01, b1)), t1 = fma(h01, b0, _mm512_mul_pd(h11, b1));
    multiply(product, det);
    s[0] = _mm512_add_pd(s[0], h00);
    s[1] = _mm512_add_pd(s[1], h01);
    s[2] = _mm512_add_pd(s[2], h11);
    s[3] = _mm512_add_pd(s[3], t0);
    s[4] = _mm512_add_pd(s[4], t1);
    s[5] = fma(b0, t0, fma(b1, t1, s[5]));
    s[6] = fma(t0, t0, s[6]);
    s[7] = fma(t1, t1, s[7]);
    s[8] = fma(h00, t0, s[8]);
    s[9] = fma(h01, t0, s[9]);
    s[10] = fma(h01, t1, s[10]);
    s[11] = fma(h11, t1, s[11]);
    s[12] = fma(h00, h00, s[12]);
    s[13] = fma(h00, h01, s[13]);
    s[14] = fma(h01, h01, s[14]);
    s[15] = fma(h01, h11, s[15]);
    s[16] = fma(h11, h11, s[16]);
  }
  double t[17];
  for (std::size_t k = 0; k < 17; ++k) t[k] = total(s[k]);
  // Padding groups have H = diag(lambda).
  const double n = d.padding, i0 = 1.0 / lambda0, i1 = 1.0 / lambda1;
  return {.log_det = total(log_of(product)) - n * std::log(lambda0 * lambda1),
          .h00 = t[0] - n * i0,
          .h01 = t[1],
          .h11 = t[2] - n * i1,
          .t0 = t[3],
          .t1 = t[4],
          .bt = t[5],
          .t0t0 = t[6],
          .t1t1 = t[7],
          .h00t0 = t[8],
          .h01t0 = t[9],
          .h01t1 = t[10],
          .h11t1 = t[11],
          .h00h00 = t[12] - n * i0 * i0,
          .h00h01 = t[13],
          .h01h01 = t[14],
          .h01h11 = t[15],
          .h11h11 = t[16] - n * i1 * i1};
}

// Symmetric 2 x 2 matrices and their products with vectors.
struct Two {
  double m00, m01, m11;
};

double trace_of_product(const Two& a, const Two& b) {
  return a.m00 * b.m00 + 2.0 * a.m01 * b.m01 + a.m11 * b.m11;
}

double form(const Two& a, double x0, double x1) {
  return a.m00 * x0 * x0 + 2.0 * a.m01 * x0 * x1 + a.m11 * x1 * x1;
}

// In units of sigma: lambda = (sigma / tau)^2, S = Z' V^-1 Z and s = Z' V^-1 y times sigma^2 with V
// the covariance of y given the two means.
AUTUMN_AVX512 double mixed_gradient(const Mixed& d, const double* x, double* gradient) {
  const double p0 = d.prior[0], p1 = d.prior[1];
  const double tau0 = std::exp(x[0]), tau1 = std::exp(x[1]), sigma = std::exp(x[2]);
  const double sigma2 = sigma * sigma, l0 = sigma2 / (tau0 * tau0), l1 = sigma2 / (tau1 * tau1);
  const MixedSums m = mixed_sums(d, l0, l1);
  const double groups = d.groups;
  const Two s{groups * l0 - l0 * l0 * m.h00 + sigma2 * p0, -l0 * l1 * m.h01,
              groups * l1 - l1 * l1 * m.h11 + sigma2 * p1};
  const double det = s.m00 * s.m11 - s.m01 * s.m01;
  const Two inverse{s.m11 / det, -s.m01 / det, s.m00 / det};
  const double s0 = l0 * m.t0, s1 = l1 * m.t1;
  const double beta0 = inverse.m00 * s0 + inverse.m01 * s1,
               beta1 = inverse.m01 * s0 + inverse.m11 * s1;
  const double rest = d.y_squared - m.bt - s0 * beta0 - s1 * beta1;
  // Derivatives in lambda0 and lambda1.
  const Two ds0{groups - 2.0 * l0 * m.h00 + l0 * l0 * m.h00h00, -l1 * m.h01 + l0 * l1 * m.h00h01,
                l1 * l1 * m.h01h01};
  const Two ds1{l0 * l0 * m.h01h01, -l0 * m.h01 + l0 * l1 * m.h01h11,
                groups - 2.0 * l1 * m.h11 + l1 * l1 * m.h11h11};
  const auto derivative = [&](const Two& ds, double h, double l, double tt, double d_s0,
                              double d_s1) {
    const double quadratic = tt - 2.0 * (beta0 * d_s0 + beta1 * d_s1) + form(ds, beta0, beta1);
    return -0.5 * (h - groups / l + trace_of_product(inverse, ds) + quadratic / sigma2);
  };
  const double d0 = derivative(ds0, m.h00, l0, m.t0t0, m.t0 - l0 * m.h00t0, -l1 * m.h01t0);
  const double d1 = derivative(ds1, m.h11, l1, m.t1t1, -l0 * m.h01t1, m.t1 - l1 * m.h11t1);
  const double d_sigma2 =
      -0.5 * (d.rows / sigma2 + p0 * inverse.m00 + p1 * inverse.m11 - 2.0 / sigma2 -
              rest / (sigma2 * sigma2) + (p0 * beta0 * beta0 + p1 * beta1 * beta1) / sigma2);
  // The Cauchy densities: 1 + (t / scale)^2, one log for all of them.
  const double c0 = tau0 * tau0 * d.inverse_square[0], c1 = tau1 * tau1 * d.inverse_square[1],
               c2 = sigma2 * d.inverse_square[2];
  gradient[0] = 1.0 - 2.0 * c0 / (1.0 + c0) - 2.0 * l0 * d0;
  gradient[1] = 1.0 - 2.0 * c1 / (1.0 + c1) - 2.0 * l1 * d1;
  gradient[2] = 1.0 - 2.0 * c2 / (1.0 + c2) + 2.0 * (sigma2 * d_sigma2 + l0 * d0 + l1 * d1);
  const double cauchy = (1.0 + c0) * (1.0 + c1) * (1.0 + c2);
  return x[0] + x[1] + x[2] - d.rows * x[2] - 0.5 * m.log_det +
         groups * (2.0 * x[2] - x[0] - x[1]) - 0.5 * std::log(det * cauchy * cauchy) + 2.0 * x[2] -
         0.5 * rest / sigma2;
}

}  // namespace

Gradient eight_schools(std::vector<double> y, std::vector<double> sigma) {
  auto d = std::make_shared<Schools>();
  for (std::size_t i = 0; i < 8; ++i) {
    d->y[i] = y[i];
    d->variance[i] = sigma[i] * sigma[i];
  }
  d->constant = -8.0 * kHalfLog2Pi + std::log(2.0 / (5.0 * M_PI));
  return [d](const double* x, double* gradient) { return schools_gradient(*d, x, gradient); };
}

Gradient beta_binomial(const std::vector<double>& y, const std::vector<double>& trials) {
  auto d = std::make_shared<BetaBinomialData>();
  std::vector<double> failures(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    failures[i] = trials[i] - y[i];
    d->constant +=
        std::lgamma(trials[i] + 1) - std::lgamma(y[i] + 1) - std::lgamma(failures[i] + 1);
  }
  d->constant += std::log(1.5);
  d->successes = distinct(y, 1.0);
  d->failures = distinct(failures, 1.0);
  d->trials = distinct(trials, -1.0);
  return [d](const double* x, double* gradient) { return beta_binomial_gradient(*d, x, gradient); };
}

Gradient mixed_model(const MixedData& data) {
  auto d = std::make_shared<Mixed>();
  const std::size_t padded = (data.groups + 7) / 8 * 8;
  for (auto& column : d->columns) column.assign(padded, 0.0);
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const auto g = static_cast<std::size_t>(data.group[i]);
    d->columns[0][g] += 1.0;
    d->columns[1][g] += data.x[i];
    d->columns[2][g] += data.x[i] * data.x[i];
    d->columns[3][g] += data.y[i];
    d->columns[4][g] += data.x[i] * data.y[i];
    d->y_squared += data.y[i] * data.y[i];
  }
  d->rows = static_cast<double>(data.y.size());
  d->groups = static_cast<double>(data.groups);
  d->padding = static_cast<double>(padded - data.groups);
  for (std::size_t k = 0; k < 2; ++k) d->prior[k] = std::pow(data.mean_scales[k], -2.0);
  for (std::size_t k = 0; k < 3; ++k) {
    d->inverse_square[k] = std::pow(data.cauchy_scales[k], -2.0);
  }
  return [d](const double* x, double* gradient) { return mixed_gradient(*d, x, gradient); };
}

#else

Gradient eight_schools(std::vector<double>, std::vector<double>) {
  return {};
}
Gradient beta_binomial(const std::vector<double>&, const std::vector<double>&) {
  return {};
}
Gradient mixed_model(const MixedData&) {
  return {};
}

#endif

}  // namespace autumn::bench::limits
