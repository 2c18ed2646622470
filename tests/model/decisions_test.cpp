// Which models decide by their variables.
#include "model/decisions.h"

#include <gtest/gtest.h>

#include "base/numbers.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/indicator.h"

namespace autumn::model {
namespace {

using expr::Shape;
using expr::Term;

// A model of one variable x with one factor.
template <class Make>
Model model_of(const Make& make) {
  expr::Builder builder;
  const Term x(builder, builder.input("x", Shape::scalar()));
  Model model;
  model.variables.emplace_back();
  model.variables.back().name = "x";
  model.variables.back().node = x.id();
  model.factors.push_back(make(x));
  std::vector<NodeId> outputs{model.factors[0].value};
  model.graph = std::move(builder).finish(std::move(outputs));
  return model;
}

Factor opaque(Term value) {
  Factor factor;
  factor.value = value.id();
  return factor;
}

TEST(Decisions, AreSelectionsAndSteps) {
  EXPECT_TRUE(has_decisions(model_of([](Term x) { return opaque(expr::select(x < 1.0, x, -x)); })));
  EXPECT_TRUE(has_decisions(model_of([](Term x) { return opaque(expr::floor(x)); })));
  EXPECT_FALSE(has_decisions(model_of([](Term x) { return opaque(-x * x); })));
}

TEST(Decisions, AreNotConditionsThatTheDensityIsZero) {
  EXPECT_FALSE(has_decisions(model_of([](Term x) { return indicator(x < 1.0, "x", {}); })));
  EXPECT_FALSE(has_decisions(
      model_of([](Term x) { return opaque(expr::select(x < 1.0, -x * x, -kInfinity)); })));
}

}  // namespace
}  // namespace autumn::model
