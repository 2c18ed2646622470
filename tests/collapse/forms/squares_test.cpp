// Squares mean what they say: with its weight a factor is minus half their sum at every point.
#include "collapse/forms/squares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/corpus.h"
#include "collapse/point.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {
namespace {

constexpr const char* kSquaresHead = R"(
data { vector[3] w; matrix[3, 3] Q; matrix[3, 3] Z; array[3] int g; }
parameters { vector[3] x; matrix[3, 2] M; real a; real<lower=0> t; vector<lower=0>[3] s; real r; }
model { target += )";
constexpr const char* kSquaresData =
    R"({"w": [0.5, 0, 2], "Q": [[3, 2, 0], [0, 2, -1], [3, 0, 5]], "Z": [[1, 3, 0], [3, 1, 0], [0, 0, 1]],
        "g": [2, 2, 1]})";

model::Model squared(const std::string& expression) {
  return ready_model(kSquaresHead + expression + "; }", kSquaresData);
}

double sum_of(const expr::Array& array) {
  double total = 0.0;
  for (const double x : array.numbers) total += x;
  return total;
}

// The factor with its weight, and minus half its squares.
std::pair<double, double> both_at(const model::Model& model, const model::Factor& factor,
                                  std::uint64_t trial) {
  Builder builder(model.graph);
  const expr::Term value(builder, model::log_density(builder, factor));
  const expr::Term rows(builder, factor.squares->residual);
  const expr::Term scale(builder, factor.squares->scale);
  const NodeId nodes[] = {expr::sum(value).id(),
                          (-0.5 * expr::sum(expr::square(rows / scale))).id()};
  const auto numbers = expr::interpret(builder.graph(), nodes, random_point(model, trial));
  return {sum_of(numbers[0]), sum_of(numbers[1])};
}

void expect_squares(const std::string& expression) {
  const model::Model model = squared(expression);
  ASSERT_FALSE(model.factors.empty()) << expression;
  for (const model::Factor& factor : model.factors) {
    ASSERT_TRUE(factor.squares) << expression << ": " << factor.squares_obstacle;
    for (std::uint64_t trial = 0; trial < 3; ++trial) {
      const auto [value, squares] = both_at(model, factor, trial);
      EXPECT_NEAR(value, squares, 1e-12 * (1.0 + std::abs(value))) << expression;
    }
  }
}

// None of the factors has squares; returns what the last says of it.
std::string expect_no_squares(const std::string& expression) {
  const model::Model model = squared(expression);
  std::string obstacle;
  for (const model::Factor& factor : model.factors) {
    EXPECT_FALSE(factor.squares) << expression;
    obstacle = factor.squares_obstacle;
  }
  return obstacle;
}

TEST(Squares, AreFoundHoweverTheyAreWritten) {
  for (const char* expression :
       {"-0.5 * dot_self(x)", "-dot_self(x - a)", "-0.5 * dot_self(x[g] - x)", "-x' * x / 3",
        "-0.5 * sum(square(x))", "-0.5 * square(a)", "-a * a", "-a^2 / 2", "-0.5 * sum(x .* x)",
        "-dot_product(x, x)", "-0.5 * sum(w .* square(x))", "-dot_product(w .* x, x)",
        "-dot_product(x, 2 * x)", "-sum(square(to_vector(M)))", "-sum(columns_dot_self(M))"}) {
    expect_squares(expression);
  }
}

TEST(Squares, MayHaveWeightsThatArePositive) {
  for (const char* expression :
       {"-0.5 * t * dot_self(x)", "-dot_self(x) / t", "-dot_self(x) / (2 * square(t))",
        "-dot_self(x) / (2 * t^2)", "-0.5 * exp(a) * dot_self(x)", "-dot_self(x) * t / exp(r)",
        "-0.5 * sum(s .* square(x))", "-0.5 * sum(square(x) ./ s)", "-0.5 * square((a - r) / t)",
        "-0.5 * dot_self((x - a) / t)", "-0.5 * dot_self(x ./ s)", "-dot_self(t * x)",
        "-dot_product(t * x, 3 * x)", "-inv(t) * dot_self(x)", "-dot_self(x / -t)",
        "-dot_self(t * x / 3)", "-square(a * t / r) * 0.5", "-square(t / a)"}) {
    expect_squares(expression);
  }
}

