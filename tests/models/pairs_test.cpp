// A program with a loop and the same program vectorised are the same model once rolled, with the
// density of the loop as it was written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/random.h"
#include "density/lower.h"
#include "engine/load.h"
#include "evaluate/function.h"
#include "expr/interpret.h"
#include "model/roll/roll.h"

namespace autumn::models {
namespace {

namespace fs = std::filesystem;

std::string pairs_folder() {
  return std::string(AUTUMN_TEST_DATA) + "/pairs/";
}

// The names of all pairs: those of the data files.
std::vector<std::string> pair_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(pairs_folder())) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

model::Model traced(const std::string& name, const std::string& form) {
  const auto program = engine::load_program(pairs_folder() + name + "." + form + ".stan", {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    ADD_FAILURE() << error->text;
    return {};
  }
  const auto model =
      engine::load_model(std::get<engine::LoadedProgram>(program), pairs_folder() + name + ".json");
  if (const auto* error = std::get_if<engine::LoadError>(&model)) {
    ADD_FAILURE() << error->text;
    return {};
  }
  return std::get<trace::Traced>(model).model;
}

// The log density by the reference interpreter, of the model as it stands.
double interpreted(const model::Model& model, std::span<const double> point) {
  const density::Lowered lowered = density::lower(model);
  const expr::Array input{expr::Shape::vector(point.size()), {point.begin(), point.end()}};
  return expr::interpret(lowered.density, std::span(&input, 1)).at(0).numbers.at(0);
}

class Pairs : public testing::TestWithParam<std::string> {};

TEST_P(Pairs, PrintTheSameOnceRolled) {
  const model::Model loop = model::roll(traced(GetParam(), "loop"));
  const model::Model vector = model::roll(traced(GetParam(), "vector"));
  ASSERT_FALSE(vector.factors.empty());
  EXPECT_EQ(model::to_text(loop), model::to_text(vector));
}

// The loop neither rolled nor simplified, against the vectorised form as it is sampled.
TEST_P(Pairs, HaveTheSameLogDensity) {
  const model::Model loop = traced(GetParam(), "loop");
  const engine::Prepared prepared = engine::prepare_joint(traced(GetParam(), "vector"));
  ASSERT_GT(prepared.dimension, 0U);
  evaluate::EvaluatedFunction function(prepared.density);
  std::vector<double> gradient(prepared.dimension);
  Random random({.seed = 7});
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<double> point(prepared.dimension);
    for (double& x : point) x = 2.0 * random.uniform() - 1.0;
    const double expected = interpreted(loop, point);
    const double value = function.evaluate(point, gradient);
    ASSERT_TRUE(std::isfinite(expected));
    EXPECT_NEAR(value, expected, 1e-12 * (1.0 + std::abs(expected)));
  }
}

INSTANTIATE_TEST_SUITE_P(Stan, Pairs, testing::ValuesIn(pair_names()),
                         [](const auto& pair) { return pair.param; });

}  // namespace
}  // namespace autumn::models
