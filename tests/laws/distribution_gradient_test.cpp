// These tests check the gradient law for every distribution: density and cdfs agree with numerical
// derivatives in the variate and every real argument.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "dist/continuous_cases.h"
#include "dist/density_law.h"
#include "dist/discrete_cases.h"
#include "dist/list.h"
#include "passes/support.h"

namespace autumn {
namespace {

using dist::Case;
using dist::Distribution;
using dist::Domain;
using expr::Array;
using expr::Builder;
using expr::Graph;
using expr::Term;

// Arguments that take integers are constants of the model; so is a discrete variate.
bool has_slope(Domain domain) {
  return !dist::is_discrete(domain);
}

struct Problem {
  Graph graph;
  std::vector<Array> inputs;
};

Problem problem_of(dist::TermFunction function, const Distribution& d, const Case& at) {
  Builder builder;
  Problem problem;
  const auto node = [&](const Array& value, Domain domain) {
    if (!has_slope(domain)) return Term(builder, builder.constant(value.shape, value.numbers));
    problem.inputs.push_back(value);
    return Term(builder, builder.input("x", value.shape));
  };
  const Term y = node(at.y, d.variate.domain);
  std::vector<Term> arguments;
  for (std::size_t k = 0; k < at.args.size(); ++k) {
    arguments.push_back(node(at.args[k], d.arguments[k].domain));
  }
  const Term total = sum(function(y, arguments));
  problem.graph = std::move(builder).finish({total.id()});
  return problem;
}

// The step of a difference in number `x` among all numbers: a fraction of the distance to whatever
// may be an end of its range: 0, 1, and the other numbers (a bound is one of them).
double step_for(double x, const std::vector<Array>& inputs) {
  double distance = x != 0.0 ? std::min(1.0, std::fabs(x)) : 1.0;
  if (x != 1.0) distance = std::min(distance, std::fabs(1.0 - x));
  for (const Array& input : inputs) {
    for (const double other : input.numbers) {
      if (other != x) distance = std::min(distance, std::fabs(other - x));
    }
  }
  return 0.05 * distance;
}

// Ridders' differences are good to about 1e-9 of the value over the step; so is the comparison.
void expect_gradient(const Problem& problem, const std::string& what) {
  const Graph gradient = passes::differentiate(problem.graph).graph;
  std::vector<Array> inputs = problem.inputs;
  const std::vector<Array> values = interpret(gradient, inputs);
  const double size = 1.0 + std::fabs(values[0].numbers[0]);
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (std::size_t i = 0; i < inputs[s].numbers.size(); ++i) {
      const double at = inputs[s].numbers[i];
      const double step = step_for(at, problem.inputs);
      const auto value = [&](double change) {
        inputs[s].numbers[i] = at + change;
        return passes::testing::value_of(problem.graph, inputs);
      };
      const double expected = passes::testing::derivative(value, step);
      inputs[s].numbers[i] = at;
      EXPECT_NEAR(values[1 + s].numbers[i], expected,
                  1e-7 * std::fabs(expected) + 1e-10 * size / step)
          << what << ", input " << s << ", element " << i;
    }
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = dist::continuous_cases();
  for (const Case& c : dist::discrete_cases()) cases.push_back(c);
  for (const Case& c : dist::multivariate_cases()) cases.push_back(c);
  return cases;
}

TEST(DistributionGradient, EveryDistributionHasACase) {
  std::set<std::string_view> covered;
  for (const Case& c : all_cases()) covered.insert(c.name);
  for (const Distribution* d : dist::all_distributions()) {
    EXPECT_TRUE(covered.contains(d->name)) << d->name;
  }
}

TEST(DistributionGradient, DensityAgreesWithDifferences) {
  for (const Case& c : all_cases()) {
    const Distribution& d = *dist::find(c.name);
    expect_gradient(problem_of(d.log_density, d, c), dist::to_text(c));
  }
}

TEST(DistributionGradient, CdfsAgreeWithDifferences) {
  for (const Case& c : all_cases()) {
    const Distribution& d = *dist::find(c.name);
    for (const auto function : {d.log_cdf, d.log_ccdf}) {
      if (function == nullptr) continue;
      const Problem problem = problem_of(function, d, c);
      if (!std::isfinite(passes::testing::value_of(problem.graph, problem.inputs))) continue;
      expect_gradient(problem, "cdf of " + dist::to_text(c));
    }
  }
}

}  // namespace
}  // namespace autumn
