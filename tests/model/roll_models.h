// This header has small models made by hand for the tests of rolling.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "dist/list.h"
#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/model.h"

namespace autumn::model {

using expr::columns;
using expr::concat;
using expr::log_sum_exp;
using expr::row_log_sum_exp;
using expr::Term;
using Dims = std::vector<std::size_t>;
using Numbers = std::vector<double>;
using Indices = std::vector<std::uint32_t>;

// Collects variables, factors and outputs over one builder.
class Maker {
 public:
  Term variable(const std::string& name, Dims dims = {}, Support support = {}) {
    const NodeId node = builder_.input(name, node_shape(dims));
    variables_.push_back({name, std::move(dims), support, node, {}});
    return {builder_, node};
  }

  Term number(double value) { return expr::constant(builder_, value); }
  Term numbers(const Numbers& values) {
    return {builder_, builder_.constant(expr::Shape::vector(values.size()), values)};
  }
  // Given row by row.
  Term matrix(const std::vector<Numbers>& rows) {
    Numbers values;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
      for (const Numbers& row : rows) values.push_back(row[j]);
    }
    const auto shape = expr::Shape::matrix(rows.size(), rows[0].size());
    return {builder_, builder_.constant(shape, values)};
  }

  Factor& factor(const dist::Distribution& distribution, Term value, std::vector<Term> arguments) {
    std::vector<NodeId> ids;
    for (const Term& argument : arguments) ids.push_back(argument.id());
    factors_.push_back({.distribution = &distribution,
                        .value = value.id(),
                        .arguments = std::move(ids),
                        .label = "y",
                        .where = {}});
    return factors_.back();
  }
  Factor& opaque(Term value) {
    factors_.push_back({.value = value.id(), .arguments = {}, .label = "target", .where = {}});
    return factors_.back();
  }
  void output(const std::string& name, Dims dims, Term value) {
    outputs_.push_back({name, std::move(dims), value.id(), {}});
  }

  Model finish() {
    return {std::move(builder_).finish({}), std::move(variables_), std::move(factors_),
            std::move(outputs_)};
  }

 private:
  expr::Builder builder_;
  std::vector<Variable> variables_;
  std::vector<Factor> factors_;
  std::vector<Output> outputs_;
};

// The log density and all outputs of a model at a point (one array per variable).
struct Evaluated {
  double log_density = 0.0;
  double size_of_terms = 0.0;  // the sum of |terms|
  std::vector<expr::Array> outputs;
};

inline Evaluated evaluate(const Model& model, const std::vector<expr::Array>& point) {
  expr::Builder builder(model.graph);
  std::vector<NodeId> ids;
  for (const Factor& factor : model.factors) ids.push_back(log_density(builder, factor));
  for (const Output& output : model.outputs) ids.push_back(output.node);
  std::vector<expr::Array> values = expr::interpret(builder.graph(), ids, point);
  Evaluated result;
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    for (const double term : values[f].numbers) {
      result.log_density += term;
      result.size_of_terms += std::abs(term);
    }
  }
  result.outputs.assign(values.begin() + static_cast<std::ptrdiff_t>(model.factors.size()),
                        values.end());
  return result;
}

// Values of all variables in (0.25, 0.95), so that they may be scales, probabilities and
// autocorrelations too.
inline std::vector<expr::Array> random_point(const Model& model, Random& random) {
  std::vector<expr::Array> point;
  for (const Variable& variable : model.variables) {
    expr::Array array{node_shape(variable.dims), {}};
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
      array.numbers.push_back(0.25 + 0.7 * random.uniform());
    }
    point.push_back(std::move(array));
  }
  return point;
}

// Same density and outputs at random points, up to the order of summation.
inline void expect_same_meaning(const Model& a, const Model& b, Random random, int points = 3) {
  for (int k = 0; k < points; ++k) {
    const std::vector<expr::Array> point = random_point(a, random);
    const Evaluated x = evaluate(a, point);
    const Evaluated y = evaluate(b, point);
    EXPECT_NEAR(x.log_density, y.log_density, 1e-12 * (1.0 + x.size_of_terms));
    ASSERT_EQ(x.outputs.size(), y.outputs.size());
    for (std::size_t i = 0; i < x.outputs.size(); ++i) {
      ASSERT_EQ(x.outputs[i].shape, y.outputs[i].shape);
      for (std::size_t j = 0; j < x.outputs[i].numbers.size(); ++j) {
        const double expected = x.outputs[i].numbers[j];
        EXPECT_NEAR(expected, y.outputs[i].numbers[j], 1e-12 * (1.0 + std::abs(expected)));
      }
    }
  }
}

}  // namespace autumn::model
