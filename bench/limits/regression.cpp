// This file has the gradients of logistic and Poisson regression written by hand, as limits for
// the engine.
#include <cmath>
#include <memory>
#include <numeric>

#include "limits/avx512.h"
#include "limits/limits.h"

namespace autumn::bench::limits {

#if defined(__x86_64__)

namespace {

constexpr double kHalfLog2Pi = 0.91893853320467274178;
constexpr std::size_t kMostColumns = 20;

// Rows in tiles of eight, each tile column by column, signed by y: one stream through memory, on
// cache lines.
struct LogisticData {
  std::size_t tiles = 0;
  std::size_t columns = 0;
  std::vector<double> storage;
  const double* x = nullptr;
};

template <std::size_t kColumns>
AUTUMN_AVX512 double logistic_gradient(const LogisticData& d, const double* beta,
                                       double* gradient) {
  V sums[kColumns];
  for (std::size_t j = 0; j < kColumns; ++j) sums[j] = _mm512_setzero_pd();
  V linear = _mm512_setzero_pd();
  LogProduct product{set(1.0), _mm512_setzero_pd()};
  V p = set(1.0);
  const double* x = d.x;
  for (std::size_t t = 0; t < d.tiles; ++t, x += 8 * kColumns) {
    V even = _mm512_setzero_pd(), odd = _mm512_setzero_pd();
    for (std::size_t j = 0; j < kColumns; j += 2) {
      even = fma(_mm512_load_pd(x + 8 * j), set(beta[j]), even);
      odd = fma(_mm512_load_pd(x + 8 * j + 8), set(beta[j + 1]), odd);
    }
    const V z = _mm512_add_pd(even, odd);
    const V e = exp(_mm512_sub_pd(_mm512_setzero_pd(), _mm512_abs_pd(z)));
    const V one_plus = _mm512_add_pd(set(1.0), e);
    linear = _mm512_add_pd(linear, _mm512_min_pd(z, _mm512_setzero_pd()));
    p = _mm512_mul_pd(p, one_plus);
    const __mmask8 is_negative = _mm512_cmp_pd_mask(z, _mm512_setzero_pd(), _CMP_LT_OQ);
    const V slope = _mm512_div_pd(_mm512_mask_mov_pd(e, is_negative, set(1.0)), one_plus);
    for (std::size_t j = 0; j < kColumns; ++j) {
      sums[j] = fma(_mm512_load_pd(x + 8 * j), slope, sums[j]);
    }
    if (t % 256 == 255) {
      multiply(product, p);
      p = set(1.0);
    }
  }
  multiply(product, p);
  double value = total(_mm512_sub_pd(linear, log_of(product)));
  for (std::size_t j = 0; j < kColumns; ++j) {
    value -= 0.5 * beta[j] * beta[j] + kHalfLog2Pi;
    gradient[j] = total(sums[j]) - beta[j];
  }
  return value;
}

struct PoissonTables {
  std::vector<double> x;             // rows sorted by group
  std::vector<std::size_t> ends;     // of groups
  std::vector<double> group_totals;  // of y
  double total = 0.0;                // of y
  double total_x = 0.0;              // of x y
  double constant = 0.0;             // of all densities
};

struct GroupSums {
  double e;
  double ex;
};

AUTUMN_AVX512_INLINE GroupSums group_sums(const double* x, std::size_t n, double at, double slope) {
  V e = _mm512_setzero_pd(), ex = _mm512_setzero_pd();
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const V v = load(x + i);
    const V rate = exp(fma(set(slope), v, set(at)));
    e = _mm512_add_pd(e, rate);
    ex = fma(rate, v, ex);
  }
  if (i < n) {
    const auto mask = static_cast<__mmask8>((1U << (n - i)) - 1);
    const V v = _mm512_maskz_loadu_pd(mask, x + i);
    const V rate = _mm512_maskz_mov_pd(mask, exp(fma(set(slope), v, set(at))));
    e = _mm512_add_pd(e, rate);
    ex = fma(rate, v, ex);
  }
  return {limits::total(e), limits::total(ex)};
}

// x = (intercept, slope, log scale, effects).
AUTUMN_AVX512 double poisson_gradient(const PoissonTables& t, const double* p, double* gradient) {
  const double intercept = p[0], slope = p[1], log_scale = p[2], scale = std::exp(log_scale);
  const double inverse2 = 1.0 / (scale * scale);
  const std::size_t groups = t.ends.size();
  double sum_e = 0.0, sum_ex = 0.0, squares = 0.0, linear = 0.0;
  std::size_t start = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    const double effect = p[3 + g];
    const GroupSums s =
        group_sums(t.x.data() + start, t.ends[g] - start, intercept + effect, slope);
    sum_e += s.e;
    sum_ex += s.ex;
    squares += effect * effect;
    linear += effect * t.group_totals[g];
    gradient[3 + g] = t.group_totals[g] - s.e - effect * inverse2;
    start = t.ends[g];
  }
  const auto n = static_cast<double>(groups);
  gradient[0] = t.total - sum_e - 0.25 * intercept;
  gradient[1] = t.total_x - sum_ex - slope;
  gradient[2] = 1.0 - scale * scale + squares * inverse2 - n;
  return t.constant + t.total * intercept + linear + t.total_x * slope - sum_e -
         0.125 * intercept * intercept - 0.5 * slope * slope - 0.5 * scale * scale + log_scale -
         0.5 * squares * inverse2 - n * log_scale;
}

