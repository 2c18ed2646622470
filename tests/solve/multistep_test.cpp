// These tests compare multistep methods with CVODES, step for step.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "solve/dense_system.h"
#include "solve/lu_rows.h"
#include "solve/multistep_coefficients.h"
#include "solve/nordsieck.h"

namespace autumn::solve {
namespace {

using testing::DenseSystem;
using Numbers = std::vector<double>;

// Three reactions of very different speeds (Robertson, 1966), with their rates as parameters.
class Reactions : public DenseSystem {
 public:
  Reactions() : DenseSystem(3, 3) {}
  bool evaluate(double, std::span<const double> y, std::span<double> f) override {
    f[0] = -k_[0] * y[0] + k_[1] * y[1] * y[2];
    f[2] = k_[2] * y[1] * y[1];
    f[1] = -f[0] - f[2];
    return true;
  }
  void fill(double, std::span<const double> y, std::span<double> by_state,
            std::span<double> by_parameter) override {
    const double first[] = {-k_[0], k_[1] * y[2], k_[1] * y[1], -y[0], y[1] * y[2], 0.0};
    const double last[] = {0.0, 2.0 * k_[2] * y[1], 0.0, 0.0, 0.0, y[1] * y[1]};
    for (std::size_t c = 0; c < 6; ++c) {
      auto& to = c < 3 ? by_state : by_parameter;
      const std::size_t start = 3 * (c % 3);
      to[start] = first[c];
      to[start + 1] = -first[c] - last[c];
      to[start + 2] = last[c];
    }
  }

 private:
  double k_[3] = {0.04, 1e4, 3e7};
};

// Van der Pol's oscillator, with its stiffness as a parameter; nothing is computed where y is above
// a bound, as where a program rejects.
class Oscillator : public DenseSystem {
 public:
  explicit Oscillator(double stiffness, double bound = 1e300)
      : DenseSystem(2, 1), m_(stiffness), bound_(bound) {}
  bool evaluate(double, std::span<const double> y, std::span<double> f) override {
    if (y[0] > bound_) return false;
    f[0] = y[1];
    f[1] = m_ * (1.0 - y[0] * y[0]) * y[1] - y[0];
    return true;
  }
  void fill(double, std::span<const double> y, std::span<double> by_state,
            std::span<double> by_parameter) override {
    by_state[0] = 0.0;
    by_state[1] = -2.0 * m_ * y[0] * y[1] - 1.0;
    by_state[2] = 1.0;
    by_state[3] = m_ * (1.0 - y[0] * y[0]);
    by_parameter[0] = 0.0;
    by_parameter[1] = (1.0 - y[0] * y[0]) * y[1];
  }

 private:
  double m_;
  double bound_;
};

// A jump of the slope, which costs failed steps.
class Switch : public DenseSystem {
 public:
  explicit Switch(double jump = 1.0) : DenseSystem(1, 1), jump_(jump) {}
  // Of a solution that begins with 0.
  [[nodiscard]] double exact(double t) const {
    const double at =
        (2500.0 * (std::cos(jump_) - std::exp(-50.0 * jump_)) + 50.0 * std::sin(jump_)) / 2501.0;
    return at * std::exp(-3.0 * (t - jump_));
  }
  bool evaluate(double t, std::span<const double> y, std::span<double> f) override {
    f[0] = t < jump_ ? 50.0 * (std::cos(t) - y[0]) : -3.0 * y[0];
    return true;
  }
  void fill(double t, std::span<const double> y, std::span<double> by_state,
            std::span<double> by_parameter) override {
    by_state[0] = t < jump_ ? -50.0 : -3.0;
    by_parameter[0] = t < jump_ ? 0.0 : -y[0];
  }

