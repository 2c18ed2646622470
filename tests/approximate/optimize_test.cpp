// These tests find modes that are known.
#include "approximate/optimize.h"

#include <gtest/gtest.h>

#include "approximate/iteration_text.h"
#include "approximate/quasi_newton.h"
#include "approximate/targets.h"

namespace autumn::approximate {
namespace {

using testing::FunctionDensity;

constexpr Algorithm kAlgorithms[] = {Algorithm::kLbfgs, Algorithm::kBfgs, Algorithm::kNewton};

Optimum found(FunctionDensity density, std::vector<double> start, Algorithm algorithm) {
  return optimize(density, start, {.algorithm = algorithm});
}

TEST(Optimize, FindsTheMeanOfANormal) {
  for (const Algorithm algorithm : kAlgorithms) {
    FunctionDensity density = testing::some_normal();
    const Optimum optimum = found(density, {0.0, 0.0, 0.0}, algorithm);
    EXPECT_FALSE(is_error(optimum.ending));
    EXPECT_NEAR(optimum.point[0], 1.0, 1e-4);
    EXPECT_NEAR(optimum.point[1], -2.0, 1e-4);
    EXPECT_NEAR(optimum.point[2], 30.0, 1e-4);
    std::vector<double> spare(3);
    EXPECT_NEAR(optimum.log_density, density.evaluate(std::vector{1.0, -2.0, 30.0}, spare), 1e-9);
  }
}

TEST(Optimize, FollowsTheValleyOfRosenbrock) {
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum two = found(testing::valley(2), {-1.2, 1.0}, algorithm);
    EXPECT_NEAR(two.log_density, 0.0, 1e-9);
    EXPECT_NEAR(two.point[1], 1.0, 1e-4);
    EXPECT_FALSE(is_error(two.ending));
  }
  const Optimum many = found(testing::valley(50), std::vector<double>(50, -1.0), Algorithm::kLbfgs);
  EXPECT_NEAR(many.log_density, 0.0, 1e-6);
}

// A line through points far from the origin: intercept and slope are nearly the same thing.
FunctionDensity line_through_years() {
  return {3, [](std::span<const double> x, std::span<double> gradient) {
            const double sigma = std::exp(x[2]);
            double value = -x[0] * x[0] / 20000.0;
            gradient[0] = -x[0] / 10000.0;
            gradient[1] = 0.0;
            gradient[2] = 0.0;
            for (int k = 0; k < 62; ++k) {
              const double year = 1952.0 + k;
              const double y = 9.0 + 0.02 * (year - 1980.0) + std::sin(7.0 * k);
              const double z = (y - x[0] - x[1] * year) / sigma;
              value -= 0.5 * z * z + x[2];
              gradient[0] += z / sigma;
              gradient[1] += z * year / sigma;
              gradient[2] += z * z - 1.0;
            }
            return value;
          }};
}

TEST(Optimize, DoesNotStopInANarrowValley) {
  FunctionDensity density = line_through_years();
  const std::vector<double> start{60.0, -1.0, 0.0};
  const double best = optimize(density, start, {.algorithm = Algorithm::kNewton}).log_density;
  for (const Algorithm algorithm : {Algorithm::kLbfgs, Algorithm::kBfgs}) {
    EXPECT_NEAR(optimize(density, start, {.algorithm = algorithm}).log_density, best, 1e-6);
  }
  // The tests of convergence alone are content on the way, or this would show nothing.
  QuasiNewton search(density, {});
  ASSERT_TRUE(search.start(start));
  while (search.iterate().ending == Ending::kDone) continue;
  EXPECT_LT(-search.place().value, best - 0.01);
}

// An effect s * z with s = exp(u), of which y = 4 is seen with error 1: where s is nearly 0,
// nothing depends on z, and nothing on u.
FunctionDensity standardised_effect() {
  return {2, [](std::span<const double> x, std::span<double> gradient) {
            const double s = std::exp(x[1]);
            const double residual = 4.0 - s * x[0];
            gradient[0] = -x[0] + residual * s;
            gradient[1] = residual * s * x[0] - s * s;
            return -0.5 * (x[0] * x[0] + residual * residual + s * s);
          }};
}

TEST(Optimize, ComesBackFromWhereTheGradientIsHuge) {
  // Explosive recurrences have densities like this one.
  FunctionDensity density(2, [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = -std::exp(x[0]) + std::exp(-x[0]);
    gradient[1] = -x[1];
    return -std::exp(x[0]) - std::exp(-x[0]) - 0.5 * x[1] * x[1];
  });
  for (const Algorithm algorithm : {Algorithm::kLbfgs, Algorithm::kBfgs}) {
    const Optimum optimum = optimize(density, std::vector{300.0, 2.0}, {.algorithm = algorithm});
    EXPECT_FALSE(is_error(optimum.ending));
    EXPECT_NEAR(optimum.log_density, -2.0, 1e-8);
  }
}

TEST(Optimize, LeavesThePlateauAroundASaddle) {
  // The mode is at s = z = sqrt(3): -1/2 (3 + 1 + 3). The plateau has -8.
  FunctionDensity density = standardised_effect();
  const std::vector<double> start{1e-4, -9.0};
  for (const Algorithm algorithm : {Algorithm::kLbfgs, Algorithm::kBfgs}) {
    const Optimum optimum = optimize(density, start, {.algorithm = algorithm});
    EXPECT_NEAR(optimum.log_density, -3.5, 1e-8);
    EXPECT_FALSE(is_error(optimum.ending));
  }
}

TEST(Optimize, DoesNotSayThatItConvergedOnARayThatRisesForEver) {
  FunctionDensity ray(2, [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = -0.8 - std::exp(x[0]);
    gradient[1] = -x[1];
    return -0.8 * x[0] - std::exp(x[0]) - 0.5 * x[1] * x[1];
  });
  for (const Algorithm algorithm : {Algorithm::kLbfgs, Algorithm::kBfgs}) {
    const std::vector<double> other{0.5, 1.0};
    EXPECT_TRUE(is_error(optimize(ray, other, {.algorithm = algorithm}).ending));
  }
}

TEST(Optimize, StopsEarlyWhereTolerancesAreWide) {
  FunctionDensity density = testing::valley(2);
  const std::vector<double> start{-1.2, 1.0};
  const Optimum wide = optimize(density, start, {.tol_obj = 0.5});
  EXPECT_EQ(wide.ending, Ending::kObjectiveChange);
  EXPECT_LT(wide.evaluations, optimize(density, start, {}).evaluations);
}

TEST(Optimize, FindsTheModeInManyDimensions) {
  // More dimensions than are looked at by Newton's method, with scales from 0.1 to 10.
  std::vector<double> scales(400);
  for (std::size_t i = 0; i < 400; ++i)
    scales[i] = std::pow(10.0, static_cast<double>(i) / 199.5 - 1.0);
  FunctionDensity density = sampler::testing::scaled_normal(scales);
  const Optimum optimum = optimize(density, std::vector<double>(400, 1.0), {});
  EXPECT_FALSE(is_error(optimum.ending));
  EXPECT_NEAR(optimum.log_density, 0.0, 1e-6);
}

TEST(Optimize, StepsBackFromWhereTheDensityRejects) {
  for (const double rejected : std::vector<double>{-INFINITY, NAN, INFINITY}) {
    for (const Algorithm algorithm : kAlgorithms) {
      // From far out the first long steps end beyond 0.
      for (const double start : {0.001, 1.0, 50.0}) {
        const Optimum optimum = found(testing::half_line(rejected), {start}, algorithm);
        EXPECT_FALSE(is_error(optimum.ending)) << start;
        EXPECT_NEAR(optimum.point[0], 2.0, 1e-3) << start;
      }
    }
  }
}

TEST(Optimize, ClimbsToTheEdgeOfASupport) {
  // The mode of a standard normal above 1 is at 1, where everything below is rejected.
  FunctionDensity density(1, [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = -x[0];
    return x[0] < 1.0 ? -INFINITY : -0.5 * x[0] * x[0];
  });
  const Optimum optimum = optimize(density, std::vector{3.0}, {});
  EXPECT_NEAR(optimum.point[0], 1.0, 1e-6);
}

TEST(Optimize, LeavesAFlatDirectionWhereItStarted) {
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum optimum = found(testing::flat_in_second(), {3.0, 7.0}, algorithm);
    EXPECT_FALSE(is_error(optimum.ending));
    EXPECT_NEAR(optimum.point[0], 0.0, 1e-6);
    EXPECT_EQ(optimum.point[1], 7.0);
  }
}

