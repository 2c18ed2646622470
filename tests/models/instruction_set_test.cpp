// Log density and gradient of every program under models/ agree between the reference interpreter
// and every instruction set of this machine, collapsed or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "base/random.h"
#include "engine/evaluated_density.h"
#include "engine/load.h"
#include "evaluate/function.h"
#include "expr/interpret.h"
#include "sample/jumps/mixture.h"

namespace autumn::models {
namespace {

namespace fs = std::filesystem;

// What docs/accuracy.md states: relative to the size of the log density, and of the largest element
// of the gradient.
constexpr double kTolerance = 1e-11;

struct CorpusModel {
  std::string name;
  std::string program;
  std::string data;
};

void PrintTo(const CorpusModel& model, std::ostream* out) {
  *out << model.name;
}

// Data of the paper's programs, by the beginning of their names.
const std::map<std::string, std::string> kPaperData = {
    {"binary_trials", "baseball_1996_al"},    {"eight_schools", "eight_schools"},
    {"electric_company", "electric_company"}, {"electric_simplified", "electric_simplified"},
    {"fibrosis", "fibrosis_simulated"},       {"one_parent", "one_parent"},
};

std::vector<CorpusModel> corpus() {
  const fs::path folder(AUTUMN_MODELS);
  std::vector<CorpusModel> models;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path path = entry.path();
    if (path.extension() != ".stan") continue;
    const std::string name = path.stem().string();
    fs::path data = path.parent_path() / "data.json";
    if (!fs::exists(data)) data = path.parent_path() / "data" / (name + ".json");
    for (const auto& [begin, file] : kPaperData) {
      const bool is_of_paper = path.parent_path() == folder / "paper" && name.starts_with(begin);
      if (is_of_paper) data = folder / "paper" / "data" / (file + ".json");
    }
    models.push_back({name, path.string(), data.string()});
  }
  std::ranges::sort(models, {}, &CorpusModel::name);
  return models;
}

class Corpus : public testing::TestWithParam<CorpusModel> {
 protected:
  [[nodiscard]] static trace::Traced traced() {
    const auto program = engine::load_program(GetParam().program, {});
    if (const auto* error = std::get_if<engine::LoadError>(&program)) throw_text(error->text);
    auto model = engine::load_model(std::get<engine::LoadedProgram>(program), GetParam().data);
    if (const auto* error = std::get_if<engine::LoadError>(&model)) throw_text(error->text);
    return std::get<trace::Traced>(std::move(model));
  }

 private:
  [[noreturn]] static void throw_text(const std::string& text) { throw std::runtime_error(text); }
};

bool is_near(double a, double b, double scale) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= kTolerance * (1.0 + scale);
}

void expect_agreement(const engine::Prepared& prepared, const std::string& what) {
  const std::size_t n = prepared.dimension;
  Random random({.seed = 3});
  for (int repeat = 0; repeat < 3; ++repeat) {
    expr::Array point{expr::Shape::vector(n), std::vector<double>(n)};
    for (double& x : point.numbers) x = random.uniform() - 0.5;
    const auto want = expr::interpret(prepared.density.graph(), std::span(&point, 1));
    double largest = 0.0;
    for (const double g : want[1].numbers) largest = std::max(largest, std::fabs(g));
    for (const InstructionSet set : available_instruction_sets()) {
      evaluate::EvaluatedFunction function(prepared.density, set);
      std::vector<double> gradient(n);
      const double value = function.evaluate(point.numbers, gradient);
      const double expected = want[0].numbers[0];
      EXPECT_TRUE(is_near(value, expected, std::fabs(expected)))
          << what << " on " << name_of(set) << ": " << value << " for " << expected;
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_TRUE(is_near(gradient[i], want[1].numbers[i], largest))
            << what << " on " << name_of(set) << ", derivative " << i << ": " << gradient[i]
            << " for " << want[1].numbers[i];
      }
    }
  }
}

// Jumps ask for values alone, by a program of their own.
void expect_the_same_value_alone(const engine::Prepared& prepared) {
  engine::EvaluatedDensity density(prepared);
  const std::size_t n = prepared.dimension;
  Random random({.seed = 4});
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<double> point(n), gradient(n), spare(n);
    for (double& x : point) x = 4.0 * random.uniform() - 2.0;
    const double expected = density.evaluate(point, gradient);
    const double value = density.value(point, spare);
    EXPECT_TRUE(is_near(value, expected, std::fabs(expected))) << value << " for " << expected;
  }
}

TEST_P(Corpus, HasTheSameValueWithAndWithoutItsGradient) {
  const auto prepared = engine::prepare(traced(), {});
  ASSERT_TRUE(prepared.is_ok());
  EXPECT_EQ(prepared.value().value.has_value(), prepared.value().dimension <= sampler::kMostMixed);
  expect_the_same_value_alone(prepared.value());
}

TEST_P(Corpus, AgreesBetweenInstructionSets) {
  const trace::Traced model = traced();
  const auto prepared = engine::prepare(model, {});
  ASSERT_TRUE(prepared.is_ok());
  expect_agreement(prepared.value(), "collapsed");
  expect_agreement(engine::prepare_joint(model), "not collapsed");
}

INSTANTIATE_TEST_SUITE_P(Models, Corpus, testing::ValuesIn(corpus()),
                         [](const auto& model) { return model.param.name; });

}  // namespace
}  // namespace autumn::models
