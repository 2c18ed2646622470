// These tests check that jumps leave the target as it is, whatever the proposal, and when they are
// made.
#include "sample/jumps/jump.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/jumps/gain.h"
#include "sample/jumps/learn.h"
#include "sample/jumps/weights.h"
#include "sample/mcse.h"
#include "sample/recorder.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::Recorder;
using testing::squared_distances;
using testing::z_score;

// The logarithm of a gamma variable of this shape: skewed, an exponential tail to the left.
FunctionDensity log_gamma(double shape) {
  return {1, [shape](std::span<const double> x, std::span<double> gradient) {
            gradient[0] = shape - std::exp(x[0]);
            return shape * x[0] - std::exp(x[0]);
          }};
}

FunctionDensity three_log_gammas() {
  return {3, [](std::span<const double> x, std::span<double> gradient) {
            double sum = 0.0;
            for (std::size_t k = 0; k < 3; ++k) {
              gradient[k] = 0.7 - std::exp(x[k]);
              sum += 0.7 * x[k] - std::exp(x[k]);
            }
            return sum;
          }};
}

constexpr double kEuler = 0.57721566490153286;

std::vector<double> normal_points(double mean, double sd, std::size_t number) {
  Random random({.seed = 3, .purpose = Purpose::kTest});
  std::vector<double> points;
  for (std::size_t k = 0; k < number; ++k) points.push_back(mean + sd * random.normal());
  return points;
}

