// These tests check the paper's own examples: what is left, and the conditionals as it prints
// them.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "collapse/corpus.h"
#include "expr/interpret.h"
#include "gaussian/eliminate.h"
#include "recover/recover.h"

namespace autumn::collapse::testing {
namespace {

// The joint conditional distribution of the columns of a Gaussian block.
struct Conditional {
  std::vector<Column> columns;
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

Conditional conditional_of(const RecoveryStep& step, const std::vector<expr::Array>& variables) {
  const auto& draw = std::get<DrawBlock>(step.draw);
  const std::vector<expr::Array> operands =
      expr::interpret(step.arguments.graph, step.arguments.inputs_of(variables));
  const gaussian::Block& block = draw.block->block;
  std::size_t next = 0;
  const auto take = [&](std::size_t size) {
    return size == 0 ? std::span<const double>{}
                     : std::span<const double>(operands[next++].numbers);
  };
  gaussian::Inputs inputs;
  inputs.coefficients = take(block.coefficients);
  inputs.constants = take(block.constants);
  inputs.scales = take(block.scales);
  std::vector<double> scratch(gaussian::scratch_size(draw.block->symbolic));
  gaussian::eliminate(block, draw.block->symbolic, inputs, scratch);
  const auto n = static_cast<Eigen::Index>(draw.columns.size());
  // A draw is mean + F z: its columns are draws at unit z.
  const auto drawn = [&](const Eigen::VectorXd& z) {
    Eigen::VectorXd u(n);
    gaussian::draw(draw.block->symbolic, scratch, {z.data(), static_cast<std::size_t>(n)},
                   {u.data(), static_cast<std::size_t>(n)});
    return u;
  };
  Conditional result{draw.columns, drawn(Eigen::VectorXd::Zero(n)), Eigen::MatrixXd(n, n)};
  Eigen::MatrixXd factor(n, n);
  for (Eigen::Index k = 0; k < n; ++k)
    factor.col(k) = drawn(Eigen::VectorXd::Unit(n, k)) - result.mean;
  result.covariance = factor * factor.transpose();
  return result;
}

struct MeanAndVariance {
  double mean = 0.0;
  double variance = 0.0;
};

// One column given others, by the usual formulas for normal vectors.
MeanAndVariance given(const Conditional& c, Eigen::Index of,
                      const std::vector<std::pair<Eigen::Index, double>>& known) {
  const auto k = static_cast<Eigen::Index>(known.size());
  Eigen::MatrixXd between(k, k);
  Eigen::VectorXd across(k), off(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto [row, value] = known[static_cast<std::size_t>(i)];
    across[i] = c.covariance(row, of);
    off[i] = value - c.mean[row];
    for (Eigen::Index j = 0; j < k; ++j) {
      between(i, j) = c.covariance(row, known[static_cast<std::size_t>(j)].first);
    }
  }
  const Eigen::VectorXd weights = between.ldlt().solve(across);
  return {c.mean[of] + weights.dot(off), c.covariance(of, of) - weights.dot(across)};
}

// Figure 2 with --keep mu_a, at log sigma = 0.3 and mu_a = 0.9.
class FigureTwo : public ::testing::Test {
 protected:
  static constexpr double kT1 = 0.7, kT2 = 1.3, kY1 = 120.0, kY2 = 95.0;
  static constexpr double kLogSigma = 0.3, kMu = 0.9, kB1 = 25.0, kB2 = -4.0;
  const double s2 = std::exp(2.0 * kLogSigma);

  void SetUp() override {
    const CorpusProgram program = program_named("figure_two");
    const model::Model model = ready_model(program.text);
    const Collapsed collapsed = collapse(model, plan_of(model, program.options));
    ASSERT_EQ(collapsed.recovery.steps.size(), 1U);
    std::vector<expr::Array> variables;
    for (const model::Variable& variable : model.variables) {
      const double value = variable.name == "log_sigma" ? kLogSigma
                           : variable.name == "mu_a"    ? kMu
                                                        : NAN;
      variables.push_back({expr::Shape::scalar(), {value}});
    }
    joint = conditional_of(collapsed.recovery.steps[0], variables);
    for (std::size_t k = 0; k < joint.columns.size(); ++k) {
      const std::string& name = model.variables[joint.columns[k].variable].name;
      (name == "a" ? a : name == "b1" ? b1 : b2) = static_cast<Eigen::Index>(k);
    }
  }

  Conditional joint;
  Eigen::Index a = -1, b1 = -1, b2 = -1;
};

TEST_F(FigureTwo, AGivenBothSlopes) {
  const MeanAndVariance found = given(joint, a, {{b1, kB1}, {b2, kB2}});
  EXPECT_NEAR(found.mean, (100 * kMu * s2 + kY1 + kY2 - kB1 * kT1 - kB2 * kT2) / (2 + s2), 1e-8);
  EXPECT_NEAR(found.variance, s2 / (2 + s2), 1e-9);
}

TEST_F(FigureTwo, SecondSlopeGivenTheFirst) {
  const double c2 = 100.0 * 100.0;
  const double d = c2 * kT2 * kT2 + c2 * s2 * kT2 * kT2 + 2 * s2 + s2 * s2;
  const MeanAndVariance found = given(joint, b2, {{b1, kB1}});
  EXPECT_NEAR(found.mean, c2 * kT2 * (kY2 + s2 * kY2 - kY1 - 100 * s2 * kMu + kB1 * kT1) / d, 1e-9);
  EXPECT_NEAR(found.variance, (2 * c2 * s2 + c2 * s2 * s2) / d, 1e-10);
}

// The paper prints it given y1 alone, which is a slip: y2 tells of a, and so of b1. Given b1,
// (y1, y2) is normal with mean (100 mu_a + b1 t1, 100 mu_a) and covariance
// [[1 + s2, 1], [1, 1 + s2 + 100^2 t2^2]].
TEST_F(FigureTwo, FirstSlopeComesFromBothObservations) {
  const double v11 = 1 + s2;
  const double v22 = 1 + s2 + 100.0 * 100.0 * kT2 * kT2;
  const double determinant = v11 * v22 - 1;
  const double precision = 1 / (100.0 * 100.0) + kT1 * kT1 * v22 / determinant;
  const double r1 = kY1 - 100 * kMu;
  const double r2 = kY2 - 100 * kMu;
  EXPECT_NEAR(joint.mean[b1], kT1 * (v22 * r1 - r2) / determinant / precision, 1e-9);
  EXPECT_NEAR(joint.covariance(b1, b1), 1 / precision, 1e-10);
}

}  // namespace
}  // namespace autumn::collapse::testing
