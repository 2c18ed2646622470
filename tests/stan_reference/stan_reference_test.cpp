// These tests check that log densities and gradients of whole programs are those of Stan itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <variant>

#include "engine/load.h"
#include "engine/prepare.h"
#include "evaluate/function.h"
#include "stan_reference/reference.h"

namespace autumn::stan_reference {
namespace {

// The folder of this file: programs and references lie in two folders beside it.
const std::string kFolder = std::filesystem::path(AUTUMN_TEST_DATA).parent_path().string();
constexpr double kTolerance = 1e-10;

std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(kFolder + "/programs")) {
    if (file.path().extension() == ".stan") names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

// A program with its data. The program stays, because other ways through it are traced when a point
// takes them.
struct Loaded {
  std::unique_ptr<engine::LoadedProgram> program = {};
  std::optional<engine::Prepared> model = {};
  std::string error = {};  // where there is no model
};

Loaded loaded_program(const std::string& name) {
  const std::string stem = kFolder + "/programs/" + name;
  Loaded loaded;
  auto program = engine::load_program(stem + ".stan", {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    loaded.error = error->text;
    return loaded;
  }
  loaded.program =
      std::make_unique<engine::LoadedProgram>(std::move(std::get<engine::LoadedProgram>(program)));
  const auto model = engine::load_model(*loaded.program, stem + ".data.json");
  if (const auto* error = std::get_if<engine::LoadError>(&model)) {
    loaded.error = error->text;
    return loaded;
  }
  loaded.model = engine::prepare_joint(std::get<trace::Traced>(model));
  return loaded;
}

// "theta 3": an unconstrained number by the name of its variable and its place there.
std::string coordinate(const engine::Prepared& model, std::size_t i) {
  for (std::size_t v = 0; v < model.slices.size(); ++v) {
    const density::Slice& place = model.slices[v];
    if (i >= place.start && i < place.start + place.size) {
      return fmt::format("{} {}", model.compressed.variables[v].name, i - place.start + 1);
    }
  }
  return "nothing";
}

void expect_close(const engine::Prepared& model, const std::vector<double>& ours,
                  const std::vector<double>& stan, std::string_view what) {
  ASSERT_EQ(ours.size(), stan.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (std::isnan(stan[i])) continue;  // a coordinate Stan does not have
    EXPECT_NEAR(ours[i], stan[i], kTolerance * (1.0 + std::fabs(stan[i])))
        << what << " of " << coordinate(model, i);
  }
}

class StanReference : public testing::TestWithParam<std::string> {};

// What is ours at a point of a reference.
struct Evaluated {
  double value = 0.0;
  std::vector<double> gradient;
};

class Evaluator {
 public:
  Evaluator(const engine::Prepared& model, const Reference& reference)
      : model_(model), reference_(reference), function_(model.density) {}

  Evaluated at(const Point& point) {
    const auto free = engine::initial_point(model_, point.values);
    EXPECT_TRUE(free) << to_text(free.error());
    if (!free) return {};
    expect_close(model_, free.value(), our_unconstrained(reference_, point), "the position");
    Evaluated found{.gradient = std::vector<double>(model_.dimension)};
    found.value = function_.evaluate(free.value(), found.gradient);
    return found;
  }

 private:
  const engine::Prepared& model_;
  const Reference& reference_;
  evaluate::EvaluatedFunction function_;
};

// Programs whose ways depend on parameters have more points, so that every way has one.
std::size_t points_of(const std::string& name) {
  return name.starts_with("flow_") ? 12 : 5;
}

TEST_P(StanReference, LogDensityAndGradientAgreeAtEveryPoint) {
  const Loaded loaded = loaded_program(GetParam());
  ASSERT_TRUE(loaded.model) << loaded.error;
  const engine::Prepared& model = *loaded.model;
  const Reference reference = read_reference(kFolder + "/reference/" + GetParam() + ".json");
  ASSERT_EQ(reference.points.size(), points_of(GetParam()));
  Evaluator evaluator(model, reference);
  std::optional<double> first_difference;
  for (const Point& point : reference.points) {
    SCOPED_TRACE(fmt::format("point {}", &point - reference.points.data() + 1));
    const Evaluated ours = evaluator.at(point);
    EXPECT_EQ(std::isfinite(ours.value), !point.refused) << "the value is " << ours.value;
    if (point.refused) continue;
    expect_close(model, ours.gradient, our_gradient(reference, point), "the slope");
    if (!first_difference) first_difference = ours.value - point.log_density;
    EXPECT_NEAR(ours.value - *first_difference, point.log_density,
                kTolerance * (1.0 + std::fabs(point.log_density)));
  }
}

TEST_P(StanReference, ComesBackToTheSameNumbersByAnotherOrderOfPoints) {
  const Loaded loaded = loaded_program(GetParam());
  ASSERT_TRUE(loaded.model) << loaded.error;
  const Reference reference = read_reference(kFolder + "/reference/" + GetParam() + ".json");
  Evaluator forward(*loaded.model, reference);
  std::vector<Evaluated> first;
  for (const Point& point : reference.points) first.push_back(forward.at(point));
  Evaluator backward(*loaded.model, reference);
  for (std::size_t i = reference.points.size(); i-- > 0;) {
    SCOPED_TRACE(fmt::format("point {}", i + 1));
    for (Evaluator* evaluator : {&forward, &backward}) {
      const Evaluated again = evaluator->at(reference.points[i]);
      if (!std::isfinite(first[i].value)) {
        EXPECT_FALSE(std::isfinite(again.value));
        continue;
      }
      EXPECT_EQ(again.value, first[i].value);
      EXPECT_EQ(again.gradient, first[i].gradient);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, StanReference, testing::ValuesIn(program_names()),
                         [](const auto& program) { return program.param; });

TEST(StanReferences, AreOfOneVersionAndAtLeastTwenty) {
  const std::vector<std::string> names = program_names();
  EXPECT_GE(names.size(), 20U);
  for (const std::string& name : names) {
    EXPECT_EQ(read_reference(kFolder + "/reference/" + name + ".json").stan_version, "2.35.0")
        << name;
  }
}

}  // namespace
}  // namespace autumn::stan_reference
