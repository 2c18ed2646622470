// These tests check the transforms: values lie in the support, Jacobians are those of the numbers.
#include "model/constrain.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dist/domain.h"
#include "model/constrain_items.h"
#include "model/transforms.h"
#include "passes/support.h"

namespace autumn::model::testing {
namespace {

using enum SupportKind;

double bound_at(const Numbers& bound, std::size_t i, double otherwise) {
  if (bound.empty()) return otherwise;
  return bound.size() == 1 ? bound[0] : bound[i];
}

void expect_between_bounds(const Declared& declared, const Numbers& value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    EXPECT_GT(value[i], bound_at(declared.bounds.lower, i, -kInfinity)) << declared.name();
    EXPECT_LT(value[i], bound_at(declared.bounds.upper, i, kInfinity)) << declared.name();
  }
}

bool are_columns(dist::Domain domain, const Layout& layout, const Numbers& item) {
  for (auto start = item.begin(); start != item.end();) {
    const auto end = start + static_cast<std::ptrdiff_t>(layout.rows);
    if (dist::find_violation(domain, {Shape::vector(layout.rows), Numbers(start, end)})) {
      return false;
    }
    start = end;
  }
  return true;
}

bool are_sums_zero(const Layout& layout, const Numbers& item) {
  Numbers rows(layout.rows, 0.0);
  Numbers columns(layout.cols, 0.0);
  for (std::size_t e = 0; e < item.size(); ++e) {
    rows[e % layout.rows] += item[e];
    columns[e / layout.rows] += item[e];
  }
  const auto is_zero = [](double x) { return std::fabs(x) < 1e-14; };
  return std::all_of(rows.begin(), rows.end(), is_zero) &&
         std::all_of(columns.begin(), columns.end(), is_zero);
}

// Numbers that the domain of a distribution says are what the support promises.
bool is_item_in(SupportKind kind, const Layout& layout, const Numbers& item) {
  if (item.empty()) return true;
  const Shape vector = Shape::vector(layout.rows);
  const Shape matrix = Shape::matrix(layout.rows, layout.cols);
  const auto is_in = [&](dist::Domain domain, const Shape& shape) {
    return !dist::find_violation(domain, {shape, item});
  };
  switch (kind) {
    case kReal:
    case kLower:
    case kUpper:
    case kInterval: return true;
    case kSimplex: return is_in(dist::Domain::kSimplex, vector);
    case kOrdered: return is_in(dist::Domain::kOrdered, vector);
    case kPositiveOrdered: return is_in(dist::Domain::kOrdered, vector) && item[0] > 0.0;
    case kUnitVector: {
      double norm = 0.0;
      for (const double x : item) norm += x * x;
      return std::fabs(norm - 1.0) < 1e-14;
    }
    case kSumToZero: {
      double sum = 0.0;
      for (const double x : item) sum += x;
      return std::fabs(sum) < 1e-14;
    }
    case kColumnStochastic: return are_columns(dist::Domain::kSimplex, layout, item);
    case kSumToZeroMatrix: return are_sums_zero(layout, item);
    case kCholeskyCorr: return is_in(dist::Domain::kCholeskyCorr, matrix);
    case kCholeskyCov: return is_in(dist::Domain::kCholeskyFactor, matrix);
    case kCorrMatrix: return is_in(dist::Domain::kCorrelation, matrix);
    case kCovMatrix: return is_in(dist::Domain::kPositiveDefinite, matrix);
  }
  return false;
}

TEST(Constrain, ValuesLieInTheSupport) {
  Random random({.seed = 1});
  for (const Declared& declared : all_supports()) {
    const Layout layout = layout_of(declared);
    for (int repeat = 0; repeat < 5; ++repeat) {
      const Numbers free = uniform_numbers(random, declared.free_size(), -2.0, 2.0);
      const Values values = transform(declared, free);
      ASSERT_EQ(values.value.size(), node_shape(declared.dims).size()) << declared.name();
      expect_between_bounds(declared, values.value);
      for (std::size_t i = 0; i < layout.count; ++i) {
        EXPECT_TRUE(is_item_in(declared.kind, layout, item_of(values.value, layout.count, i)))
            << declared.name();
      }
    }
  }
}

TEST(Constrain, ValuesHaveTheShapeOfTheNode) {
  for (const Declared& declared : all_supports()) {
    const Graph graph = transform_graph(declared);
    ASSERT_TRUE(check(graph).is_ok()) << declared.name();
    EXPECT_EQ(graph.shape(graph.outputs()[0]), node_shape(declared.dims)) << declared.name();
    EXPECT_EQ(graph.shape(graph.outputs()[1]), Shape::scalar()) << declared.name();
  }
}

// Elements of an item that determine it, as many as it has free numbers.
std::vector<std::size_t> independent_elements(SupportKind kind, const Layout& layout) {
  std::vector<std::size_t> elements;
  for (std::size_t c = 0; c < layout.cols; ++c) {
    for (std::size_t r = 0; r < layout.rows; ++r) {
      const bool is_simplex = kind == kSimplex || kind == kColumnStochastic;
      const bool is_left_out = (is_simplex && r + 1 == layout.rows) ||
                               ((kind == kCholeskyCorr || kind == kCorrMatrix) && r <= c) ||
                               ((kind == kCholeskyCov || kind == kCovMatrix) && r < c);
      if (!is_left_out) elements.push_back(r + layout.rows * c);
    }
  }
  return elements;
}

// d value / d free_k by four levels of Richardson's extrapolation of central differences: exact to
// the eighth order, and to about 1e-13 in all.
Numbers slopes(const Graph& graph, Numbers free, std::size_t k) {
  constexpr std::size_t kLevels = 4;
  const double at = free[k];
  std::vector<Numbers> table;
  double h = 0.04;
  for (std::size_t level = 0; level < kLevels; ++level, h /= 2.0) {
    free[k] = at + h;
    Numbers slope = evaluate(graph, free).value;
    free[k] = at - h;
    const Numbers below = evaluate(graph, free).value;
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (slope[i] - below[i]) / (2.0 * h);
    table.push_back(std::move(slope));
  }
  double factor = 4.0;
  for (std::size_t order = 1; order < kLevels; ++order, factor *= 4.0) {
    for (std::size_t level = 0; level + order < kLevels; ++level) {
      for (std::size_t i = 0; i < table[level].size(); ++i) {
        table[level][i] = (factor * table[level + 1][i] - table[level][i]) / (factor - 1.0);
      }
    }
  }
  return table[0];
}

// By Gaussian elimination with row exchanges; `columns` are those of a square matrix.
double log_abs_determinant(std::vector<Numbers> columns) {
  double result = 0.0;
  const std::size_t n = columns.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k; r < n; ++r) {
      if (std::fabs(columns[k][r]) > std::fabs(columns[k][pivot])) pivot = r;
    }
    for (Numbers& column : columns) std::swap(column[k], column[pivot]);
    result += std::log(std::fabs(columns[k][k]));
    for (std::size_t c = k + 1; c < n; ++c) {
      const double factor = columns[c][k] / columns[k][k];
      for (std::size_t r = k + 1; r < n; ++r) columns[c][r] -= factor * columns[k][r];
    }
  }
  return result;
}