PoissonTables tables_of(const PoissonData& data) {
  PoissonTables t;
  t.group_totals.assign(data.groups, 0.0);
  std::vector<std::vector<double>> rows(data.groups);
  for (std::size_t i = 0; i < data.x.size(); ++i) {
    const auto g = static_cast<std::size_t>(data.group[i]);
    rows[g].push_back(data.x[i]);
    t.group_totals[g] += data.y[i];
    t.total += data.y[i];
    t.total_x += data.x[i] * data.y[i];
    t.constant -= std::lgamma(data.y[i] + 1.0);
  }
  for (const auto& group : rows) {
    t.x.insert(t.x.end(), group.begin(), group.end());
    t.ends.push_back(t.x.size());
  }
  // Of intercept, slope, scale (doubled on the positive half), effects.
  t.constant -= kHalfLog2Pi * (3.0 + static_cast<double>(data.groups));
  t.constant += -std::log(2.0) + std::log(2.0);
  return t;
}

}  // namespace

bool is_available() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

Gradient logistic(const std::vector<double>& x, const std::vector<double>& y, std::size_t columns) {
  if (columns != kMostColumns || y.size() % 8 != 0) return {};
  auto d = std::make_shared<LogisticData>();
  d->tiles = y.size() / 8;
  d->columns = columns;
  d->storage.resize(x.size() + 8);
  double* to = d->storage.data();
  while (reinterpret_cast<std::uintptr_t>(to) % 64 != 0) ++to;
  d->x = to;
  for (std::size_t t = 0; t < d->tiles; ++t) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t i = 8 * t + k;
        *to++ = (y[i] == 1.0 ? 1.0 : -1.0) * x[i + j * y.size()];
      }
    }
  }
  return [d](const double* beta, double* gradient) {
    return logistic_gradient<kMostColumns>(*d, beta, gradient);
  };
}

Gradient poisson(const PoissonData& data) {
  auto t = std::make_shared<PoissonTables>(tables_of(data));
  return [t](const double* x, double* gradient) { return poisson_gradient(*t, x, gradient); };
}

#else

bool is_available() {
  return false;
}
Gradient logistic(const std::vector<double>&, const std::vector<double>&, std::size_t) {
  return {};
}
Gradient poisson(const PoissonData&) {
  return {};
}

#endif

}  // namespace autumn::bench::limits
