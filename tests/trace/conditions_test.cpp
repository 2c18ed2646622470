// These tests compare programs whose ways depend on parameters with programs in which the way of a
// point is written down.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/differentiate.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

struct Slopes {
  double value = 0.0;
  std::vector<double> gradient = {};
};

// The log density in its parameters, which are vectors x[3] or what the program declares.
Slopes density_at(const std::string& program, const std::vector<std::vector<double>>& point) {
  const auto traced = testing::traced(program);
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  if (!traced.is_ok()) return {};
  const model::Model& model = traced.value().model;
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  const auto graph = passes::differentiate(std::move(builder).finish({total.id()})).graph;
  std::vector<expr::Array> inputs;
  for (std::size_t k = 0; k < point.size(); ++k) {
    inputs.push_back({graph.inputs()[k].shape, point[k]});
  }
  const auto outputs = interpret(graph, inputs);
  Slopes result{outputs[0].numbers[0], {}};
  for (std::size_t k = 0; k < point.size(); ++k) {
    const auto& slopes = outputs[k + 1].numbers;
    result.gradient.insert(result.gradient.end(), slopes.begin(), slopes.end());
  }
  return result;
}

std::string with_model(const std::string& statements, const std::string& functions = "") {
  return functions + "\nparameters { vector[3] x; }\nmodel {\n" + statements + "\n}\n";
}

// At a point a program is the same as one without conditions.
struct Way {
  std::vector<double> x;
  std::string plain;
};

struct ConditionCase {
  std::string name;
  std::string program;
  std::vector<Way> ways;
  std::string functions = {};
};

std::ostream& operator<<(std::ostream& out, const ConditionCase& c) {
  return out << c.name;
}

class Conditions : public ::testing::TestWithParam<ConditionCase> {};

TEST_P(Conditions, GiveTheDensityOfTheWayThatIsTaken) {
  const ConditionCase& c = GetParam();
  for (const Way& way : c.ways) {
    const Slopes found = density_at(with_model(c.program, c.functions), {way.x});
    const Slopes expected = density_at(with_model(way.plain), {way.x});
    EXPECT_NEAR(found.value, expected.value, 1e-12 * (1 + std::abs(expected.value)))
        << c.name << " at " << way.x[0];
    ASSERT_EQ(found.gradient.size(), expected.gradient.size());
    for (std::size_t i = 0; i < expected.gradient.size(); ++i) {
      EXPECT_NEAR(found.gradient[i], expected.gradient[i],
                  1e-12 * (1 + std::abs(expected.gradient[i])))
          << c.name << " at " << way.x[0] << ", slope " << i;
    }
  }
}

const std::vector<double> kLow{-1.5, 0.4, 2.0};
const std::vector<double> kHigh{1.5, 0.4, 2.0};

