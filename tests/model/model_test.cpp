// These tests look at the model as a value.
#include "model/model.h"

#include <cmath>

#include "model/roll_models.h"

namespace autumn::model {
namespace {

Model small_model() {
  Maker maker;
  const Support positive{.kind = SupportKind::kLower, .lower = maker.number(0).id()};
  const Term mu = maker.variable("mu");
  const Term tau = maker.variable("tau", {}, positive);
  const Term x = maker.variable("x", {3});
  maker.factor(dist::normal(), x, {mu, tau});
  maker.factor(dist::normal(), maker.numbers({1, 2, 4}), {x, maker.number(2)}).weight =
      maker.numbers({1, 0.5, 3}).id();
  maker.opaque(sum(square(x)) * mu);
  maker.output("effect", {3}, x - mu);
  return maker.finish();
}

TEST(Model, PrintsVariablesFactorsOutputsAndGraph) {
  EXPECT_EQ(to_text(small_model()),
            "parameter mu : real\n"
            "parameter tau : lower(0)\n"
            "parameter x[3] : real\n"
            "factor normal(%2 | %0, %1)\n"
            "factor normal(%3 | %2, 2) weight %4\n"
            "factor opaque(%7)\n"
            "output effect[3] = %8\n"
            "%0 = input mu : scalar\n"
            "%1 = input tau : scalar\n"
            "%2 = input x : vector[3]\n"
            "%3 = constant [1 2 4] : vector[3]\n"
            "%4 = constant [1 0.5 3] : vector[3]\n"
            "%5 = square %2 : vector[3]\n"
            "%6 = sum %5 : scalar\n"
            "%7 = mul %6 %0 : scalar\n"
            "%8 = sub %2 %0 : vector[3]\n");
}

TEST(Model, DimensionsBeyondTwoAreAFlatVector) {
  EXPECT_EQ(node_shape(Dims{}), expr::Shape::scalar());
  EXPECT_EQ(node_shape(Dims{4}), expr::Shape::vector(4));
  EXPECT_EQ(node_shape(Dims{2, 3}), expr::Shape::matrix(2, 3));
  EXPECT_EQ(node_shape(Dims{2, 3, 4}), expr::Shape::vector(24));
}

TEST(Model, LogDensityIsWeightedElementByElement) {
  const Model model = small_model();
  const std::vector<expr::Array> point{{expr::Shape::scalar(), {0.5}},
                                       {expr::Shape::scalar(), {2.0}},
                                       {expr::Shape::vector(3), {1.0, -1.0, 3.0}}};
  const auto log_normal = [](double y, double mu, double sigma) {
    const double z = (y - mu) / sigma;
    return -0.5 * z * z - std::log(sigma) - 0.5 * std::log(2 * 3.14159265358979323846);
  };
  const double expected = log_normal(1, 0.5, 2) + log_normal(-1, 0.5, 2) + log_normal(3, 0.5, 2) +
                          log_normal(1, 1, 2) + 0.5 * log_normal(2, -1, 2) +
                          3 * log_normal(4, 3, 2) + 11 * 0.5;
  EXPECT_NEAR(evaluate(model, point).log_density, expected, 1e-13 * std::abs(expected));
}

TEST(Model, RootsComeInAFixedOrderAndAreReplacedByTheMap) {
  const Model model = small_model();
  EXPECT_EQ(roots(model).size(), 3U + 1U + 3U + 4U + 1U + 1U);
  expr::Builder builder;
  builder.declare_inputs(model.graph);
  static_cast<void>(builder.constant(17));  // shifts every id by one
  std::vector<NodeId> map(model.graph.size());
  for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
    std::vector<NodeId> operands;
    for (const NodeId operand : model.graph.operands(NodeId{i}))
      operands.push_back(map[operand.value]);
    map[i] = builder.copy(model.graph, NodeId{i}, operands);
  }
  const Model moved = with_graph(model, std::move(builder).finish({}), map);
  EXPECT_NE(moved, model);
  EXPECT_EQ(to_text(moved), to_text(model));
  EXPECT_TRUE(check(moved).is_ok());
}

TEST(Model, CheckFindsWhatDoesNotFit) {
  EXPECT_TRUE(check(small_model()).is_ok());
  Model model = small_model();
  model.factors[0].arguments.pop_back();
  EXPECT_FALSE(check(model).is_ok());
  model = small_model();
  model.outputs[0].dims = {4};
  EXPECT_FALSE(check(model).is_ok());
  model = small_model();
  model.variables[2].dims = {2};
  EXPECT_FALSE(check(model).is_ok());
  model = small_model();
  std::swap(model.variables[0], model.variables[1]);
  EXPECT_FALSE(check(model).is_ok());
  model = small_model();
  model.factors[1].weight = model.variables[2].node;
  EXPECT_FALSE(check(model).is_ok());
  model = small_model();
  model.variables.pop_back();
  EXPECT_FALSE(check(model).is_ok());
}

}  // namespace
}  // namespace autumn::model
