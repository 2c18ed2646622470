// These tests look at transforms as functions: there and back, their Jacobians, and what they
// make.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "model/constrain.h"
#include "trace/distribution_symbolic.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using testing::error_of;
using testing::generated;
using testing::must_trace;
using testing::transformed;

// The total of all factors of a program at a point.
double log_density_at(const Traced& program, const Numbers& point) {
  expr::Builder builder(program.model.graph);
  std::vector<expr::NodeId> roots;
  for (const model::Factor& factor : program.model.factors) {
    roots.push_back(model::log_density(builder, factor));
  }
  double total = 0.0;
  const expr::Graph graph = std::move(builder).finish({});
  for (const auto& array : interpret(graph, roots, testing::arrays_of(graph, point))) {
    total += std::accumulate(array.numbers.begin(), array.numbers.end(), 0.0);
  }
  return total;
}

struct TransformCase {
  std::string name;
  std::string type;       // of the unconstrained numbers
  std::string made;       // of the result
  std::string arguments;  // after the first
  model::SupportKind kind;
  std::vector<std::size_t> dims;
};

using model::SupportKind;

const TransformCase kCases[] = {
    {"lower_bound", "vector[3]", "vector[3]", ", -0.5", SupportKind::kLower, {3}},
    {"upper_bound", "vector[3]", "vector[3]", ", [2, 3, 4]'", SupportKind::kUpper, {3}},
    {"lower_upper_bound",
     "matrix[2,2]",
     "matrix[2,2]",
     ", -1, 2.5",
     SupportKind::kInterval,
     {2, 2}},
    {"offset_multiplier", "array[3] real", "array[3] real", ", 1, 2", SupportKind::kReal, {3}},
    {"ordered", "vector[4]", "vector[4]", "", SupportKind::kOrdered, {4}},
    {"positive_ordered",
     "array[2] vector[3]",
     "array[2] vector[3]",
     "",
     SupportKind::kPositiveOrdered,
     {2, 3}},
    {"simplex", "array[2] vector[2]", "array[2] vector[3]", "", SupportKind::kSimplex, {2, 3}},
    {"stochastic_row", "matrix[2,2]", "matrix[2,3]", "", SupportKind::kSimplex, {2, 3}},
    {"stochastic_column", "matrix[2,3]", "matrix[3,3]", "", SupportKind::kColumnStochastic, {3, 3}},
    {"stochastic_column",
     "array[2] matrix[2,3]",
     "array[2] matrix[3,3]",
     "",
     SupportKind::kColumnStochastic,
     {2, 3, 3}},
    {"sum_to_zero", "vector[3]", "vector[4]", "", SupportKind::kSumToZero, {4}},
    {"sum_to_zero", "matrix[2,3]", "matrix[3,4]", "", SupportKind::kSumToZeroMatrix, {3, 4}},
    {"sum_to_zero",
     "array[2] matrix[1,2]",
     "array[2] matrix[2,3]",
     "",
     SupportKind::kSumToZeroMatrix,
     {2, 2, 3}},
    {"cholesky_factor_corr", "vector[3]", "matrix[3,3]", ", 3", SupportKind::kCholeskyCorr, {3, 3}},
    {"cholesky_factor_cov",
     "vector[5]",
     "matrix[3,2]",
     ", 3, 2",
     SupportKind::kCholeskyCov,
     {3, 2}},
    {"corr_matrix",
     "array[2] vector[3]",
     "array[2] matrix[3,3]",
     ", 3",
     SupportKind::kCorrMatrix,
     {2, 3, 3}},
    {"cov_matrix", "vector[6]", "matrix[3,3]", ", 3", SupportKind::kCovMatrix, {3, 3}},
};

Numbers some_point(std::size_t size) {
  Numbers point;
  for (std::size_t i = 0; i < size; ++i)
    point.push_back(std::sin(1.0 + 2.3 * static_cast<double>(i)));
  return point;
}

// The transform of a declared parameter at the same unconstrained numbers.
Numbers declared(const TransformCase& c, const Numbers& free, double& log_jacobian) {
  expr::Builder builder;
  model::Variable variable;
  variable.dims = c.dims;
  variable.support.kind = c.kind;
  const auto constant = [&](const Numbers& x) {
    const auto shape = x.size() == 1 ? expr::Shape::scalar() : expr::Shape::vector(x.size());
    return expr::Term(builder, builder.constant(shape, x));
  };
  model::SupportTerms support;
  if (c.name == "lower_bound") support.lower = constant({-0.5});
  if (c.name == "upper_bound") support.upper = constant({2, 3, 4});
  if (c.name == "lower_upper_bound") {
    support.lower = constant({-1.0});
    support.upper = constant({2.5});
  }
  if (c.name == "offset_multiplier") {
    support.offset = constant({1.0});
    support.multiplier = constant({2.0});
  }
  const auto both = model::constrain(variable, support, constant(free));
  const std::vector<expr::NodeId> roots{both.value.id(), both.log_jacobian.id()};
  const auto arrays = interpret(builder.graph(), roots, {});
  log_jacobian = arrays[1].numbers[0];
  return arrays[0].numbers;
}