INSTANTIATE_TEST_SUITE_P(
    Trace, Conditions,
    ::testing::Values(
        ConditionCase{
            "if_else",
            "real m; if (x[1] > 0) m = x[2]; else m = exp(x[3]); target += -square(m);",
            {{kHigh, "target += -square(x[2]);"}, {kLow, "target += -square(exp(x[3]));"}}},
        ConditionCase{
            "no_else",
            "real m = x[3]; if (x[1] > 0) { m += x[2]; m *= 2; } target += -square(m);",
            {{kHigh, "target += -square(2 * (x[3] + x[2]));"}, {kLow, "target += -square(x[3]);"}}},
        ConditionCase{"pattern_of_a_sparse_matrix",
                      "matrix[2, 2] a = [[x[1], 0], [x[2], x[3]]]; target += "
                      "-dot_self(csr_extract_w(a)) * csr_extract_v(a)[2] - csr_extract_u(a)[3];",
                      {{kHigh, "target += -dot_self(x) - 4;"},
                       {{0.5, 0.0, -0.2}, "target += -2 * (x[1]^2 + x[3]^2) - 3;"}}},
        ConditionCase{"parts_of_a_sparse_matrix",
                      "tuple(vector[3], array[3] int, array[3] int) t = "
                      "csr_extract([[x[1], 0], [x[2], x[3]]]); target += t.1[3] * t.2[3] * t.3[2];",
                      {{kHigh, "target += x[3] * 4;"}}},
        ConditionCase{"elements_of_a_vector",
                      "vector[4] m = rep_vector(1, 4); for (n in 1:4) if (n * 0.5 < x[1]) m[n] = "
                      "x[2] * n; else if (n > 3) m[n] = x[3]; target += -dot_self(m);",
                      {{kHigh, "target += -5 * square(x[2]) - 1 - square(x[3]);"},
                       {kLow, "target += -3 - square(x[3]);"}}},
        ConditionCase{"conditional_expression",
                      "target += x[1] > 0 ? log(x[1]) * x[2] : -square(x[3]);",
                      {{kHigh, "target += log(x[1]) * x[2];"}, {kLow, "target += -square(x[3]);"}}},
        ConditionCase{"and_or",
                      "if (x[1] > 0 && sqrt(x[1]) > 1 || x[2] > 1) target += x[3]; "
                      "else target += 2 * x[2];",
                      {{kHigh, "target += x[3];"}, {kLow, "target += 2 * x[2];"}}},
        ConditionCase{
            "early_return",
            "target += f(x[1]) * x[2];",
            {{kHigh, "target += square(x[1]) * x[2];"},
             {kLow, "target += 0.5 * x[2];"},
             {{9.0, 0.4, 2.0}, "target += 3 * x[2];"}},
            "functions { real f(real u) { if (u < 0) return 0.5; if (u > 3) { return 3; } "
            "real v = square(u); return v; } }"},
        ConditionCase{"return_from_an_inner_block",
                      "target += f(x[1]) * x[2];",
                      {{kHigh, "target += x[1] * x[2];"}, {kLow, "target += -2 * x[1] * x[2];"}},
                      "functions { real f(real u) { real v = u; if (u < 0) { v *= -1; if (v > 1) "
                      "return v * 2; v = 7; } return v; } }"},
        ConditionCase{"continue",
                      "for (n in 1:3) { if (x[n] < 0) continue; target += log(x[n]); }",
                      {{kHigh, "target += log(x[1]) + log(x[2]) + log(x[3]);"},
                       {kLow, "target += log(x[2]) + log(x[3]);"}}},
        ConditionCase{"break",
                      "real s = 0; for (n in 1:3) { if (x[n] > 1) break; s += x[n]; } "
                      "target += -square(s);",
                      {{kHigh, "target += 0 * x[1];"}, {kLow, "target += -square(x[1] + x[2]);"}}},
        ConditionCase{"newton",
                      "target += -root(1 + square(x[1])) * x[2];",
                      {{kHigh, "target += -cbrt(1 + square(x[1])) * x[2];"},
                       {kLow, "target += -cbrt(1 + square(x[1])) * x[2];"}},
                      "functions { real root(real c) { real r = 1; while (abs(r^3 - c) > 1e-15) { "
                      "real old = r; r -= (r^3 - c) / (3 * square(r)); if (r == old) break; } "
                      "return r; } }"},
        ConditionCase{"recursion",
                      "target += f(x[3]);",
                      {{kHigh, "target += x[3] * (x[3] - 1);"}},
                      "functions { real f(real u); real f(real u) { if (u < 1.5) return u; "
                      "return u * f(u - 1); } }"},
        ConditionCase{"lookup",
                      "int k = 1; if (x[1] > 0) k = 3; target += -square(x[k]);",
                      {{kHigh, "target += -square(x[3]);"}, {kLow, "target += -square(x[1]);"}}},
        ConditionCase{"assignment_to_a_place",
                      "int k = 1; vector[3] m = x; if (x[1] > 0) k = 3; m[k] = x[2]; "
                      "target += -dot_self(m);",
                      {{kHigh, "target += -square(x[1]) - 2 * square(x[2]);"},
                       {kLow, "target += -square(x[3]) - 2 * square(x[2]);"}}},
        ConditionCase{"bound_of_a_loop",
                      "int k = x[1] > 0 ? 2 : 1; for (n in 1:k) target += -square(x[n]);",
                      {{kHigh, "target += -square(x[1]) - square(x[2]);"},
                       {kLow, "target += -square(x[1]);"}}},
        ConditionCase{"size",
                      "int k = x[1] > 0 ? 2 : 1; { vector[k] m = x[1:k]; target += -dot_self(m) / "
                      "(k + 1); }",
                      {{kHigh, "target += -(square(x[1]) + square(x[2])) / 3;"},
                       {kLow, "target += -square(x[1]) / 2;"}}},
        ConditionCase{"order",
                      "array[3] int o = sort_indices_asc(x); target += -x[o[1]] * x[o[2]] + o[3];",
                      {{kHigh, "target += -x[2] * x[1] + 3;"},
                       {kLow, "target += -x[1] * x[2] + 3;"},
                       {{3.0, 2.0, 1.0}, "target += -x[3] * x[2] + 1;"}}},
        ConditionCase{"rank",
                      "target += x[1] * rank(x, 1);",
                      {{kHigh, "target += x[1];"}, {kLow, "target += 0 * x[1];"}}},
        ConditionCase{"division_of_integers",
                      "int k = x[1] > 0 ? 7 : 2; target += x[2] * (k %/% 2);",
                      {{kHigh, "target += 3 * x[2];"}, {kLow, "target += x[2];"}}},
        ConditionCase{"slopes_that_are_not_taken",
                      "real m; if (x[1] > 0) m = log(x[1]) + sqrt(x[1]) + pow(x[1], 0.3); else "
                      "m = lgamma(x[1]) / square(x[1]) + sqrt(-x[1]); target += m;",
                      {{kHigh, "target += log(x[1]) + sqrt(x[1]) + pow(x[1], 0.3);"},
                       {kLow, "target += lgamma(x[1]) / square(x[1]) + sqrt(-x[1]);"}}},
        ConditionCase{"densities_that_are_not_taken",
                      "if (x[1] > 0) target += normal_lpdf(x[2] | log(x[1]), x[1]); else "
                      "target += gamma_lpdf(-x[1] | 2, sqrt(-x[1]));",
                      {{kHigh, "target += normal_lpdf(x[2] | log(x[1]), x[1]);"},
                       {kLow, "target += gamma_lpdf(-x[1] | 2, sqrt(-x[1]));"}}},
        ConditionCase{
            "a_covariance_that_is_not_taken",
            "if (x[1] > 0) x ~ multi_normal(rep_vector(0, 3), x[1] * identity_matrix(3)); "
            "else target += -dot_self(x);",
            {{kHigh,
              "target += multi_normal_lupdf(x | rep_vector(0, 3), x[1] * "
              "identity_matrix(3)) + 1.5 * log(2 * pi());"},
             {kLow, "target += -dot_self(x);"}}},
        ConditionCase{"what_a_tilde_drops",
                      "if (x[1] > 0) { x[2] ~ normal(1, 3); 2 ~ poisson(x[3]); } "
                      "else x[2] ~ student_t(4, 0, x[3]);",
                      {{kHigh, "target += -0.5 * square((x[2] - 1) / 3) + 2 * log(x[3]) - x[3];"},
                       {kLow,
                        "target += student_t_lpdf(x[2] | 4, 0, x[3]) - lgamma(2.5) + lgamma(2) + "
                        "0.5 * log(4 * pi());"}}},
        ConditionCase{"what_a_local_variable_does_not_drop",
                      "if (x[1] > 0) { real s = 3; x[2] ~ normal(1, s); } else target += x[3];",
                      {{kHigh, "target += normal_lpdf(x[2] | 1, 3) + 0.5 * log(2 * pi());"},
                       {kLow, "target += x[3];"}}},
        ConditionCase{"rejection_that_is_not_reached",
                      "if (x[1] > 0 && f(x[1]) > -1) target += x[2]; else target += x[3];",
                      {{kHigh, "target += x[2];"}, {kLow, "target += x[3];"}},
                      "functions { real f(real u) { if (u <= 0) reject(\"no\"); return u; } }"},
        ConditionCase{"integer_scale",
                      "x[2] ~ normal(0, 1 + (x[1] > 0));",
                      {{kHigh, "target += -0.5 * square(x[2] / 2);"},
                       {kLow, "target += -0.5 * square(x[2]);"}}},
        ConditionCase{"discrete_value",
                      "int k = x[1] > 0 ? 3 : 1; target += poisson_lpmf(k | x[3]) + choose(4, k);",
                      {{kHigh, "target += 3 * log(x[3]) - x[3] - log(6) + 4;"},
                       {kLow, "target += log(x[3]) - x[3] + 4;"}}},
        ConditionCase{"size_outside_of_inner_blocks",
                      "int k = 1 + (x[1] > 0); vector[k] v = head(x, k); target += -dot_self(v);",
                      {{kHigh, "target += -square(x[1]) - square(x[2]);"},
                       {kLow, "target += -square(x[1]);"}}},
        ConditionCase{"recursion_on_both_sides",
                      "target += f(x[1], x[2], 0);",
                      {{kHigh, "target += 30 * x[2];"}, {kLow, "target += -30 * x[2];"}},
                      "functions { real f(real u, real v, int n); real f(real u, real v, int n) { "
                      "if (n == 30) return 0; if (u > 0) return v + f(u, v, n + 1); return -v + "
                      "f(u, v, n + 1); } }"},
        ConditionCase{"while_with_densities",
                      "real u = x[1]; int k = 0; while (u > 0.5) { u *= 0.5; k += 1; x[2] ~ "
                      "normal(u, k); } target += x[3];",
                      {{kHigh,
                        "target += -0.5 * square(x[2] - 0.5 * x[1]) - 0.5 * square((x[2] - 0.25 * "
                        "x[1]) / 2) + x[3];"},
                       {kLow, "target += x[3];"}}}),
    [](const auto& one) { return one.param.name; });

