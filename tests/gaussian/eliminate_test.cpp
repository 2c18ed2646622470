// These tests compare value, partial derivatives, draws and conditional densities with a dense
// elimination.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <functional>
#include <limits>
#include <numbers>

#include "gaussian/equations/equations.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using Long = long double;
using LongNumbers = NumbersOf<Long>;

// Central differences with steps h, h/2, h/4, extrapolated: error of order h^6, far below 1e-12.
Long derivative(const std::function<Long(const LongNumbers&)>& f, LongNumbers at,
                std::vector<Long> LongNumbers::* part, std::size_t k) {
  const Long x = (at.*part)[k];
  const auto central = [&](Long h) {
    (at.*part)[k] = x + h;
    const Long above = f(at);
    (at.*part)[k] = x - h;
    return (above - f(at)) / (2 * h);
  };
  const Long h = 2e-3L * (std::abs(x) + 1e-3L);
  const Long one = central(h), two = central(h / 2), four = central(h / 4);
  const Long first = (4 * two - one) / 3, second = (4 * four - two) / 3;
  return (16 * second - first) / 15;
}

// At most a dozen of many.
std::size_t stride(std::size_t n) {
  return 1 + n / 12;
}

void expect_partials(const Case& c, const std::function<Long(const LongNumbers&)>& f,
                     const Numbers& partials) {
  const LongNumbers at(c.at);
  const auto compare = [&](std::vector<Long> LongNumbers::* part, const std::vector<double>& got) {
    for (std::size_t k = 0; k < got.size(); k += stride(got.size())) {
      const auto expected = static_cast<double>(derivative(f, at, part, k));
      EXPECT_NEAR(got[k], expected, 1e-10 * (1 + std::abs(expected))) << c.name << ", " << k;
    }
  };
  compare(&LongNumbers::coefficients, partials.coefficients);
  compare(&LongNumbers::constants, partials.constants);
  compare(&LongNumbers::scales, partials.scales);
}

TEST(Eliminate, ValueEqualsTheDenseOne) {
  for (const Case& c : cases()) {
    const Dense<Long> expected = dense(c.block, LongNumbers(c.at));
    const Symbolic symbolic = analyze(c.block);
    std::vector<double> scratch(scratch_size(symbolic));
    const double tolerance =
        1e-13 * static_cast<double>(1 + std::abs(expected.log_normaliser) + expected.rest);
    EXPECT_NEAR(value(c.block, symbolic, c.at.inputs(), scratch),
                static_cast<double>(expected.value()), tolerance)
        << c.name;
    const Parts both = parts(c.block, symbolic, c.at.inputs(), scratch);
    EXPECT_NEAR(both.log_normaliser, static_cast<double>(expected.log_normaliser), tolerance)
        << c.name;
    EXPECT_NEAR(both.rest, static_cast<double>(expected.rest), tolerance) << c.name;
  }
}

TEST(Eliminate, PartialsEqualDifferences) {
  for (const Case& c : cases()) {
    const auto f = [&](const LongNumbers& at) { return dense(c.block, at).value(); };
    expect_partials(c, f, evaluate(c.block, c.at).partials);
  }
}

TEST(Eliminate, PartialsOfTheTwoPartsEqualDifferences) {
  for (const Case& c : cases()) {
    const Symbolic symbolic = analyze(c.block);
    std::vector<double> scratch(scratch_size(symbolic));
    Numbers normaliser = c.at, rest = c.at;
    const PartsPartials partials{
        .log_normaliser = {normaliser.coefficients, normaliser.constants, normaliser.scales},
        .rest = {rest.coefficients, rest.constants, rest.scales}};
    const Parts both = parts_and_partials(c.block, symbolic, c.at.inputs(), partials, scratch);
    EXPECT_EQ(both.rest, parts(c.block, symbolic, c.at.inputs(), scratch).rest);
    const auto f = [&](const LongNumbers& at) { return dense(c.block, at).log_normaliser; };
    expect_partials(c, f, normaliser);
    const auto g = [&](const LongNumbers& at) { return dense(c.block, at).rest; };
    expect_partials(c, g, rest);
  }
}