double numerical_log_jacobian(const Declared& declared, const Numbers& free) {
  const Graph graph = transform_graph(declared);
  const Layout layout = layout_of(declared);
  std::vector<std::size_t> elements;
  for (const std::size_t e : independent_elements(declared.kind, layout)) {
    for (std::size_t i = 0; i < layout.count; ++i) elements.push_back(i + layout.count * e);
  }
  EXPECT_EQ(elements.size(), free.size());
  std::vector<Numbers> columns;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const Numbers slope = slopes(graph, free, k);
    Numbers& column = columns.emplace_back();
    for (const std::size_t e : elements) column.push_back(slope[e]);
  }
  return log_abs_determinant(std::move(columns));
}

TEST(Constrain, LogJacobianIsTheLogDeterminantOfDifferences) {
  Random random({.seed = 2});
  for (const Declared& declared : all_supports()) {
    // Its coordinates are one more than its degrees of freedom: see below.
    if (declared.kind == kUnitVector || declared.free_size() == 0) continue;
    // Volume in the plane of vectors that sum to zero: see below.
    if (declared.kind == kSumToZero || declared.kind == kSumToZeroMatrix) continue;
    const bool is_scalar = declared.kind <= kInterval && declared.dims.size() == 1;
    if (declared.kind <= kInterval && !is_scalar) continue;  // the same element by element
    const Numbers free = uniform_numbers(random, declared.free_size(), -1.2, 1.2);
    const double expected = numerical_log_jacobian(declared, free);
    EXPECT_NEAR(transform(declared, free).log_jacobian, expected,
                1e-9 * (1.0 + std::fabs(expected)))
        << declared.name();
  }
}