 private:
  double jump_;
};

struct Case {
  std::shared_ptr<OdeSystem> system;
  Numbers start;
  std::size_t parameters;
  Numbers times;
};

std::vector<Case> cases() {
  return {{std::make_shared<Reactions>(), {1.0, 0.0, 0.0}, 3, {0.4, 4.0, 40.0, 4e3, 4e5}},
          {std::make_shared<Oscillator>(1000.0), {2.0, 0.0}, 1, {1.0, 2.0, 500.0, 1500.0}},
          {std::make_shared<Oscillator>(1.0), {2.0, 0.0}, 1, {0.001, 1.0, 1.5, 1.5001, 30.0}},
          {std::make_shared<Switch>(), {0.0}, 1, {0.5, 0.999, 1.001, 4.0}}};
}

// Counts what it is asked for.
class Counted : public OdeSystem {
 public:
  explicit Counted(OdeSystem& system) : system_(system) {}
  bool evaluate(double t, std::span<const double> y, std::span<double> f) override {
    ++calls;
    return system_.evaluate(t, y, f);
  }
  const Slopes* slopes(double t, std::span<const double> y) override {
    return system_.slopes(t, y);
  }
  double calls = 0.0;

 private:
  OdeSystem& system_;
};

using Solver = bool (*)(OdeSystem&, const OdeProblem&, const OdeSettings&, const OdeSink&);

struct Solution {
  Numbers numbers;
  double calls = 0.0;
};

// All states and sensitivities at all times, in initial states and parameters or in nothing.
Solution solve_case(Solver solver, const Case& c, double tolerance, bool has_columns,
                    OdeMethod method = OdeMethod::kBdf) {
  OdeProblem problem;
  problem.states = c.start.size();
  problem.free_columns = has_columns ? c.start.size() : 0;
  problem.parameter_columns = has_columns ? c.parameters : 0;
  problem.times = c.times;
  Numbers initial = c.start;
  initial.resize(problem.size(), 0.0);
  for (std::size_t i = 0; i < problem.free_columns; ++i) {
    initial[problem.states + problem.columns() * i + i] = 1.0;
  }
  problem.initial = initial;
  Solution solution;
  Counted system(*c.system);
  EXPECT_TRUE(solver(system, problem, {method, tolerance, tolerance, 1e5},
                     [&](std::size_t, std::span<const double> x) {
                       solution.numbers.insert(solution.numbers.end(), x.begin(), x.end());
                     }));
  solution.calls = system.calls;
  return solution;
}

double largest_difference(const Numbers& a, const Numbers& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::fabs(a[i] - b[i]) / (1.0 + std::fabs(b[i])));
  }
  return largest;
}

// The error is about the tolerance, and changes with every other choice of a step; the solvers
// agree to many more digits. Not so where there are so many steps that rounding decides on one of
// them: those of the reactions.
TEST(Multistep, TakesTheStepsOfCvodes) {
  const double tolerance = 1e-4;
  for (const bool has_columns : {false, true}) {
    for (std::size_t k = 1; k < cases().size(); ++k) {
      const Case c = cases()[k];
      const Solution ours = solve_case(solve_multistep, c, tolerance, has_columns);
      const Solution theirs = solve_case(solve_cvodes, c, tolerance, has_columns);
      EXPECT_LT(largest_difference(ours.numbers, theirs.numbers), 1e-3 * tolerance) << k;
      if (!has_columns) {
        EXPECT_EQ(ours.calls, theirs.calls) << k;
      }
    }
  }
}

void expect_as_good_as_cvodes(OdeMethod method, std::size_t k, double tolerance, bool has_columns) {
  const Case c = cases()[k];
  const Solution exact = solve_case(solve_cvodes, c, 1e-12, has_columns);
  const Solution ours = solve_case(solve_multistep, c, tolerance, has_columns, method);
  const Solution theirs = solve_case(solve_cvodes, c, tolerance, has_columns, method);
  const double error = largest_difference(theirs.numbers, exact.numbers);
  EXPECT_LT(largest_difference(ours.numbers, exact.numbers), 3.0 * error + tolerance)
      << k << ", tolerance " << tolerance;
  if (!has_columns) {
    EXPECT_LT(ours.calls, 1.1 * theirs.calls) << k << ", tolerance " << tolerance;
    EXPECT_GT(ours.calls, 0.8 * theirs.calls) << k << ", tolerance " << tolerance;
  }
}