TEST(Eliminate, PartialsNobodyWantsMayBeLeftOut) {
  for (const Case& c : cases()) {
    const Symbolic symbolic = analyze(c.block);
    std::vector<double> scratch(scratch_size(symbolic));
    const Evaluated all = evaluate(c.block, c.at);
    Numbers some = c.at;
    value_and_partials(c.block, symbolic, c.at.inputs(), {{}, {}, some.scales}, scratch);
    EXPECT_EQ(some.scales, all.partials.scales);
    value_and_partials(c.block, symbolic, c.at.inputs(), {{}, some.constants, {}}, scratch);
    EXPECT_EQ(some.constants, all.partials.constants);
    value_and_partials(c.block, symbolic, c.at.inputs(), {some.coefficients, {}, {}}, scratch);
    EXPECT_EQ(some.coefficients, all.partials.coefficients);
  }
}

struct Conditional {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
  double log_determinant;  // of the inverse covariance's factor
};

Conditional dense_conditional(const Case& c) {
  using Matrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
  const auto factor = dense(c.block, LongNumbers(c.at)).factor;
  const auto n = static_cast<Eigen::Index>(c.block.columns);
  Matrix t = Matrix::Zero(n, n), d(n, 1);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i; j < n; ++j) t(i, j) = factor[i][j];
    d(i, 0) = factor[i][n];
  }
  const Matrix inverse = t.triangularView<Eigen::Upper>().solve(Matrix::Identity(n, n));
  return {.mean = (inverse * d).cast<double>(),
          .covariance = (inverse * inverse.transpose()).cast<double>(),
          .log_determinant = static_cast<double>(t.diagonal().array().abs().log().sum())};
}

// A block whose columns have been eliminated, to draw them from.
struct Eliminated {
  Symbolic symbolic;
  std::vector<double> scratch;

  explicit Eliminated(const Case& c) : symbolic(analyze(c.block)), scratch(scratch_size(symbolic)) {
    eliminate(c.block, symbolic, c.at.inputs(), scratch);
  }

  [[nodiscard]] Eigen::VectorXd drawn(const Eigen::VectorXd& z) const {
    Eigen::VectorXd u(z.size());
    draw(symbolic, scratch, {z.data(), static_cast<std::size_t>(z.size())},
         {u.data(), static_cast<std::size_t>(u.size())});
    return u;
  }
};

// A draw is affine in z, so n + 1 of them give its mean and its covariance exactly.
TEST(Eliminate, DrawsHaveTheConditionalMeanAndCovariance) {
  for (const Case& c : cases()) {
    const Conditional expected = dense_conditional(c);
    const Eliminated given(c);
    const Eigen::Index n = expected.mean.size();
    const Eigen::VectorXd mean = given.drawn(Eigen::VectorXd::Zero(n));
    EXPECT_LT((mean - expected.mean).norm(), 1e-11 * (1 + expected.mean.norm())) << c.name;
    Eigen::MatrixXd spread(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      spread.col(j) = given.drawn(Eigen::VectorXd::Unit(n, j)) - mean;
    }
    EXPECT_LT((spread * spread.transpose() - expected.covariance).norm(),
              1e-11 * (1 + expected.covariance.norm()))
        << c.name;
  }
}

TEST(Eliminate, LogConditionalIsTheDensityOfTheDraws) {
  for (const Case& c : cases()) {
    const Conditional expected = dense_conditional(c);
    const Eliminated given(c);
    const Eigen::Index n = expected.mean.size();
    Random random = test_random(5);
    Eigen::VectorXd z(n);
    for (double& x : z) x = random.normal();
    const Eigen::VectorXd u = given.drawn(z);
    const double density = expected.log_determinant -
                           static_cast<double>(n) / 2 * std::log(2 * std::numbers::pi) -
                           z.squaredNorm() / 2;
    const double got =
        log_conditional(given.symbolic, given.scratch, {u.data(), static_cast<std::size_t>(n)});
    EXPECT_NEAR(got, density, 1e-11 * (1 + std::abs(density) + z.squaredNorm())) << c.name;
  }
}

