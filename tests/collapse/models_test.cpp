// These tests check, for the programs under models/, the dimension that is left to NUTS, and the
// collapse law.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <set>

#include "collapse/analysis/undetermined.h"
#include "collapse/law_checks.h"
#include "engine/load.h"
#include "explain/explain.h"

namespace autumn::collapse::testing {
namespace {

namespace fs = std::filesystem;

struct ModelFile {
  std::string_view program;  // below models/
  std::string_view data;
  std::size_t dimension_before = 0;
  std::size_t dimension_after = 0;
};

void PrintTo(const ModelFile& file, std::ostream* out) {
  *out << file.program;
}

constexpr ModelFile kModels[] = {
    {"posteriors/arK/arK.stan", "posteriors/arK/data.json", 7, 1},
    {"posteriors/arma11/arma11.stan", "posteriors/arma11/data.json", 4, 3},
    {"posteriors/blr/blr.stan", "posteriors/blr/data.json", 6, 1},
    {"posteriors/dogs/dogs.stan", "posteriors/dogs/data.json", 3, 3},
    {"posteriors/eight_schools_centered/eight_schools_centered.stan",
     "posteriors/eight_schools_centered/data.json", 10, 1},
    {"posteriors/eight_schools_noncentered/eight_schools_noncentered.stan",
     "posteriors/eight_schools_noncentered/data.json", 10, 1},
    {"posteriors/garch11/garch11.stan", "posteriors/garch11/data.json", 4, 4},
    {"posteriors/gp_pois_regr/gp_pois_regr.stan", "posteriors/gp_pois_regr/data.json", 13, 13},
    {"posteriors/gp_regr/gp_regr.stan", "posteriors/gp_regr/data.json", 3, 3},
    {"posteriors/hmm_example/hmm_example.stan", "posteriors/hmm_example/data.json", 4, 4},
    {"posteriors/kidscore_momiq/kidscore_momiq.stan", "posteriors/kidscore_momiq/data.json", 3, 1},
    {"posteriors/kilpisjarvi/kilpisjarvi.stan", "posteriors/kilpisjarvi/data.json", 3, 1},
    {"posteriors/logearn_interaction/logearn_interaction.stan",
     "posteriors/logearn_interaction/data.json", 5, 0},
    {"posteriors/logmesquite_logvash/logmesquite_logvash.stan",
     "posteriors/logmesquite_logvash/data.json", 7, 0},
    {"posteriors/lotka_volterra/lotka_volterra.stan", "posteriors/lotka_volterra/data.json", 8, 8},
    {"posteriors/low_dim_gauss_mix/low_dim_gauss_mix.stan",
     "posteriors/low_dim_gauss_mix/data.json", 5, 5},
    {"posteriors/nes/nes.stan", "posteriors/nes/data.json", 10, 0},
    {"posteriors/radon_variable_intercept_centered/radon_variable_intercept_centered.stan",
     "posteriors/radon_variable_intercept_centered/data.json", 89, 2},
    {"posteriors/radon_variable_intercept_noncentered/radon_variable_intercept_noncentered.stan",
     "posteriors/radon_variable_intercept_noncentered/data.json", 89, 2},
    {"posteriors/wells_dist/wells_dist.stan", "posteriors/wells_dist/data.json", 2, 2},
    {"mixed/correlated_slopes.stan", "mixed/data/correlated_slopes.json", 86, 4},
    {"mixed/crossed_three.stan", "mixed/data/crossed_three.json", 86, 4},
    {"mixed/crossed_two.stan", "mixed/data/crossed_two.json", 70, 3},
    {"mixed/intercepts_slopes.stan", "mixed/data/intercepts_slopes.json", 85, 3},
    {"mixed/nested.stan", "mixed/data/nested.json", 84, 3},
    {"paper/binary_trials.stan", "paper/data/baseball_1970.json", 20, 2},
    {"paper/binary_trials_by_hand.stan", "paper/data/baseball_1970.json", 2, 2},
    {"paper/eight_schools.stan", "paper/data/eight_schools.json", 10, 1},
    {"paper/eight_schools_by_hand.stan", "paper/data/eight_schools.json", 2, 1},
    {"paper/eight_schools_noncentred.stan", "paper/data/eight_schools.json", 10, 1},
    {"paper/electric_company.stan", "paper/data/electric_company.json", 108, 4},
    {"paper/electric_company_by_hand.stan", "paper/data/electric_company.json", 12, 4},
    {"paper/electric_company_noncentred.stan", "paper/data/electric_company.json", 108, 4},
    {"paper/electric_simplified.stan", "paper/data/electric_simplified.json", 5, 1},
    {"paper/fibrosis.stan", "paper/data/fibrosis_simulated.json", 351, 3},
    {"paper/fibrosis_by_hand.stan", "paper/data/fibrosis_simulated.json", 5, 5},
    {"paper/fibrosis_noncentred.stan", "paper/data/fibrosis_simulated.json", 351, 3},
    {"paper/one_parent.stan", "paper/data/one_parent.json", 2, 1},
};

std::string path_of(std::string_view below) {
  return fmt::format("{}/{}", AUTUMN_MODELS, below);
}

std::optional<trace::Traced> load(const ModelFile& file) {
  const auto program = engine::load_program(path_of(file.program), {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    ADD_FAILURE() << error->text;
    return std::nullopt;
  }
  auto model = engine::load_model(std::get<engine::LoadedProgram>(program), path_of(file.data));
  if (const auto* error = std::get_if<engine::LoadError>(&model)) {
    ADD_FAILURE() << error->text;
    return std::nullopt;
  }
  return std::get<trace::Traced>(std::move(model));
}

class Models : public ::testing::TestWithParam<ModelFile> {};

TEST_P(Models, CollapseToTheirDimensionByTheLaw) {
  const auto traced = load(GetParam());
  ASSERT_TRUE(traced.has_value());
  const model::Model model = engine::ready_for_plan(traced->model);
  const Result<Plan> made = plan(model, {.is_forced = true});
  ASSERT_TRUE(made.is_ok());
  EXPECT_EQ(made.value().dimension_before, GetParam().dimension_before);
  EXPECT_EQ(made.value().dimension_after, GetParam().dimension_after)
      << explainer::one_line(model, made.value());
  expect_collapse_law(engine::with_hidden_factors(traced->model), collapse(model, made.value()), 2);
}

TEST_P(Models, HaveNoUndeterminedDirection) {
  const auto traced = load(GetParam());
  ASSERT_TRUE(traced.has_value());
  const model::Model model = engine::with_hidden_factors(traced->model);
  for (const Direction& direction : undetermined_directions(model)) {
    ADD_FAILURE() << to_text(model, direction);
  }
}

std::string test_name(const ::testing::TestParamInfo<ModelFile>& at) {
  return fs::path(at.param.program).stem().string() +
         (at.param.program.starts_with("paper/") ? "_of_the_paper" : "");
}

INSTANTIATE_TEST_SUITE_P(All, Models, ::testing::ValuesIn(kModels), test_name);

TEST(ModelsTable, NamesEveryProgram) {
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(AUTUMN_MODELS)) {
    if (entry.path().extension() != ".stan") continue;
    found.insert(fs::relative(entry.path(), AUTUMN_MODELS).string());
  }
  std::set<std::string> named;
  for (const ModelFile& file : kModels) named.emplace(file.program);
  EXPECT_EQ(found, named);
}

}  // namespace
}  // namespace autumn::collapse::testing