// However it is written, s is the scale of (x - a) / s: what is squared does not contain it.
TEST(Squares, HaveScalesRatherThanCoefficients) {
  for (const char* expression :
       {"-0.5 * dot_self((x - a) / t)", "-0.5 * dot_self(inv(t) * (x - a))",
        "-sum(square((x - a) / t)) / 2", "-0.5 * square((a - r) / t)"}) {
    const model::Model model = squared(expression);
    ASSERT_EQ(model.factors.size(), 1U) << expression;
    ASSERT_TRUE(model.factors[0].squares) << expression;
    EXPECT_EQ(model.factors[0].squares->scale, model.variables[3].node) << expression;
  }
}

TEST(Squares, MayBeFormsWithAKnownMatrix) {
  for (const char* expression :
       {"-0.5 * quad_form(Q, x)", "-x' * Q * x", "-x' * (Q * x)", "-x' * Q' * x",
        "-0.5 * t * quad_form(Q, x - a)", "-0.5 * quad_form(t * Q, x)", "-0.5 * x' * (Q / t) * x",
        "-trace_quad_form(Q, M)", "-t * trace_quad_form(Q, M) / 2", "-quad_form(Q, x[g])"}) {
    expect_squares(expression);
  }
}

TEST(Squares, MayBeSums) {
  for (const char* expression :
       {"-0.5 * t * (dot_self(x) + dot_self(x - a))", "-t * (dot_self(x) + 3 * square(r) / t)",
        "-t * (quad_form(Q, x) - dot_self(x) / 4)", "-exp(r) * (square(a) + square(r - 1) / t)"}) {
    expect_squares(expression);
  }
}

TEST(Squares, OfALoopAreOneFactor) {
  const model::Model model =
      ready_model(std::string("parameters { vector[9] x; } model { for (i in 2:9) target += -0.5 * "
                              "square(x[i] - x[i - 1]); }"));
  ASSERT_EQ(model.factors.size(), 1U);
  ASSERT_TRUE(model.factors[0].squares);
  EXPECT_EQ(model.graph.shape(model.factors[0].squares->residual).size(), 8U);
}

TEST(Squares, AreNotWhatIsNoSquare) {
  for (const char* expression : {"-exp(a)", "-sum(x)", "-a", "-a * r", "-dot_product(x, w)",
                                 "-square(a) + 1 / square(a) * a", "-pow(a, 4) * r", "-a^3"}) {
    const model::Model model = squared(expression);
    const bool has_all = std::ranges::all_of(
        model.factors, [](const model::Factor& f) { return f.squares.has_value(); });
    EXPECT_FALSE(has_all) << expression;
  }
}

TEST(Squares, MustFall) {
  EXPECT_NE(expect_no_squares("dot_self(x)").find("grows"), std::string::npos);
  EXPECT_NE(expect_no_squares("t * dot_self(x)").find("grows"), std::string::npos);
  EXPECT_NE(expect_no_squares("t * (dot_self(x) - 2 * dot_self(x - a))").find("grows"),
            std::string::npos);
}

TEST(Squares, MustNotHaveWeightsThatMayBeNegative) {
  EXPECT_NE(expect_no_squares("-r * dot_self(x)").find("negative"), std::string::npos);
  EXPECT_NE(expect_no_squares("-(t - 1) * dot_self(x)").find("negative"), std::string::npos);
}

TEST(Squares, MustHaveASemidefiniteMatrixThatIsKnown) {
  EXPECT_NE(expect_no_squares("-quad_form(Z, x)").find("semi-definite"), std::string::npos);
  EXPECT_NE(expect_no_squares("quad_form(Q, x)").find("semi-definite"), std::string::npos);
  EXPECT_NE(expect_no_squares("-x' * (Q + t * Z) * x").find("parameters"), std::string::npos);
}

}  // namespace
}  // namespace autumn::collapse::testing