// The sum of the log densities of all rows, with the weights and counts of the block.
Long log_joint(const Case& c, const Eigen::VectorXd& u) {
  Long sum = c.block.constant_term -
             static_cast<Long>(u.size()) / 2 * std::log(2 * std::numbers::pi_v<Long>);
  for (const auto& row : scaled_rows(c.block, LongNumbers(c.at))) {
    Long residual = row.back();
    for (Eigen::Index j = 0; j < u.size(); ++j) residual -= row[static_cast<std::size_t>(j)] * u[j];
    sum -= residual * residual / 2;
  }
  for (std::size_t k = 0; k < c.block.scales; ++k) {
    const Long s = c.at.scales[k];
    sum -= c.block.scale_count[k] * std::log(s) + c.block.scale_rest[k] / (2 * s * s);
  }
  return sum;
}

TEST(Eliminate, JointIsMarginalTimesConditional) {
  for (const Case& c : cases()) {
    const Symbolic symbolic = analyze(c.block);
    std::vector<double> scratch(scratch_size(symbolic));
    const double marginal = value(c.block, symbolic, c.at.inputs(), scratch);
    Random random = test_random(6);
    Eigen::VectorXd u(static_cast<Eigen::Index>(c.block.columns));
    for (double& x : u) x = random.normal();
    const double conditional = log_conditional(symbolic, scratch, {u.data(), c.block.columns});
    const auto joint = static_cast<double>(log_joint(c, u));
    const double size = 1 + std::abs(joint) + std::abs(marginal) + std::abs(conditional);
    EXPECT_NEAR(joint, marginal + conditional, 1e-12 * size) << c.name;
  }
}

// Too large for differences: d/dlog s_i = e_i^2 + |Q1_i|^2 - 1 with residuals e and the thin factor
// Q1 of all scaled rows.
TEST(Eliminate, CrossedEffectsOf200By200EqualTheDenseOnes) {
  const Case c = crossed(200, 200, 1500);
  const auto rows = scaled_rows(c.block, NumbersOf<double>(c.at));
  const auto n = static_cast<Eigen::Index>(c.block.columns);
  Eigen::MatrixXd a(static_cast<Eigen::Index>(rows.size()), n);
  Eigen::VectorXd f(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    a.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[i].data(), n);
    f[i] = rows[i].back();
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(a);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(a.rows(), n);
  const Eigen::VectorXd e = f - q * (q.transpose() * f);
  double expected = -qr.matrixQR().diagonal().array().abs().log().sum() - e.squaredNorm() / 2;
  std::vector<double> by_log_scale(c.block.scales, 0.0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const std::int32_t k = c.block.scale_slot[i];
    expected -= std::log(c.at.scales[k]);
    by_log_scale[k] += e[i] * e[i] + q.row(i).squaredNorm() - 1;
  }
  const Evaluated got = evaluate(c.block, c.at);
  EXPECT_NEAR(got.value, expected, 1e-11 * std::abs(expected));
  for (std::size_t k = 0; k < c.block.scales; ++k) {
    EXPECT_NEAR(got.partials.scales[k] * c.at.scales[k], by_log_scale[k],
                1e-11 * (1 + std::abs(by_log_scale[k])));
  }
}