TEST(Optimize, EndsWhereThereIsNothingToMove) {
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum optimum = found(testing::without_dimensions(), {}, algorithm);
    EXPECT_FALSE(is_error(optimum.ending));
    EXPECT_EQ(optimum.log_density, -1.5);
  }
}

TEST(Optimize, RefusesAStartThatIsRejected) {
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum optimum = found(testing::rejected_everywhere(), {1.0}, algorithm);
    EXPECT_EQ(optimum.ending, Ending::kRejectedStart);
    EXPECT_EQ(return_code(optimum.ending), 70);
  }
}

TEST(Optimize, KeepsToTheNumberOfIterations) {
  FunctionDensity density = testing::valley(2);
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum optimum =
        optimize(density, std::vector{-1.2, 1.0}, {.algorithm = algorithm, .iter = 3});
    EXPECT_EQ(optimum.ending, Ending::kIterations);
    EXPECT_EQ(optimum.iterations, 3U);
    EXPECT_EQ(return_code(optimum.ending), 0);
  }
}

TEST(Optimize, NeverMakesTheDensitySmaller) {
  FunctionDensity density = testing::valley(10);
  double before = -INFINITY;
  OptimizeObserver observer;
  observer.on_iteration = [&](const Iteration& iteration, std::span<const double>) {
    EXPECT_GE(iteration.log_density, before - 1e-12);
    before = iteration.log_density;
  };
  (void)optimize(density, std::vector<double>(10, -1.0), {}, observer);
  EXPECT_NEAR(before, 0.0, 1e-6);
}

