// These tests compare hypergeometric functions with sums of 50 and more digits, where terms in
// doubles cancel or fall slowly, and ask that what has no digits is refused.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "expr/builder.h"
#include "expr/term.h"
#include "model/validity.h"
#include "trace/distribution_symbolic.h"

namespace autumn::trace {
namespace {

struct HypergeometricCase {
  std::vector<double> a;
  std::vector<double> b;
  double z;
  double value;
  std::vector<double> slopes;  // by a, b and z
};

class HypergeometricCancelling : public ::testing::TestWithParam<HypergeometricCase> {};

void expect_close(double found, double expected) {
  EXPECT_NEAR(found, expected, 1e-12 * std::fabs(expected));
}

TEST_P(HypergeometricCancelling, HaveTheirDigits) {
  const HypergeometricCase& c = GetParam();
  const Traced traced = testing::must_trace(fmt::format(
      "parameters {{ vector[{}] a; vector[{}] b; real z; }}\n"
      "transformed parameters {{ real f = hypergeometric_pFq(a, b, z); }}\nmodel {{ }}\n",
      c.a.size(), c.b.size()));
  std::vector<double> point = c.a;
  point.insert(point.end(), c.b.begin(), c.b.end());
  point.push_back(c.z);
  expect_close(testing::transformed(traced, point)[0], c.value);
  const std::vector<double> slopes = testing::gradient(traced, point);
  ASSERT_EQ(slopes.size(), c.slopes.size());
  for (std::size_t i = 0; i < slopes.size(); ++i) expect_close(slopes[i], c.slopes[i]);
}

INSTANTIATE_TEST_SUITE_P(
    FarBelowZero, HypergeometricCancelling,
    ::testing::Values(
        HypergeometricCase{{0.7},
                           {2.4},
                           -30.0,
                           0.12433367112013677,
                           {-0.39702644201809056, 0.052333783435391142, 0.002831046098974061}},
        HypergeometricCase{{0.7, 1.3},
                           {2.4, 3.1},
                           -30.0,
                           0.28662025200565749,
                           {-0.49451247641737672, -0.20308125294404131, 0.08867096151513941,
                            0.064290316469045011, 0.0052707046786376359}},
        HypergeometricCase{{0.7, 1.3},
                           {2.4, 3.1},
                           -60.0,
                           0.19210570700093532,
                           {-0.43257413909418135, -0.16233423983714626, 0.067139220684699991,
                            0.048099650759860987, 0.001920387487771075}},
        HypergeometricCase{{1.5},
                           {2.5, 0.5},
                           -400.0,
                           0.053312614945960235,
                           {0.075780110226820338, -0.042651388027215284, -0.17983446802874989,
                            0.0027009400372433327}}));

INSTANTIATE_TEST_SUITE_P(
    BeyondLongNumbers, HypergeometricCancelling,
    ::testing::Values(HypergeometricCase{{1.5},
                                         {2.5},
                                         -200.0,
                                         0.00046999280149331259,
                                         {-0.0027579109913309676, 0.00059821852845186981,
                                          3.5249460111998445e-6}},
                      HypergeometricCase{
                          {1.5},
                          {2.5},
                          -600.0,
                          9.0450156819783457e-5,
                          {-0.00063058593955957088, 0.00011558327749538148, 2.2612539204945864e-7}},
                      HypergeometricCase{{5.0},
                                         {1.5},
                                         -60.0,
                                         6.3843463965347753e-9,
                                         {-1.6099700083537977e-8, -9.2500240245202964e-9,
                                          5.8109913990742348e-10}}));

INSTANTIATE_TEST_SUITE_P(
    AtTheEndOfTheDisc, HypergeometricCancelling,
    ::testing::Values(
        HypergeometricCase{{1.0, 1.0, 1.0},
                           {2.0, 2.0},
                           -1.0,
                           0.82246703342411322,
                           {-0.15025711289494929, -0.15025711289494929, -0.15025711289494929,
                            0.07118146894936679, 0.07118146894936679, 0.12931985286416791}},
        HypergeometricCase{{0.5, 0.5, 0.5},
                           {2.0, 2.0},
                           -1.0,
                           0.97325241620186215,
                           {-0.050920613479484118, -0.050920613479484118, -0.050920613479484118,
                            0.012132821791065936, 0.012132821791065936, 0.023226469017366417}},
        HypergeometricCase{{1.1, 1.0, 1.0},
                           {3.0, 2.5},
                           1.0,
                           1.2341441996389911,
                           {0.28398627580042628, 0.30811584612573305, 0.30811584612573305,
                            -0.12011203002006302, -0.14062478074709639, 0.46794715763279788}},
        HypergeometricCase{{3.5, 2.0, 1.2},
                           {4.0, 5.5},
                           -0.99,
                           0.73611697698739468,
                           {-0.057160345690361668, -0.10388125934043587, -0.18070132492296322,
                            0.049650105036331661, 0.035574022163922566, 0.18867608309887315}}));

// With numbers above and below that are known, and z a parameter: value and slope.
struct KnownCase {
  std::string a;
  std::string b;
  double z;
  double value;
  double slope;
};

void PrintTo(const KnownCase& c, std::ostream* out) {
  *out << "a = " << c.a << ", b = " << c.b << ", z = " << c.z;
}

Traced with_z(const std::string& a, const std::string& b) {
  return testing::must_trace(fmt::format(
      "parameters {{ real z; }}\ntransformed parameters {{ real f = hypergeometric_pFq({}, {}, z); "
      "}}\nmodel {{ target += fmin(f, 1); }}\n",
      a, b));
}

class HypergeometricPolynomial : public ::testing::TestWithParam<KnownCase> {};

// The sum ends before its terms are divided by zero.
TEST_P(HypergeometricPolynomial, HasTheSlopesOfAPolynomial) {
  const KnownCase& c = GetParam();
  const Traced traced = with_z(c.a, c.b);
  EXPECT_NEAR(testing::transformed(traced, {c.z})[0], c.value, 1e-12 * std::fabs(c.value));
  EXPECT_NEAR(testing::gradient(traced, {c.z})[0], c.slope, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(AboveAPole, HypergeometricPolynomial,
                         ::testing::Values(KnownCase{"[-2, 3]'", "[-5]'", 0.5, 1.75, 1.8},
                                           KnownCase{"[-2, 3]'", "[-5]'", -3.0, 2.8, -2.4},
                                           KnownCase{"[-2]'", "[-4]'", -3.0, 0.25, 0.0},
                                           KnownCase{"[-3]'", "[-3]'", 2.0, 19.0 / 3.0, 5.0},
                                           KnownCase{"[-2, 3]'", "[5]'", -4.0, 12.2, -4.4}));

bool is_refused_at(const Traced& traced, double z) {
  const model::Model model = model::with_validity_factors(traced.model);
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  const auto graph = std::move(builder).finish({total.id()});
  const double density = interpret(graph, testing::arrays_of(graph, {z}))[0].numbers[0];
  return std::isnan(density) || density == -INFINITY;
}

// `fmin` would not feel it.
TEST(Hypergeometric, IsRefusedWhereNoDigitsAreLeft) {
  for (const double z : {-1000.0, -3000.0}) {
    EXPECT_TRUE(is_refused_at(with_z("[1.5]'", "[2.5]'"), z)) << z;
  }
  EXPECT_FALSE(is_refused_at(with_z("[1.5]'", "[2.5]'"), -200.0));
  const Traced two = with_z("[0.7, 1.3]'", "[2.4, 3.1]'");
  EXPECT_TRUE(is_refused_at(two, -200.0));
  EXPECT_FALSE(is_refused_at(two, -60.0));
}

TEST(Hypergeometric, OfNumbersIsRefusedWhereNoDigitsAreLeft) {
  const auto is_refused = [](const std::string& z) {
    const auto traced = testing::traced(
        "generated quantities {\n  real u = hypergeometric_pFq([0.7,"
        " 1.3]', [2.4, 3.1]', " +
        z + ");\n}");
    if (!traced.is_ok()) return true;
    std::vector<double> out(1);
    Random random({.seed = 1});
    return !generate(traced.value().generated, {}, random, out).is_ok();
  };
  EXPECT_TRUE(is_refused("-200"));
  EXPECT_FALSE(is_refused("-60"));
}

}  // namespace
}  // namespace autumn::trace
