// These tests check that the models in the C++ interface are those of the Stan programs.
#include "models/paper/paper_models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <stdexcept>

#include "api/build.h"
#include "base/random.h"
#include "evaluate/function.h"
#include "paper/paper_programs.h"
#include "trace/data/data.h"

namespace autumn::paper_test {
namespace {

trace::Data data_of(const Case& c) {
  auto data = trace::read_json(data_path(c));
  if (!data) throw std::runtime_error(to_text(data.error()));
  return std::move(data).value();
}

// Stan counts from 1.
std::vector<int> indices(const trace::DataVariable& variable) {
  std::vector<int> result;
  for (const double x : variable.numbers) result.push_back(static_cast<int>(x) - 1);
  return result;
}

autumn::Model built(const Case& c) {
  trace::Data data = data_of(c);
  const auto numbers = [&](const char* name) { return data.at(name).numbers; };
  const auto places = [&](const char* name) { return indices(data.at(name)); };
  if (c.program == "eight_schools") return paper::eight_schools(numbers("y"), numbers("sigma"));
  if (c.program == "binary_trials") return paper::binary_trials(numbers("y"), numbers("K"));
  if (c.program == "electric_simplified") {
    return paper::electric_simplified(numbers("t"), numbers("y"));
  }
  if (c.program == "electric_company") {
    return paper::electric_company({.pair = places("pair"),
                                    .grade = places("grade"),
                                    .grade_pair = places("grade_pair"),
                                    .treatment = numbers("treatment"),
                                    .y = numbers("y")});
  }
  if (c.program == "fibrosis") {
    return paper::fibrosis({.patient = places("patient"),
                            .week = numbers("week"),
                            .y = numbers("y"),
                            .patients = static_cast<std::size_t>(numbers("J")[0])});
  }
  return paper::one_parent(numbers("y"));
}

class PaperModels : public testing::TestWithParam<Case> {};

TEST_P(PaperModels, CollapseAsTheStanProgramsDo) {
  const model::Model model = detail::finished(built(GetParam()).data());
  const auto ready = engine::prepare(model, {});
  ASSERT_TRUE(ready.is_ok());
  EXPECT_EQ(ready.value().plan.dimension_before, GetParam().dimension_before);
  EXPECT_EQ(ready.value().plan.dimension_after, GetParam().dimension_after);
}

// But for a constant: Stan's cauchy on the positive numbers is not normalised.
TEST_P(PaperModels, HaveTheDensityOfTheStanProgramsButForAConstant) {
  const autumn::Model model = built(GetParam());
  const engine::Prepared stan = prepared(GetParam(), {.is_off = true});
  ASSERT_EQ(dimension(model), stan.dimension);
  evaluate::EvaluatedFunction function(stan.density);
  std::vector<double> gradient(stan.dimension);
  Random random({.seed = 5});
  std::optional<double> constant;
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<double> point(stan.dimension);
    for (double& x : point) x = 2.0 * random.uniform() - 1.0;
    const double expected = function.evaluate(point, gradient);
    const DensityAt at = log_density(model, point);
    if (!constant) constant = at.log_density - expected;
    ASSERT_TRUE(std::isfinite(*constant));
    EXPECT_NEAR(at.log_density - expected, *constant, 1e-11 * (1.0 + std::abs(expected)));
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      EXPECT_NEAR(at.gradient[i], gradient[i], 1e-9 * (1.0 + std::abs(gradient[i])));
    }
  }
}

std::vector<Case> all_written() {
  return {as_written().begin(), as_written().end()};
}

INSTANTIATE_TEST_SUITE_P(Cpp, PaperModels, testing::ValuesIn(all_written()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace autumn::paper_test