// A density of zero, or none.
bool is_refused(const std::string& program, const std::vector<std::vector<double>>& point) {
  return !(density_at(program, point).value > -std::numeric_limits<double>::infinity());
}

TEST(Conditions, RefuseWhereTheProgramRejects) {
  const std::string program =
      with_model("if (x[1] > 0) reject(\"positive\", x[1]); target += -dot_self(x);");
  EXPECT_TRUE(is_refused(program, {kHigh}));
  EXPECT_DOUBLE_EQ(density_at(program, {kLow}).value, -(2.25 + 0.16 + 4.0));
}

TEST(Conditions, RefuseWhereAPathRejects) {
  const std::string program = with_model(
      "real u = x[1]; while (u > 1) { u -= 1; if (u < 0.6) reject(\"small\"); } target += u;");
  EXPECT_TRUE(is_refused(program, {kHigh}));
  EXPECT_DOUBLE_EQ(density_at(program, {{1.75, 0.4, 2.0}}).value, 0.75);
}

TEST(Conditions, RefuseIndicesThatThereAreNot) {
  const std::string program = with_model("int k = 0; if (x[1] > 0) k = 2; target += x[k] + x[3];");
  EXPECT_TRUE(is_refused(program, {kLow}));
  EXPECT_DOUBLE_EQ(density_at(program, {kHigh}).value, 2.4);
}

TEST(Conditions, RefuseArgumentsOnlyWhereTheyAreTaken) {
  const std::string program =
      with_model("if (x[1] > 0) x[2] ~ normal(0, x[3]); target += -dot_self(x);");
  EXPECT_TRUE(is_refused(program, {{1.0, 0.4, -2.0}}));
  EXPECT_DOUBLE_EQ(density_at(program, {{-1.0, 0.4, -2.0}}).value, -(1.0 + 0.16 + 4.0));
}

}  // namespace
}  // namespace autumn::trace