TEST(Multistep, IsAsAccurateAsCvodesForAsManyCalls) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    for (const bool has_columns : {false, true}) {
      for (const std::size_t k : {0, 1, 2, 3}) {
        expect_as_good_as_cvodes(OdeMethod::kBdf, k, tolerance, has_columns);
      }
      // Adams methods are not for stiff systems.
      expect_as_good_as_cvodes(OdeMethod::kAdams, 2, tolerance, has_columns);
    }
  }
}

// What one jump does to the error is luck; many show what is left of it, as a geometric mean.
double mean_error_after_jumps(Solver solver, OdeMethod method, double tolerance) {
  constexpr int kJumps = 60;
  double sum = 0.0;
  for (int i = 0; i < kJumps; ++i) {
    const auto system = std::make_shared<Switch>(0.8 + 0.0137 * i);
    const Solution end = solve_case(solver, {system, {0.0}, 1, {4.0}}, tolerance, true, method);
    sum += std::log(std::fabs(end.numbers[0] - system->exact(4.0)) + 1e-16);
  }
  return std::exp(sum / kJumps);
}

TEST(Multistep, CrossesJumpsAsWellAsCvodes) {
  for (const OdeMethod method : {OdeMethod::kAdams, OdeMethod::kBdf}) {
    for (const double tolerance : {1e-6, 1e-10}) {
      const double ours = mean_error_after_jumps(solve_multistep, method, tolerance);
      const double theirs = mean_error_after_jumps(solve_cvodes, method, tolerance);
      EXPECT_LT(ours, 2.0 * theirs) << tolerance;
      EXPECT_LT(ours, 10.0 * tolerance);
    }
  }
}

// Another tolerance is another sequence of steps, so that the test above can fail.
TEST(Multistep, OtherStepsGiveOtherDigits) {
  const Case c = cases()[2];
  const Numbers one = solve_case(solve_multistep, c, 1e-4, true).numbers;
  const Numbers other = solve_case(solve_multistep, c, 0.99e-4, true).numbers;
  EXPECT_GT(largest_difference(one, other), 1e-6);
}

TEST(Multistep, GoesOnWhereTheRightSideFailsAheadOfTheSolution) {
  const Case c{std::make_shared<Oscillator>(1.0, 2.02), {2.0, 0.0}, 1, {30.0}};
  const Numbers bounded = solve_case(solve_multistep, c, 1e-6, true).numbers;
  const Case free{std::make_shared<Oscillator>(1.0), {2.0, 0.0}, 1, {30.0}};
  const Numbers reference = solve_case(solve_multistep, free, 1e-10, true).numbers;
  EXPECT_LT(largest_difference(bounded, reference), 1e-3);
}

TEST(Multistep, HasTheLeadingCoefficientsOfEqualSteps) {
  const double harmonic[] = {0.0, 1.0, 3.0 / 2.0, 11.0 / 6.0, 25.0 / 12.0, 137.0 / 60.0};
  for (std::size_t order = 1; order <= max_order(Formula::kBackward); ++order) {
    MultistepHistory history{.order = order, .step = 0.3};
    history.past.fill(0.3);
    const MultistepCoefficients c = multistep_coefficients(Formula::kBackward, history, true);
    EXPECT_NEAR(c.corrector[0], 1.0, 1e-15);
    EXPECT_NEAR(c.corrector[1], harmonic[order], 1e-14) << order;
    // The local error of the formula of order q, in units of the correction.
    const double next = static_cast<double>(order) + 1.0;
    EXPECT_NEAR(c.error, 1.0 / (next * harmonic[order]), 1e-14) << order;
  }
}

