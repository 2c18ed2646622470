// These tests check that a model with compressed rows has the same density.
#include "collapse/compress/compress.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/point.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Shape;
using expr::Term;
using model::Model;

struct Total {
  double value = 0.0;
  double size = 1.0;
};

Total total(const Model& model, std::uint64_t trial) {
  Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors)
    terms.push_back(model::log_density(builder, factor));
  Total result;
  for (const expr::Array& term :
       expr::interpret(builder.graph(), terms, random_point(model, trial))) {
    for (const double x : term.numbers) {
      result.value += x;
      result.size += std::abs(x);
    }
  }
  return result;
}

enum class Scale { kOne, kPerGroup, kExpressionPerGroup, kPerRow };

// y_i ~ normal(alpha[g_i] * tau + X_i beta + offset, sigma), N rows; sigma may be omega[g_i], or
// tau * exp(omega[g_i]), or a function of the row.
Model regression(std::size_t n, double offset, Scale kind = Scale::kOne) {
  Random random({.seed = 5});
  Builder builder;
  Model model;
  const auto declare = [&](const char* name, std::vector<std::size_t> dims, bool is_positive) {
    model::Variable variable{.name = name,
                             .dims = dims,
                             .support = {},
                             .node = builder.input(name, model::node_shape(dims)),
                             .where = {}};
    if (is_positive) {
      variable.support.kind = model::SupportKind::kLower;
      variable.support.lower = builder.constant(0.0);
    }
    model.variables.push_back(variable);
    return Term(builder, variable.node);
  };
  const Term alpha = declare("alpha", {5}, false);
  const Term tau = declare("tau", {}, true);
  const Term beta = declare("beta", {3}, false);
  const Term sigma = declare("sigma", {}, true);
  const Term omega = declare("omega", {5}, true);
  std::vector<double> x(n * 3);
  for (double& v : x) v = random.normal();
  std::vector<double> y(n);
  for (double& v : y) v = offset + random.normal();
  std::vector<std::uint32_t> group(n);
  for (std::size_t i = 0; i < n; ++i) group[i] = static_cast<std::uint32_t>(i % 5);
  std::vector<double> row(n);
  for (std::size_t i = 0; i < n; ++i) row[i] = 1.0 + 0.01 * static_cast<double>(i);
  const Term mean = expr::gather(alpha, expr::Index::list(group)) * tau +
                    expr::matmul(Term(builder, builder.constant(Shape::matrix(n, 3), x)), beta);
  const auto scale = [&]() -> Term {
    const Term per_row = expr::gather(omega, expr::Index::list(group));
    switch (kind) {
      case Scale::kOne: return sigma;
      case Scale::kPerGroup: return per_row;
      case Scale::kExpressionPerGroup: return tau * expr::exp(per_row);
      case Scale::kPerRow: return sigma + Term(builder, builder.constant(Shape::vector(n), row));
    }
    return sigma;
  };
  model::Factor factor;
  factor.distribution = &dist::normal();
  factor.value = builder.constant(Shape::vector(n), y);
  factor.arguments = {mean.id(), scale().id()};
  factor.label = "y";
  model.factors.push_back(factor);
  model.graph = std::move(builder).finish({});
  return model;
}

std::size_t rows(const Model& model) {
  std::size_t count = 0;
  for (const model::Factor& factor : model.factors) count += model.graph.shape(factor.value).size();
  return count;
}

TEST(SufficientRows, AreTheSameDensity) {
  const Model model = regression(200, 3.0);
  const Model small = compress(model);
  EXPECT_LE(rows(small), 10U);
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const Total expected = total(model, trial);
    EXPECT_NEAR(total(small, trial).value, expected.value, 1e-12 * expected.size);
  }
}

// A Gram matrix would lose the residual sum of squares altogether.
TEST(SufficientRows, KeepTheirDigitsUnderALargeOffset) {
  const Model model = regression(200, 1e8);
  const Model small = compress(model);
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const Total expected = total(model, trial);
    EXPECT_NEAR(total(small, trial).value, expected.value, 1e-12 * expected.size);
  }
}

TEST(SufficientRows, DoNotDependOnTheNumberOfObservations) {
  EXPECT_EQ(rows(compress(regression(100, 0.0))), rows(compress(regression(50'000, 0.0))));
}

// Every group has rows of its own: over its alpha, the three coefficients and the constant.
TEST(SufficientRows, OfScalesByGroupAreTheSameDensity) {
  for (const Scale kind : {Scale::kPerGroup, Scale::kExpressionPerGroup}) {
    const Model model = regression(400, 3.0, kind);
    const Model small = compress(model);
    EXPECT_LE(rows(small), 5U * 5U + 5U);
    EXPECT_EQ(rows(small), rows(compress(regression(5000, 3.0, kind))));
    for (std::uint64_t trial = 0; trial < 10; ++trial) {
      const Total expected = total(model, trial);
      EXPECT_NEAR(total(small, trial).value, expected.value, 1e-12 * expected.size);
    }
  }
}

TEST(SufficientRows, NeedScalesThatRepeat) {
  const Model model = regression(400, 3.0, Scale::kPerRow);
  EXPECT_EQ(compress(model), model);
}

TEST(SufficientRows, LeaveShortFactorsAlone) {
  const Model model = regression(8, 0.0);
  EXPECT_EQ(compress(model), model);
}

}  // namespace
}  // namespace autumn::collapse