// A proposal in the wrong place: poor, and right all the same.
TEST(Jump, LeavesTheTargetAsItIsWithAPoorProposal) {
  FunctionDensity density = log_gamma(1.0);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  Jumper jumper(Mixture::fit(1, normal_points(0.5, 1.5, 200)).value(), 1.0, 1);
  Point point{{0.0}, {0.0}, 0.0};
  point.log_density = hamiltonian.evaluate(point.position, point.gradient);
  std::vector<double> draws;
  int accepted = 0;
  for (std::uint64_t k = 0; k < 50'000; ++k) {
    Random random({.seed = 5, .purpose = Purpose::kTest, .iteration = k});
    accepted += jumper.jump(point, hamiltonian, random).is_accepted ? 1 : 0;
    draws.push_back(point.position[0]);
    double gradient = 0.0;
    ASSERT_EQ(point.log_density, density.evaluate(point.position, {&gradient, 1}));
    ASSERT_EQ(point.gradient[0], gradient);
  }
  EXPECT_GT(accepted, 20'000);
  EXPECT_LT(accepted, 45'000);
  EXPECT_LT(std::fabs(z_score(draws, -kEuler)), 4.5);
  EXPECT_LT(std::fabs(z_score(squared_distances(draws, -kEuler), M_PI * M_PI / 6.0)), 4.5);
}

TEST(Jump, NeverGoesWhereTheDensityIsNotFinite) {
  FunctionDensity density = testing::walled_normal(1, 0.3);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  Jumper jumper(Mixture::fit(1, normal_points(0.0, 1.0, 200)).value(), 1.0, 1);
  Point point{{0.0}, {0.0}, 0.0};
  for (std::uint64_t k = 0; k < 2'000; ++k) {
    Random random({.seed = 5, .purpose = Purpose::kTest, .iteration = k});
    (void)jumper.jump(point, hamiltonian, random);
    ASSERT_LE(point.position[0], 0.3);
  }
}

// Two values of the ratio, 1 and 3, equally often: the lesser of two is 3 in a quarter of pairs.
TEST(Jump, ExpectedAcceptanceIsTheMeanOfTheLesserRatio) {
  EXPECT_DOUBLE_EQ(expected_acceptance({2.0, 2.0, 2.0}), 1.0);
  EXPECT_DOUBLE_EQ(expected_acceptance({3.0, 1.0}), (0.75 * 1.0 + 0.25 * 3.0) / 2.0);
  EXPECT_EQ(expected_acceptance({0.0, 0.0}), 0.0);
}

TEST(Jump, CorrelationWithTheNextIterationIsThatOfTheSlowestQuantity) {
  Random random({.seed = 9, .purpose = Purpose::kTest});
  WarmupRecord record{.quantities = 2, .iterations = 20'000};
  double slow = 0.0;
  for (int k = 0; k < 20'000; ++k) {
    slow = 0.8 * slow + 0.6 * random.normal();
    record.values.insert(record.values.end(), {random.normal(), slow});
  }
  EXPECT_NEAR(lag_one_correlation(record), 0.8, 0.02);
}

TEST(Jump, AcceptedJumpsForgetWhereTheChainWas) {
  EXPECT_DOUBLE_EQ(time_with_jumps(3.0, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(time_with_jumps(3.0, 0.0), 3.0);
  EXPECT_DOUBLE_EQ(time_with_jumps(3.0, 0.5), 1.25 / 0.75);
}

struct Ran {
  ChainResult result;
  Recorder recorder;
};

Ran run_jumping(FunctionDensity density, const Settings& settings) {
  Ran ran;
  auto result = run_chain(density, settings, {.seed = 11, .chain = 1}, {}, ran.recorder);
  if (!result) ADD_FAILURE() << to_text(result.error());
  ran.result = std::move(result).value();
  return ran;
}

TEST(JumpingChain, DrawsTheTargetNearlyIndependently) {
  const Ran ran = run_jumping(log_gamma(0.7), {.warmup = 1000, .draws = 20'000});
  const std::vector<double> draws = ran.recorder.column(0);
  EXPECT_LT(std::fabs(z_score(draws, -1.2200235536979350)), 4.5);  // digamma(0.7)
  EXPECT_LT(std::fabs(z_score(squared_distances(draws, -1.2200235536979350), 2.8340491557)),
            4.5);  // trigamma(0.7)
  const double naive = std::sqrt(2.8340491557 / 20'000.0);
  EXPECT_LT(testing::estimate_mean(draws).standard_error, 1.15 * naive);
  const double share = static_cast<double>(ran.result.jumps_accepted) / 20'000.0;
  EXPECT_EQ(ran.result.jumps_tried, 20'000);
  EXPECT_NEAR(share, ran.result.adapted.jump_acceptance, 0.05);
}

// Counts values apart from gradients.
class CountingDensity final : public LogDensity {
 public:
  explicit CountingDensity(FunctionDensity density) : density_(std::move(density)) {}
  [[nodiscard]] std::size_t dimension() const override { return density_.dimension(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    ++gradients;
    return density_.evaluate(x, gradient);
  }
  [[nodiscard]] double value(std::span<const double> x, std::span<double> spare) override {
    ++values;
    const double result = density_.evaluate(x, spare);
    for (double& s : spare) s = std::numeric_limits<double>::quiet_NaN();  // nobody may look at it
    return result;
  }

  int gradients = 0, values = 0;

 private:
  FunctionDensity density_;
};

TEST(JumpingChain, OfThreeDimensionsGoesMostlyWithoutNuts) {
  CountingDensity density(testing::standard_normal(3));
  testing::Recorder recorder;
  const auto result =
      run_chain(density, {.warmup = 1000, .draws = 4000}, {.seed = 11, .chain = 1}, {}, recorder);
  ASSERT_TRUE(result.is_ok());
  EXPECT_EQ(result.value().walks, 400);
  EXPECT_GT(result.value().jumps_accepted, 3 * result.value().jumps_tried / 4);
  EXPECT_GT(density.values, 4000);
  EXPECT_LT(density.gradients, 8000);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<double> draws = recorder.column(k);
    EXPECT_LT(std::fabs(z_score(draws, 0.0)), 4.5);
    EXPECT_LT(std::fabs(z_score(squared_distances(draws, 0.0), 1.0)), 4.5);
    EXPECT_LT(testing::estimate_mean(draws).standard_error, 1.25 / std::sqrt(4000.0));
  }
}

// Of a target that is 1/2 and 1/2 where the proposal is 3/4 and 1/4: weights 2/3 and 2.
TEST(Jump, MeanWeightIsThatOfDrawsOfTheTarget) {
  EXPECT_DOUBLE_EQ(mean_weight(std::vector{1.0, 1.0}), 1.0);
  EXPECT_DOUBLE_EQ(mean_weight(std::vector{1.5, 0.5}), 0.5 * 2.0 / 3.0 + 0.5 * 2.0);
}

TEST(Jump, TriesAgainWhereMoreThanATenthWouldStay) {
  const auto of = [](double acceptance, std::int64_t walks) {
    return Jumper(Mixture::fit(1, normal_points(0.0, 1.0, 200)).value(), acceptance, walks)
        .jumps_per_iteration();
  };
  EXPECT_EQ(of(0.95, 10), 1);
  EXPECT_EQ(of(0.80, 10), 2);
  EXPECT_EQ(of(0.60, 10), 3);
  EXPECT_EQ(of(0.40, 10), 4);
  EXPECT_EQ(of(0.40, 1), 1);
}

TEST(Jump, LeavesOutTheGradientWhereNoTransitionFollows) {
  CountingDensity density(log_gamma(1.0));
  Hamiltonian hamiltonian(density, Metric::unit(1));
  Jumper jumper(Mixture::fit(1, normal_points(0.5, 1.5, 200)).value(), 0.9, 10);
  Point point{{0.0}, {0.0}, 0.0};
  point.log_density = hamiltonian.evaluate(point.position, point.gradient);
  bool is_accepted = false;
  for (std::uint64_t k = 0; k < 100 && !is_accepted; ++k) {
    Random random({.seed = 5, .purpose = Purpose::kTest, .iteration = k});
    is_accepted = jumper.jump(point, hamiltonian, random).is_accepted;
  }
  ASSERT_TRUE(is_accepted);
  EXPECT_FALSE(point.has_gradient);
  EXPECT_EQ(density.gradients, 1);
  hamiltonian.complete(point);
  double gradient = 0.0;
  EXPECT_EQ(point.log_density, log_gamma(1.0).evaluate(point.position, {&gradient, 1}));
  EXPECT_EQ(point.gradient[0], gradient);
}

TEST(JumpingChain, ReportsTheDensityOfThePointItReports) {
  FunctionDensity density = log_gamma(0.7);
  const Ran ran = run_jumping(density, {.warmup = 500, .draws = 500});
  ASSERT_GT(ran.result.jumps_accepted, 0);
  for (const testing::Recorded& draw : ran.recorder.draws) {
    double gradient = 0.0;
    EXPECT_EQ(draw.statistics.lp, density.evaluate(draw.position, {&gradient, 1}));
  }
}

TEST(JumpingChain, JumpsOnlyWhereItIsAskedToAndWhereItPays) {
  const Settings usual{.warmup = 400, .draws = 20};
  EXPECT_GT(run_jumping(log_gamma(0.7), usual).result.jumps_tried, 0);
  const auto without = [&](auto change) {
    Settings settings = usual;
    change(settings);
    return run_jumping(log_gamma(0.7), settings).result;
  };
  EXPECT_EQ(without([](Settings& s) { s.jumps = false; }).jumps_tried, 0);
  EXPECT_EQ(without([](Settings& s) { s.warmup = 60; }).jumps_tried, 0);
  EXPECT_EQ(without([](Settings& s) { s.adapt_engaged = false; }).jumps_tried, 0);
  EXPECT_EQ(without([](Settings& s) { s.algorithm = Algorithm::static_hmc; }).jumps_tried, 0);
  EXPECT_EQ(run_jumping(testing::eight_schools(), usual).result.jumps_tried, 0);  // ten dimensions
}

TEST(JumpingChain, OfSkewedDensitiesKeepsTheirMeans) {
  const Ran ran = run_jumping(three_log_gammas(), {.warmup = 1000, .draws = 20'000});
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<double> draws = ran.recorder.column(k);
    EXPECT_LT(std::fabs(z_score(draws, -1.2200235536979350)), 4.5);  // digamma(0.7)
    EXPECT_LT(std::fabs(z_score(squared_distances(draws, -1.2200235536979350), 2.8340491557)),
              4.5);  // trigamma(0.7)
  }
}

TEST(JumpingChain, WarmUpIsThatOfNutsWhereItIsTooShortToLearn) {
  Settings settings{.warmup = 90, .draws = 1, .save_warmup = true};
  const Ran with = run_jumping(testing::standard_normal(3), settings);
  settings.jumps = false;
  const Ran without = run_jumping(testing::standard_normal(3), settings);
  for (std::size_t k = 0; k < 90; ++k) {
    EXPECT_EQ(with.recorder.draws[k].position, without.recorder.draws[k].position);
  }
}

TEST(JumpingChain, BeginsWithAClimb) {
  Settings settings{.warmup = 400, .draws = 1};
  const std::vector<double> scales = {1e-2, 1.0, 5.0, 0.1};
  const Ran with = run_jumping(testing::scaled_normal(scales), settings);
  settings.jumps = false;
  const Ran without = run_jumping(testing::scaled_normal(scales), settings);
  EXPECT_LT(4 * with.result.gradients_warmup, without.result.gradients_warmup);
}

// A peak of e^8 times the density and a thousandth of the mass: a climb from near it must not keep
// the chain there.
TEST(JumpingChain, LeavesAPeakWithoutMass) {
  const auto peak = [](std::span<const double> x, std::span<double> gradient) {
    constexpr double kNarrow = 0.01;
    double wide = 0.0, narrow = 0.0;
    for (const double v : x) {
      wide -= 0.5 * v * v;
      narrow -= 0.5 * (v - 1.0) * (v - 1.0) / (kNarrow * kNarrow);
    }
    narrow += std::log(1e-3) - 3 * std::log(kNarrow);
    const double top = std::max(wide, narrow);
    const double value = top + std::log(std::exp(wide - top) + std::exp(narrow - top));
    const double share = std::exp(narrow - value);
    for (std::size_t i = 0; i < x.size(); ++i) {
      gradient[i] = -(1.0 - share) * x[i] - share * (x[i] - 1.0) / (kNarrow * kNarrow);
    }
    return value;
  };
  const Ran ran = run_jumping({3, peak}, {.warmup = 1000, .draws = 4000});
  EXPECT_LT(std::fabs(z_score(ran.recorder.column(0), 1e-3)), 5.0);
}

// The funnel in two dimensions: a hard target, of which the fit covers a part.
TEST(JumpingChain, KeepsTheMeanOfAFunnelWhereNutsAloneGoesAstray) {
  const Ran ran =
      run_jumping(testing::funnel(2), {.warmup = 2000, .draws = 40'000, .adapt_delta = 0.99});
  EXPECT_LT(std::fabs(z_score(ran.recorder.column(0), 0.0)), 4.5);
}

}  // namespace
}  // namespace autumn::sampler