TEST(Constrain, NothingFreeHasNoLogJacobian) {
  for (const Declared& declared : all_supports()) {
    if (declared.free_size() > 0) continue;
    const Values values = transform(declared, {});
    EXPECT_EQ(values.log_jacobian, 0.0) << declared.name();
    const bool is_zero = declared.kind == kSumToZero || declared.kind == kSumToZeroMatrix;
    const double only = is_zero ? 0.0 : 1.0;
    for (const double x : values.value) EXPECT_EQ(x, only) << declared.name();
  }
}

// Lengths are kept, so the volume of the plane is that of the free coordinates.
TEST(Constrain, SumToZeroIsAnIsometry) {
  Random random({.seed = 5});
  for (const Declared& declared : {Declared{kSumToZero, {5}}, Declared{kSumToZeroMatrix, {4, 3}}}) {
    const Numbers free = uniform_numbers(random, declared.free_size(), -2.0, 2.0);
    const Values values = transform(declared, free);
    double before = 0.0;
    double after = 0.0;
    for (const double x : free) before += x * x;
    for (const double x : values.value) after += x * x;
    EXPECT_NEAR(after, before, 1e-14) << declared.name();
    EXPECT_EQ(values.log_jacobian, 0.0) << declared.name();
  }
}

// Long vectors are made of running sums, short ones by the matrix of the basis.
TEST(Constrain, LongVectorsAreTheBasisTimesTheirCoordinates) {
  Random random({.seed = 6});
  for (const std::size_t n : {11U, 12U, 13U, 40U}) {
    for (const std::size_t count : {1U, 3U}) {
      const Declared declared{kSumToZero, {count, n}};
      const Numbers free = uniform_numbers(random, declared.free_size(), -2.0, 2.0);
      const Numbers value = transform(declared, free).value;
      const Numbers basis = helmert_basis(n);
      for (std::size_t e = 0; e < value.size(); ++e) {
        const std::size_t item = e % count, place = e / count;
        double expected = 0.0;
        for (std::size_t j = 0; j + 1 < n; ++j) {
          expected += basis[place + n * j] * free[item + count * j];
        }
        EXPECT_NEAR(value[e], expected, 1e-14) << declared.name();
      }
    }
  }
}

// Along each side, free number i gives i + 1 parts to place i and takes one part from each place
// before it and from the last one; parts are such that lengths are kept.
TEST(Constrain, SumToZeroMatrixIsThatOfStan) {
  const std::size_t rows = 4;
  const std::size_t cols = 3;
  const auto weight = [](std::size_t place, std::size_t i, std::size_t last) {
    const double part = 1.0 / std::sqrt(static_cast<double>((i + 1) * (i + 2)));
    if (place == i) return static_cast<double>(i + 1) * part;
    return place < i || place == last ? -part : 0.0;
  };
  const Numbers free{0.3, -1.2, 0.8, 2.0, 0.1, -0.7};  // 3 x 2
  const Values values = transform({kSumToZeroMatrix, {rows, cols}}, free);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) {
      double expected = 0.0;
      for (std::size_t k = 0; k < free.size(); ++k) {
        expected += weight(r, k % 3, rows - 1) * free[k] * weight(c, k / 3, cols - 1);
      }
      EXPECT_NEAR(values.value[r + rows * c], expected, 1e-14) << r << " " << c;
    }
  }
}