TEST(Optimize, StopsWhenAsked) {
  FunctionDensity density = testing::valley(2);
  const std::atomic<bool> stop{true};
  for (const Algorithm algorithm : kAlgorithms) {
    const Optimum optimum = optimize(density, std::vector{-1.2, 1.0}, {.algorithm = algorithm},
                                     {.general = {.stop = &stop}});
    EXPECT_EQ(optimum.ending, Ending::kStopped);
  }
}

TEST(Optimize, RefusesSettingsWithoutMeaning) {
  EXPECT_TRUE(check(OptimizeSettings{}).is_ok());
  EXPECT_FALSE(check(OptimizeSettings{.init_alpha = 0.0}).is_ok());
  EXPECT_FALSE(check(OptimizeSettings{.history_size = 0}).is_ok());
  EXPECT_FALSE(check(OptimizeSettings{.tol_grad = -1.0}).is_ok());
}

TEST(IterationText, HasTheColumnsOfCmdStan) {
  EXPECT_EQ(iteration_header(),
            "    Iter      log prob        ||dx||      ||grad||       alpha      alpha0  # evals  "
            "Notes ");
  const Iteration iteration{.number = 6,
                            .log_density = -5.00402,
                            .step_norm = 0.000103557,
                            .gradient_norm = 1.6544e-06,
                            .alpha = 1.0,
                            .alpha0 = 0.12345,
                            .evaluations = 9};
  EXPECT_EQ(
      iteration_row(iteration),
      "       6      -5.00402   0.000103557    1.6544e-06           1      0.1235        9   ");
}

TEST(IterationText, IsShownEveryRefreshAndAtTheEnd) {
  Iteration iteration{.number = 98};
  EXPECT_EQ(iteration_lines(iteration, Algorithm::kLbfgs, 100), "");
  iteration.ending = Ending::kGradient;
  EXPECT_EQ(iteration_lines(iteration, Algorithm::kLbfgs, 100), iteration_row(iteration) + "\n");
  EXPECT_EQ(iteration_lines(iteration, Algorithm::kLbfgs, 0), "");
  iteration = {.number = 1};
  EXPECT_EQ(iteration_lines(iteration, Algorithm::kLbfgs, 100), iteration_header() + "\n");
  EXPECT_EQ(ending_lines(Ending::kGradient),
            "Optimization terminated normally: \n  Convergence detected: gradient norm is below "
            "tolerance\n");
}

}  // namespace
}  // namespace autumn::approximate