// The implicit formulas of Adams: 1, 1/2, 5/12, 3/8, ... of the newest slope.
TEST(Multistep, HasTheWeightsOfAdamsAndMoulton) {
  const double weights[] = {1.0, 1.0 / 2.0, 5.0 / 12.0, 3.0 / 8.0, 251.0 / 720.0, 95.0 / 288.0};
  for (std::size_t order = 1; order <= 6; ++order) {
    MultistepHistory history{.order = order, .step = 0.3};
    history.past.fill(0.3);
    const auto c = multistep_coefficients(Formula::kAdams, history, true);
    EXPECT_NEAR(1.0 / c.corrector[1], weights[order - 1], 1e-14) << order;
  }
}

// A method of a lower order goes on with the same value and slopes at the points before, or with
// the same values.
TEST(Multistep, LowerOrdersKeepWhatTheyCanKeep) {
  for (const Formula formula : {Formula::kBackward, Formula::kAdams}) {
    MultistepHistory history{.order = 5, .step = 0.5};
    history.past = {0.0, 0.5, 0.3, 0.7, 0.2, 0.9};
    Nordsieck z(1, max_order(formula));
    for (std::size_t j = 0; j <= 5; ++j) *z.column(j) = std::cos(3.0 * static_cast<double>(j));
    const auto value = [&](std::size_t order, double t) {
      Numbers out(1);
      z.evaluate(order, t / history.step, out);
      return out[0];
    };
    const auto kept = [&](std::size_t order, double t) {
      const double d = 1e-6;
      return formula == Formula::kBackward
                 ? value(order, t)
                 : (value(order, t + d) - value(order, t - d)) / (2.0 * d);
    };
    const double times[] = {0.0, -0.5, -0.8, -1.5};
    Numbers before;
    for (const double t : times) before.push_back(kept(5, t));
    z.decrease(5, multistep_decrease(formula, history));
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(kept(4, times[k]), before[k], 1e-9 * std::fabs(before[k]) + 1e-8) << k;
    }
  }
}

// Columns of a polynomial of degree 3 at t = 0, in units of the step.
TEST(Nordsieck, FollowsAPolynomialExactly) {
  const auto p = [](double t) { return 2.0 - t + 0.5 * t * t - 3.0 * t * t * t; };
  Nordsieck z(1, 5);
  const double columns[] = {2.0, -1.0, 0.5, -3.0};
  for (std::size_t j = 0; j < 4; ++j) *z.column(j) = columns[j];
  z.rescale(3, 0.25);
  z.predict(3);
  EXPECT_NEAR(*z.column(0), p(0.25), 1e-14);
  Numbers out(1);
  z.evaluate(3, -0.5, out);
  EXPECT_NEAR(out[0], p(0.125), 1e-14);
  z.take_back(3);
  z.rescale(3, 4.0);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(*z.column(j), columns[j], 1e-14);
}

TEST(LuRows, SolvesForManyColumnsAndSaysWhenItCanNot) {
  const Numbers a{0.0, 2.0, -1.0, 4.0, 1.0, 0.5, 1.0, -3.0, 2.0};
  const Numbers x{1.0, -2.0, 0.25, 4.0, 3.0, 0.0};  // three rows of two
  Numbers b(6, 0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t c = 0; c < 2; ++c) b[2 * i + c] += a[3 * i + k] * x[2 * k + c];
    }
  }
  LuRows lu(3);
  std::ranges::copy(a, lu.matrix().begin());
  ASSERT_TRUE(lu.factor());
  lu.solve(b.data(), 2);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(b[i], x[i], 1e-14);
  std::ranges::copy(Numbers{1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 1.0, 1.0}, lu.matrix().begin());
  EXPECT_FALSE(lu.factor());
}

}  // namespace
}  // namespace autumn::solve