TEST(Eliminate, NotANumberGivesNotANumber) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const Case& c : cases()) {
    const auto spoiled = [&](std::vector<double> Numbers::* part, std::size_t k, double x) {
      Numbers at = c.at;
      (at.*part)[k] = x;
      return evaluate(c.block, at).value;
    };
    EXPECT_TRUE(std::isnan(spoiled(&Numbers::scales, 0, kNaN))) << c.name;
    EXPECT_TRUE(std::isnan(spoiled(&Numbers::scales, 0, 0.0))) << c.name;
    EXPECT_FALSE(
        std::isfinite(spoiled(&Numbers::scales, 0, std::numeric_limits<double>::infinity())))
        << c.name;
    EXPECT_TRUE(std::isnan(spoiled(&Numbers::scales, 0, -1.0))) << c.name;
    if (c.block.constants > 0 && c.name != "flat") {
      EXPECT_TRUE(std::isnan(spoiled(&Numbers::constants, 0, kNaN))) << c.name;
    }
  }
}

Symbolic with_equations(const Block& block) {
  Symbolic symbolic = analyze(block);
  symbolic.equations = equations::find_equations(block);
  return symbolic;
}

TEST(Eliminate, FrontsTakeMemoryThatTheyWereNotGiven) {
  const Case c = nearly_alike();
  const Symbolic symbolic = with_equations(c.block);
  ASSERT_FALSE(has_fast_answer(c.block, symbolic, c.at.inputs()));
  std::vector<double> enough(scratch_size(symbolic));
  const double expected = value(c.block, analyze(c.block), c.at.inputs(), enough);
  std::vector<double> little(equations::scratch_size(*symbolic.equations));
  ASSERT_TRUE(std::isfinite(expected));
  EXPECT_EQ(value(c.block, symbolic, c.at.inputs(), little), expected);
}

TEST(Eliminate, WhatIsTooDearForFrontsIsRejected) {
  const Case c = nearly_alike();
  Symbolic symbolic = with_equations(c.block);
  symbolic.flops = 1e11;
  EXPECT_TRUE(std::isnan(evaluate(c.block, symbolic, c.at).value));
  for (const double partial : evaluate(c.block, symbolic, c.at).partials.scales) {
    EXPECT_TRUE(std::isnan(partial));
  }
  symbolic.equations.reset();  // fronts are then the only way
  EXPECT_TRUE(std::isfinite(evaluate(c.block, symbolic, c.at).value));
}

TEST(Eliminate, ImpossibleScalesAreRejectedOnEveryWay) {
  for (const double scale : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    Case c = crossed(6, 5, 40);
    c.at.scales.back() = scale;
    for (const Symbolic& way : ways(c.block)) {
      EXPECT_TRUE(std::isnan(evaluate(c.block, way, c.at).value)) << scale;
    }
  }
}

TEST(Eliminate, ColumnsThatNothingDeterminesAreFound) {
  Case c{.name = "deficient", .block = {}, .at = {}};
  c.block.columns = 7;
  const auto s = c.add_scale(1.0);
  c.add_row({{.column = 0}}, 1.0, s);
  c.add_row({{.column = 0}, {.column = 0, .multiplier = -1}, {.column = 1}}, 1.0, s);
  c.add_row({{.column = 2}, {.column = 3}}, 1.0, s);  // only their sum
  c.add_row({{.column = 2}, {.column = 3}}, 2.0, s);
  const int zero = c.add_coefficient(0.0);
  c.add_row({{.column = 4, .multiplier = 1, .slot = zero}, {.column = 5}}, 1.0,
            s);  // column 6: none
  c.add_row({{.column = 4, .multiplier = 1, .slot = zero}, {.column = 5}}, 2.0, s);
  const Symbolic symbolic = analyze(c.block);
  const std::vector<std::uint32_t> columns = deficient_columns(c.block, symbolic, c.at.inputs());
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_TRUE(columns[0] == 2 || columns[0] == 3);
  EXPECT_EQ(columns[1], 4U);
  EXPECT_EQ(columns[2], 6U);
  EXPECT_TRUE(std::isnan(evaluate(c.block, c.at).value));
  for (const Case& fine : cases()) {
    EXPECT_TRUE(deficient_columns(fine.block, analyze(fine.block), fine.at.inputs()).empty())
        << fine.name;
  }
}

}  // namespace
}  // namespace autumn::gaussian::testing
