// These tests check that `optimize` climbs at least as high as optimizers on Stan's own density,
// from the same start (tests/stan_reference/make_modes.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <variant>

#include "base/display_name.h"
#include "engine/approximations/methods.h"
#include "engine/evaluated_density.h"
#include "engine/load.h"
#include "posteriors.h"
#include "trace/data/data.h"

namespace autumn::models {
namespace {

const std::string kModes = std::string(AUTUMN_TEST_DATA) + "/modes";

std::vector<std::string> models_with_modes() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(kModes)) {
    const std::string name = file.path().filename().string();
    const std::string_view ending = ".mode.json";
    if (name.ends_with(ending)) names.push_back(name.substr(0, name.size() - ending.size()));
  }
  std::ranges::sort(names);
  return names;
}

std::vector<double> unconstrained_in(const engine::Prepared& prepared, const std::string& path) {
  const auto data = trace::read_json(path);
  EXPECT_TRUE(data.is_ok()) << path;
  engine::InitialValues values;
  for (const auto& [name, value] : data.value()) values[name] = value.numbers;
  const auto point = engine::initial_point(prepared, values);
  EXPECT_TRUE(point.is_ok()) << path;
  return point.is_ok() ? point.value() : std::vector<double>{};
}

struct LoadedPosterior {
  engine::Prepared prepared;
  Reference reference;
};

LoadedPosterior load_posterior(const std::string& name) {
  const std::string folder = std::string(AUTUMN_MODELS) + "/posteriors/" + name;
  const auto program =
      std::get<engine::LoadedProgram>(engine::load_program(folder + "/" + name + ".stan", {}));
  const auto traced = std::get<trace::Traced>(engine::load_model(program, folder + "/data.json"));
  return {engine::prepare_joint(traced, density::Jacobian::kLeftOut),
          read_reference(folder + "/reference.json")};
}

// On the declared scale, in units of posterior standard deviations.
void compare_points(const LoadedPosterior& posterior, std::span<const double> ours,
                    std::span<const double> theirs) {
  engine::PointTable points(posterior.prepared, {}, {});
  points.append({}, ours);
  points.append({}, theirs);
  const std::vector<std::string>& names = points.table().names();
  for (const ReferenceParameter& parameter : posterior.reference.parameters) {
    const auto found = std::ranges::find(names, parameter.name, display_name);
    ASSERT_NE(found, names.end()) << parameter.name;
    const auto column = static_cast<std::size_t>(found - names.begin());
    EXPECT_NEAR(points.table().at(0, column), points.table().at(1, column), 1e-3 * parameter.sd)
        << parameter.name;
  }
}

void compare_modes(const std::string& name, approximate::Algorithm algorithm) {
  SCOPED_TRACE(name);
  const LoadedPosterior posterior = load_posterior(name);
  const engine::Prepared& prepared = posterior.prepared;
  const std::vector<double> start = unconstrained_in(prepared, kModes + "/" + name + ".start.json");
  const std::vector<double> mode = unconstrained_in(prepared, kModes + "/" + name + ".mode.json");
  engine::EvaluatedDensity density(prepared);
  std::vector<double> gradient(prepared.dimension);
  const double theirs = density.evaluate(mode, gradient);
  const auto run =
      engine::run_optimize(prepared, {.start = {.given = start}}, {.algorithm = algorithm});
  ASSERT_TRUE(run.is_ok());
  const approximate::Optimum& ours = run.value().optimum;
  EXPECT_FALSE(is_error(ours.ending)) << reason(ours.ending);
  const double tolerance = 1e-6 * std::max(1.0, std::fabs(theirs));
  EXPECT_GE(ours.log_density, theirs - tolerance);
  if (ours.log_density > theirs + tolerance) return;  // another, better mode
  // Newton's method stops by the density alone, which says little of a scale whose mode is 0.
  if (algorithm == approximate::Algorithm::kNewton) return;
  compare_points(posterior, ours.point, mode);
}

TEST(Modes, AreAtLeastAsHighAsThoseOfStan) {
  const std::vector<std::string> names = models_with_modes();
  EXPECT_EQ(names.size(), 18U);
  for (const std::string& name : names) {
    compare_modes(name, approximate::Algorithm::kLbfgs);
    compare_modes(name, approximate::Algorithm::kBfgs);
    compare_modes(name, approximate::Algorithm::kNewton);
  }
}

}  // namespace
}  // namespace autumn::models
