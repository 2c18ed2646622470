// These tests compare collapsed densities with numerical integration of the joint density, in one
// and two dimensions.
#include <gtest/gtest.h>

#include <boost/math/quadrature/sinh_sinh.hpp>
#include <cmath>
#include <set>

#include "base/random.h"
#include "collapse/corpus.h"
#include "collapse/law_checks.h"
#include "evaluate/evaluator.h"
#include "model/unconstrain.h"
#include "recover/recover.h"

namespace autumn::collapse::testing {
namespace {

// Both densities on the unconstrained scale: there the support is the whole space.
class Setting {
 public:
  Setting(const CorpusProgram& program, const model::Model& ready)
      : model_(written_model(program.text)),
        collapsed_(collapse(ready, plan_of(ready, program.options))),
        joint_(density::lower(model_)),
        smaller_(density::lower(collapsed_.model)),
        density_(evaluate::prepare(joint_.density)) {
    std::set<std::size_t> kept;
    for (std::size_t i = 0; i < collapsed_.recovery.kept.size(); ++i) {
      kept.insert(collapsed_.recovery.kept[i].variable);
    }
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      for (std::size_t k = 0; k < joint_.slices[v].size; ++k) {
        (kept.contains(v) ? kept_ : free_).push_back(joint_.slices[v].start + k);
      }
    }
  }

  // Whole variables are collapsed or kept, into one or two dimensions.
  [[nodiscard]] bool is_small() const {
    return (free_.size() == 1 || free_.size() == 2) &&
           free_.size() + smaller_.dimension == joint_.dimension &&
           kept_.size() == smaller_.dimension;
  }

  void expect_integral_is_collapsed(std::uint64_t trial) {
    Random random({.seed = 77, .purpose = Purpose::kTest, .iteration = trial});
    std::vector<double> theta(smaller_.dimension);
    for (double& x : theta) x = 0.7 * random.normal();
    const InterpretedDensity smaller(collapsed_.model);
    const double log_collapsed = smaller(theta);
    if (!std::isfinite(log_collapsed)) return;
    point_.assign(joint_.dimension, 0.0);
    for (std::size_t k = 0; k < kept_.size(); ++k) point_[kept_[k]] = theta[k];
    find_centre(theta);
    boost::math::quadrature::sinh_sinh<double> rule;
    const auto along = [&](std::size_t axis, double t) {
      point_[free_[axis]] = centre_[axis] + spread_[axis] * t;
      return spread_[axis];
    };
    const auto density = [&] {
      const std::span<const double> inputs[] = {point_};
      density_.run(inputs);
      const double value = std::exp(density_.output(0)[0] - log_collapsed);
      return std::isfinite(value) ? value : 0.0;  // far out, where numbers overflow
    };
    const auto inner = [&](double t) { return along(0, t) * density(); };
    const auto outer = [&](double t) { return along(1, t) * rule.integrate(inner, 1e-9); };
    const double integral =
        free_.size() == 1 ? rule.integrate(inner, 1e-10) : rule.integrate(outer, 1e-9);
    EXPECT_NEAR(integral, 1.0, 1e-7) << "trial " << trial;
    ++compared_;
  }

  [[nodiscard]] int compared() const { return compared_; }

 private:
  // Mean and spread of the collapsed coordinates, from recovery draws: only to place the axes.
  void find_centre(const std::vector<double>& theta) {
    constexpr std::uint64_t kDraws = 200;
    std::vector<expr::Shape> shapes;
    for (const model::Variable& v : model_.variables) shapes.push_back(model_.graph.shape(v.node));
    const recover::PreparedRecovery program = recover::prepare(collapsed_.recovery, shapes);
    recover::Recoverer recoverer(program);
    const expr::Array input{expr::Shape::vector(theta.size()), theta};
    const auto values = expr::interpret(smaller_.values, std::span(&input, 1));
    for (std::size_t i = 0; i < collapsed_.recovery.kept.size(); ++i) {
      recoverer.set_kept(i, values[i].numbers);
    }
    std::vector<double> sum(free_.size(), 0.0);
    std::vector<double> squares(free_.size(), 0.0);
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      recoverer.draw(5, 1, draw);
      const std::vector<double> u = unconstrained(recoverer);
      for (std::size_t k = 0; k < free_.size(); ++k) {
        sum[k] += u[free_[k]] / kDraws;
        squares[k] += u[free_[k]] * u[free_[k]] / kDraws;
      }
    }
    centre_ = sum;
    spread_.clear();
    for (std::size_t k = 0; k < free_.size(); ++k) {
      spread_.push_back(std::sqrt(std::max(squares[k] - sum[k] * sum[k], 1e-12)));
    }
  }

  [[nodiscard]] std::vector<double> unconstrained(const recover::Recoverer& recoverer) const {
    std::vector<double> u(joint_.dimension, 0.0);
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const model::Variable& variable = model_.variables[v];
      model::SupportValues support;
      if (variable.support.lower)
        support.lower = {model_.graph.constant(*variable.support.lower)[0]};
      if (variable.support.upper)
        support.upper = {model_.graph.constant(*variable.support.upper)[0]};
      const auto free = model::unconstrain(variable, support, recoverer.variable(v));
      EXPECT_TRUE(free.is_ok());
      if (!free.is_ok()) return u;
      std::ranges::copy(free.value(),
                        u.begin() + static_cast<std::ptrdiff_t>(joint_.slices[v].start));
    }
    return u;
  }

  model::Model model_;
  Collapsed collapsed_;
  density::Lowered joint_;
  density::Lowered smaller_;
  evaluate::Evaluator density_;
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> free_;
  std::vector<double> point_;
  std::vector<double> centre_;
  std::vector<double> spread_;
  int compared_ = 0;
};

// At least one of every rule, and shared scales, in one or two dimensions.
class Quadrature : public ::testing::TestWithParam<const char*> {};

TEST_P(Quadrature, IntegralOfTheJointDensityIsTheCollapsedOne) {
  const CorpusProgram program = program_named(GetParam());
  Setting setting(program, ready_model(program.text));
  ASSERT_TRUE(setting.is_small());
  for (std::uint64_t trial = 0; trial < 2; ++trial) setting.expect_integral_is_collapsed(trial);
  EXPECT_GE(setting.compared(), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Quadrature,
    ::testing::Values("normal_normal", "normal_affine", "gamma_gamma", "gamma_exponential",
                      "beta_bernoulli", "gamma_paper", "children_of_different_kinds",
                      "normal_children_of_different_scales", "flat_mean", "multi_normal_observed",
                      "lognormal_likelihood", "lognormal_ratio", "residual_left", "weights",
                      "weighted_families", "precision_of_normal", "precision_of_lognormal",
                      "inverse_gamma_scalar", "dirichlet_categorical", "dirichlet_flat",
                      "shared_precision", "shared_scale_with_other_children", "moving_average",
                      "generated_quantities", "student_leaf", "squares_small", "sum_to_zero_small",
                      "sum_to_zero_small_matrix", "sum_to_zero_small_variance", "scaled_covariance",
                      "scaled_covariance_small", "inverse_wishart_small",
                      "normal_inverse_wishart_small"),
    [](const ::testing::TestParamInfo<const char*>& at) { return std::string(at.param); });

}  // namespace
}  // namespace autumn::collapse::testing
