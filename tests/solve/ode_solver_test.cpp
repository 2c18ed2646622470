// These tests run the solvers alone, on systems with closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "solve/dense_system.h"

namespace autumn::solve {
namespace {

using testing::DenseSystem;
using Numbers = std::vector<double>;

// y' = -k y with one parameter.
class Decay : public DenseSystem {
 public:
  explicit Decay(double k) : DenseSystem(1, 1), k_(k) {}
  bool evaluate(double, std::span<const double> y, std::span<double> f) override {
    f[0] = -k_ * y[0];
    return true;
  }
  void fill(double, std::span<const double> y, std::span<double> by_state,
            std::span<double> by_parameter) override {
    by_state[0] = -k_;
    by_parameter[0] = -y[0];
  }

 private:
  double k_;
};

// y' = y^2, which is infinite at t = 1.
class BlowUp : public DenseSystem {
 public:
  BlowUp() : DenseSystem(1, 0) {}
  bool evaluate(double, std::span<const double> y, std::span<double> f) override {
    f[0] = y[0] * y[0];
    return true;
  }
  void fill(double, std::span<const double> y, std::span<double> by_state,
            std::span<double>) override {
    by_state[0] = 2.0 * y[0];
  }
};

// Van der Pol with mu = 1000: stiff.
class Stiff : public DenseSystem {
 public:
  Stiff() : DenseSystem(2, 0) {}
  bool evaluate(double, std::span<const double> y, std::span<double> f) override {
    ++calls;
    f[0] = y[1];
    f[1] = 1000.0 * (1.0 - y[0] * y[0]) * y[1] - y[0];
    return true;
  }
  void fill(double, std::span<const double> y, std::span<double> by_state,
            std::span<double>) override {
    by_state[0] = 0.0;
    by_state[1] = -2000.0 * y[0] * y[1] - 1.0;
    by_state[2] = 1.0;
    by_state[3] = 1000.0 * (1.0 - y[0] * y[0]);
  }
  int calls = 0;
};

// Columns: the initial state, then k.
const Numbers kStart{2.0, 1.0, 0.0};
const Numbers kTimes{0.0, 0.05, 0.5, 1.0, 1.0, 3.0};

OdeProblem decay_problem() {
  OdeProblem problem;
  problem.initial = kStart;
  problem.states = 1;
  problem.free_columns = 1;
  problem.parameter_columns = 1;
  problem.times = kTimes;
  return problem;
}

TEST(OdeSolver, EveryMethodFollowsAnExponentialAndItsSensitivities) {
  for (const OdeMethod method :
       {OdeMethod::kDormandPrince, OdeMethod::kCashKarp, OdeMethod::kAdams, OdeMethod::kBdf}) {
    Decay decay(0.7);
    std::size_t count = 0;
    const OdeSettings settings{method, 1e-10, 1e-10, 1e6};
    const bool is_done =
        solve(decay, decay_problem(), settings, [&](std::size_t n, std::span<const double> x) {
          EXPECT_EQ(n, count++);
          const double e = std::exp(-0.7 * kTimes[n]);
          EXPECT_NEAR(x[0], 2.0 * e, 1e-8) << static_cast<int>(method);
          EXPECT_NEAR(x[1], e, 1e-8) << static_cast<int>(method);
          EXPECT_NEAR(x[2], -2.0 * kTimes[n] * e, 1e-8) << static_cast<int>(method);
        });
    EXPECT_TRUE(is_done);
    EXPECT_EQ(count, kTimes.size());
  }
}

// Half the tolerance exponent, at least four digits better: the error follows the tolerance.
TEST(OdeSolver, ErrorsFollowTheTolerance) {
  for (const OdeMethod method : {OdeMethod::kDormandPrince, OdeMethod::kCashKarp}) {
    double errors[2] = {0.0, 0.0};
    for (int k = 0; k < 2; ++k) {
      const double tolerance = k == 0 ? 1e-5 : 1e-11;
      Decay decay(0.7);
      ASSERT_TRUE(solve(decay, decay_problem(), {method, tolerance, tolerance, 1e6},
                        [&](std::size_t n, std::span<const double> x) {
                          const double error = std::fabs(x[0] - 2.0 * std::exp(-0.7 * kTimes[n]));
                          errors[k] = std::max(errors[k], error);
                        }));
    }
    EXPECT_LT(errors[0], 1e-4);
    EXPECT_GT(errors[0], 1e-12);
    EXPECT_LT(errors[1], 1e-4 * errors[0]);
  }
}

TEST(OdeSolver, SaysSoWhenItDoesNotReachTheEnd) {
  const Numbers start{1.0};
  const Numbers times{0.5, 2.0};
  OdeProblem problem;
  problem.initial = start;
  problem.states = 1;
  problem.times = times;
  for (const OdeMethod method :
       {OdeMethod::kDormandPrince, OdeMethod::kCashKarp, OdeMethod::kAdams, OdeMethod::kBdf}) {
    BlowUp system;
    std::size_t count = 0;
    const auto sink = [&](std::size_t, std::span<const double> x) {
      if (count++ == 0) {
        EXPECT_NEAR(x[0], 2.0, 1e-4);
      }
    };
    EXPECT_FALSE(solve(system, problem, {method, 1e-6, 1e-6, 1e5}, sink))
        << static_cast<int>(method);
  }
}

// Two parameters; after t = 1 the slope in the first is no number. y' = 1.
class Unknown : public DenseSystem {
 public:
  Unknown() : DenseSystem(1, 2) {}
  bool evaluate(double, std::span<const double>, std::span<double> f) override {
    f[0] = 1.0;
    return true;
  }
  void fill(double t, std::span<const double>, std::span<double> by_state,
            std::span<double> by_parameter) override {
    by_state[0] = 0.0;
    by_parameter[0] = t > 1.0 ? std::nan("") : 1.0;
    by_parameter[1] = 1.0;
  }
};

// Whatever comes after it among the numbers of a step.
TEST(OdeSolver, DoesNotStepOverASensitivityThatIsNoNumber) {
  const Numbers start{0.0, 0.0, 0.0};
  const Numbers times{0.5, 2.0};
  OdeProblem problem;
  problem.initial = start;
  problem.states = 1;
  problem.parameter_columns = 2;
  problem.times = times;
  for (const OdeMethod method :
       {OdeMethod::kDormandPrince, OdeMethod::kCashKarp, OdeMethod::kAdams, OdeMethod::kBdf}) {
    Unknown system;
    EXPECT_FALSE(solve(system, problem, {method, 1e-6, 1e-6, 1e5},
                       [](std::size_t, std::span<const double>) {}))
        << static_cast<int>(method);
  }
}

TEST(OdeSolver, StopsAfterTooManySteps) {
  Decay decay(0.7);
  for (const OdeMethod method :
       {OdeMethod::kDormandPrince, OdeMethod::kCashKarp, OdeMethod::kAdams, OdeMethod::kBdf}) {
    EXPECT_FALSE(solve(decay, decay_problem(), {method, 1e-10, 1e-10, 2.0},
                       [](std::size_t, std::span<const double>) {}));
  }
}

// At t = 800 the slow branch x - log x = const - t / 1000 of the singular limit holds to 1e-3.
TEST(OdeSolver, BdfTakesFewStepsThroughAStiffSystem) {
  const Numbers start{2.0, 0.0};
  const Numbers times{800.0};
  OdeProblem problem;
  problem.initial = start;
  problem.states = 2;
  problem.times = times;
  Stiff system;
  double end = 0.0;
  ASSERT_TRUE(solve(system, problem, {OdeMethod::kBdf, 1e-8, 1e-8, 1e5},
                    [&](std::size_t, std::span<const double> x) { end = x[0]; }));
  const double constant = 0.5 * 4.0 - std::log(2.0);
  EXPECT_NEAR(0.5 * end * end - std::log(end), constant - 0.8, 1e-2);
  EXPECT_LT(system.calls, 3000);
}

}  // namespace
}  // namespace autumn::solve