// Column c is the simplex of column c of the free numbers.
TEST(Constrain, ColumnsOfAStochasticMatrixAreSimplexes) {
  const Numbers free{0.3, -1.2, 0.8, 2.0, 0.1, -0.7};  // 2 x 3
  const Values together = transform({kColumnStochastic, {3, 3}}, free);
  double log_jacobian = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    const Values alone = transform({kSimplex, {3}}, {free[2 * c], free[2 * c + 1]});
    for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(together.value[r + 3 * c], alone.value[r]);
    log_jacobian += alone.log_jacobian;
  }
  EXPECT_NEAR(together.log_jacobian, log_jacobian, 1e-14);
}

// The layout that constrain.h promises: coordinate k of item i is number i + count * k.
TEST(Constrain, ArraysAreTheirItems) {
  Random random({.seed = 3});
  for (const Declared& declared : item_supports()) {
    const Layout layout = layout_of(declared);
    const Numbers free = uniform_numbers(random, declared.free_size(), -2.0, 2.0);
    const Values together = transform(declared, free);
    Declared one = declared;
    one.dims.erase(one.dims.begin(),
                   one.dims.end() - static_cast<std::ptrdiff_t>(item_rank(declared.kind)));
    double log_jacobian = 0.0;
    for (std::size_t i = 0; i < layout.count; ++i) {
      const Values alone = transform(one, item_of(free, layout.count, i));
      const Numbers item = item_of(together.value, layout.count, i);
      for (std::size_t e = 0; e < item.size(); ++e) {
        EXPECT_NEAR(item[e], alone.value[e], 1e-14 * (1.0 + std::fabs(item[e]))) << declared.name();
      }
      log_jacobian += alone.log_jacobian;
    }
    EXPECT_NEAR(together.log_jacobian, log_jacobian, 1e-12 * (1.0 + std::fabs(log_jacobian)))
        << declared.name();
  }
}

// sum_i w_i value_i + log Jacobian, so that every entry has a say.
Graph weighted_sum_graph(const Declared& declared) {
  const Graph graph = transform_graph(declared);
  Builder builder(graph);
  const Term value(builder, graph.outputs()[0]);
  Numbers weights(value.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = 0.3 + std::sin(static_cast<double>(i));
  }
  const Term w(builder, builder.constant(value.shape(), weights));
  const Term total = sum(w * value) + Term(builder, graph.outputs()[1]);
  return std::move(builder).finish({total.id()});
}

TEST(Constrain, GradientsAgreeWithDifferences) {
  Random random({.seed = 4});
  for (const Declared& declared : all_supports()) {
    const Numbers free = uniform_numbers(random, declared.free_size(), -1.5, 1.5);
    passes::testing::expect_gradient(weighted_sum_graph(declared),
                                     {{Shape::vector(free.size()), free}}, 1e-7, declared.name());
  }
}

Numbers gradient(const Declared& declared, const Numbers& free) {
  const Graph graph = passes::differentiate(weighted_sum_graph(declared)).graph;
  const std::vector<Array> inputs{{Shape::vector(free.size()), free}};
  return interpret(graph, inputs)[1].numbers;
}

TEST(Constrain, BoundsHaveTheirFormulas) {
  const Values above = transform({kLower, {2}, {.lower = {3.0}}}, {0.5, -2.0});
  EXPECT_EQ(above.value, (Numbers{3.0 + std::exp(0.5), 3.0 + std::exp(-2.0)}));
  EXPECT_EQ(above.log_jacobian, -1.5);
  const Values below = transform({kUpper, {2}, {.upper = {3.0}}}, {0.5, -2.0});
  EXPECT_EQ(below.value, (Numbers{3.0 - std::exp(0.5), 3.0 - std::exp(-2.0)}));
  EXPECT_EQ(below.log_jacobian, -1.5);
  const Values inside = transform({kInterval, {}, {.lower = {-1.0}, .upper = {3.0}}}, {0.5});
  const double p = 1.0 / (1.0 + std::exp(-0.5));
  EXPECT_NEAR(inside.value[0], -1.0 + 4.0 * p, 1e-15);
  EXPECT_NEAR(inside.log_jacobian, std::log(4.0 * p * (1.0 - p)), 1e-15);
  const Values scaled = transform({kReal, {2}, {.offset = {1.0}, .multiplier = {3.0}}}, {0.5, -2});
  EXPECT_EQ(scaled.value, (Numbers{2.5, -5.0}));
  EXPECT_EQ(scaled.log_jacobian, 2.0 * std::log(3.0));
}