void expect_near(const Numbers& a, const Numbers& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << what << " " << i;
}

TEST(TransformFunctions, DoWhatDeclaredTypesDo) {
  for (const TransformCase& c : kCases) {
    const std::string head =
        "parameters { " + c.type + " u; } transformed parameters { " + c.made + " x = ";
    const Traced plain = must_trace(head + c.name + "_constrain(u" + c.arguments + "); }");
    const Traced with_jacobian = must_trace(head + c.name + "_jacobian(u" + c.arguments + "); }");
    const std::size_t size =
        plain.model.variables.empty() ? 0 : size_of(plain.model.variables[0].dims);
    const Numbers point = some_point(size);
    double log_jacobian = 0.0;
    const Numbers expected = declared(c, point, log_jacobian);
    expect_near(transformed(plain, point), expected, c.name);
    expect_near(transformed(with_jacobian, point), expected, c.name);
    EXPECT_EQ(log_density_at(plain, point), 0.0) << c.name;
    EXPECT_NEAR(log_density_at(with_jacobian, point), log_jacobian, 1e-12) << c.name;
  }
}

TEST(TransformFunctions, GoBackToWhereTheyCameFrom) {
  for (const TransformCase& c : kCases) {
    const std::string there = c.name + "_constrain(u" + c.arguments + ")";
    const bool is_scalar = c.name.find("bound") != std::string::npos || c.name[1] == 'f';
    const std::string back =
        c.name + "_unconstrain(" + there + (is_scalar ? c.arguments : "") + ")";
    const Traced program = must_trace("parameters { " + c.type + " u; } transformed parameters { " +
                                      c.type + " v = " + back + "; }");
    const Numbers point = some_point(size_of(program.model.variables.at(0).dims));
    expect_near(transformed(program, point), point, c.name);
    if (c.kind < SupportKind::kCholeskyCorr || c.kind > SupportKind::kCovMatrix) continue;
    const std::string zeros = c.type.starts_with("array") ? "{[0.3, -0.2, 0.5]', [0.1, 0.7, -0.4]'}"
                              : c.type == "vector[3]"     ? "[0.3, -0.2, 0.5]'"
                              : c.type == "vector[5]"     ? "[0.3, -0.2, 0.5, 0.9, -1]'"
                                                          : "[0.3, -0.2, 0.5, 0.9, -1, 0.2]'";
    const Numbers difference =
        generated(c.type + " u = " + zeros + "; " + c.type + " v = " + back + ";");
    const std::size_t half = difference.size() / 2;
    expect_near({difference.begin(), difference.begin() + static_cast<std::ptrdiff_t>(half)},
                {difference.begin() + static_cast<std::ptrdiff_t>(half), difference.end()}, c.name);
  }
}

TEST(TransformFunctions, MakeColumnsThatSumToOneAndMatricesThatSumToZero) {
  const Numbers columns = generated(
      "matrix[3,2] x = stochastic_column_constrain([[0.1, 2], [-0.5, 1]]);"
      " matrix[2,2] back = stochastic_column_unconstrain(x);");
  EXPECT_NEAR(columns[0] + columns[1] + columns[2], 1.0, 1e-14);
  EXPECT_NEAR(columns[3] + columns[4] + columns[5], 1.0, 1e-14);
  expect_near({columns.begin() + 6, columns.end()}, {0.1, -0.5, 2, 1}, "columns");
  const Numbers zero = generated(
      "matrix[3,2] x = sum_to_zero_constrain([[0.4], [-1.5]]);"
      " matrix[2,1] back = sum_to_zero_unconstrain(x);");
  EXPECT_NEAR(zero[0] + zero[1] + zero[2], 0.0, 1e-14);
  EXPECT_NEAR(zero[0] + zero[3], 0.0, 1e-14);
  EXPECT_NEAR(zero[1] + zero[4], 0.0, 1e-14);
  expect_near({zero.begin() + 6, zero.end()}, {0.4, -1.5}, "zero");
}

TEST(TransformFunctions, SayWhatDoesNotFit) {
  EXPECT_NE(error_of("transformed data { matrix[3,3] x = corr_matrix_constrain([1, 2]', 3); }")
                .find("numbers of unconstrained elements"),
            std::string::npos);
  EXPECT_NE(error_of("transformed data { vector[3] u = corr_matrix_unconstrain([[1, 2, 0], [2, 1, "
                     "0], [0, 0, 1]]); }")
                .find("the value is no corr_matrix"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