TEST(Constrain, InfiniteBoundsAreNone) {
  for (const Declared& declared :
       {Declared{kLower, {2}, {.lower = {-kInfinity}}},
        Declared{kUpper, {2}, {.upper = {kInfinity}}},
        Declared{kInterval, {2}, {.lower = {-kInfinity}, .upper = {kInfinity}}}}) {
    const Values values = transform(declared, {0.7, -900.0});
    EXPECT_EQ(values.value, (Numbers{0.7, -900.0})) << declared.name();
    EXPECT_EQ(values.log_jacobian, 0.0) << declared.name();
  }
  const Values half = transform(
      {kInterval, {2}, {.lower = {2.0, -kInfinity}, .upper = {kInfinity, 5.0}}}, {0.5, 0.25});
  EXPECT_EQ(half.value, (Numbers{2.0 + std::exp(0.5), 5.0 - std::exp(0.25)}));
  EXPECT_EQ(half.log_jacobian, 0.75);
}

// Where there is no bound the number may be any, also one whose exponential overflows.
TEST(Constrain, InfiniteBoundsLeaveGradientsFinite) {
  const Numbers far{800.0, -800.0, 1e6, 0.0, -1e6, 3.0};
  for (const Declared& declared :
       {Declared{
            kLower, {6}, {.lower = {-kInfinity, -kInfinity, -kInfinity, 0.0, -kInfinity, 1.0}}},
        Declared{kUpper, {6}, {.upper = {kInfinity, kInfinity, kInfinity, 0.0, kInfinity, 1.0}}},
        Declared{kInterval,
                 {6},
                 {.lower = {-kInfinity, -kInfinity, -kInfinity, 0.0, 0.0, -1.0},
                  .upper = {kInfinity, kInfinity, kInfinity, kInfinity, kInfinity, 2.0}}}}) {
    for (const double x : gradient(declared, far)) EXPECT_TRUE(std::isfinite(x)) << declared.name();
  }
}

// A broadcast is no constant node, but its infinity is as infinite.
TEST(Constrain, InfinityInsideAnExpressionIsNoBound) {
  const Shape shape = Shape::vector(3);
  Builder builder;
  const Term free(builder, builder.input("free", shape));
  const Term lower = broadcast(expr::constant(builder, -kInfinity), shape);
  const Declared declared{kLower, {3}};
  const Constrained constrained = constrain(declared.variable(), {.lower = lower}, free);
  const Graph graph =
      std::move(builder).finish({constrained.value.id(), constrained.log_jacobian.id()});
  const Values values = evaluate(graph, {1.0, -2.0, 3.0});
  EXPECT_EQ(values.value, (Numbers{1.0, -2.0, 3.0}));
  EXPECT_EQ(values.log_jacobian, 0.0);
}

// Stan's recurrence for vectors that sum to zero (Stan Reference Manual 2.37, simplex transform),
// then softmax.
TEST(Constrain, SimplexIsStansIsometricLogRatio) {
  const Numbers free{0.3, -1.2, 0.8, 2.0};
  Numbers z(5, 0.0);
  double sum = 0.0;
  for (std::size_t i = 4; i > 0; --i) {
    const auto n = static_cast<double>(i);
    const double w = free[i - 1] / std::sqrt(n * (n + 1.0));
    sum += w;
    z[i - 1] += sum;
    z[i] -= w * n;
  }
  double total = 0.0;
  for (const double x : z) total += std::exp(x);
  const Values values = transform({kSimplex, {5}}, free);
  double log_jacobian = 0.5 * std::log(5.0);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(values.value[i], std::exp(z[i]) / total, 1e-15);
    log_jacobian += z[i] - std::log(total);
  }
  EXPECT_NEAR(values.log_jacobian, log_jacobian, 1e-13);
}

TEST(Constrain, HelmertBasisIsOrthonormalAndSumsToZero) {
  for (const std::size_t n : {2u, 3u, 7u}) {
    const Numbers basis = helmert_basis(n);
    const auto inner = [&](std::size_t a, std::size_t b) {
      return std::inner_product(basis.begin() + static_cast<std::ptrdiff_t>(n * a),
                                basis.begin() + static_cast<std::ptrdiff_t>(n * (a + 1)),
                                basis.begin() + static_cast<std::ptrdiff_t>(n * b), 0.0);
    };
    for (std::size_t a = 0; a + 1 < n; ++a) {
      for (std::size_t b = 0; b + 1 < n; ++b) EXPECT_NEAR(inner(a, b), a == b ? 1.0 : 0.0, 1e-15);
      const auto start = basis.begin() + static_cast<std::ptrdiff_t>(n * a);
      EXPECT_NEAR(std::accumulate(start, start + static_cast<std::ptrdiff_t>(n), 0.0), 0.0, 1e-15);
    }
  }
}

// A standard normal vector has a direction that is uniform on the sphere, whatever its length.
TEST(Constrain, UnitVectorIsTheDirectionOfANormalVector) {
  const Numbers free{0.6, -1.0, 2.0, 0.1};
  const Values values = transform({kUnitVector, {4}}, free);
  const double norm = std::sqrt(0.36 + 1.0 + 4.0 + 0.01);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values.value[i], free[i] / norm, 1e-15);
  EXPECT_NEAR(values.log_jacobian, -0.5 * (0.36 + 1.0 + 4.0 + 0.01), 1e-14);
}

TEST(Constrain, ExtremeCorrelationsKeepRowsOfUnitLength) {
  for (const double size : {5.0, 19.0, 30.0}) {
    Numbers free(10);
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = i % 3 == 0 ? -size : size;
    const Declared declared{kCholeskyCorr, {5, 5}};
    const Values values = transform(declared, free);
    for (std::size_t r = 0; r < 5; ++r) {
      double norm = 0.0;
      for (std::size_t c = 0; c < 5; ++c) norm += std::pow(values.value[r + 5 * c], 2);
      EXPECT_NEAR(norm, 1.0, 1e-14);
      EXPECT_GT(values.value[6 * r], 0.0);
    }
    EXPECT_TRUE(std::isfinite(values.log_jacobian));
    for (const double x : gradient(declared, free)) EXPECT_TRUE(std::isfinite(x));
    // log(1 - tanh^2 u) = log 4 - 2 |u| to the last digit out here.
    const double a = std::log(4.0) - 2.0 * size;
    EXPECT_NEAR(values.log_jacobian, (10.0 + 0.5 * (1.0 + 3.0 + 6.0)) * a, 3e-3 * size);
  }
}

TEST(Constrain, ExtremesStayFinite) {
  const Values tiny = transform({kLower, {}, {.lower = {0.0}}}, {-700.0});
  EXPECT_EQ(tiny.value[0], std::exp(-700.0));
  EXPECT_GT(tiny.value[0], 0.0);
  EXPECT_EQ(tiny.log_jacobian, -700.0);
  const Values ends =
      transform({kInterval, {2}, {.lower = {0.0}, .upper = {1.0}}}, {-700.0, 700.0});
  EXPECT_GT(ends.value[0], 0.0);
  EXPECT_EQ(ends.value[1], 1.0);
  EXPECT_EQ(ends.log_jacobian, -1400.0);
  const Values corner = transform({kSimplex, {3}}, {400.0, -200.0});
  EXPECT_EQ(corner.value[0] + corner.value[1] + corner.value[2], 1.0);
  EXPECT_TRUE(std::isfinite(corner.log_jacobian));
  for (const double x : gradient({kSimplex, {3}}, {400.0, -200.0})) EXPECT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace autumn::model::testing
