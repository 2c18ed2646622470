// These tests compare leapfrog orbits with closed forms, and look at their order, their
// reversibility, and rejected points.
#include "sample/hamiltonian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sample/densities.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;

// A chain of states that starts at a given place with a given momentum.
class Orbit {
 public:
  Orbit(LogDensity& density, Metric metric, std::vector<double> position,
        const std::vector<double>& momentum)
      : hamiltonian_(density, std::move(metric)), pool_(2, density.dimension()) {
    current_ = pool_.take(1);
    next_ = pool_.take(1);
    Point point{std::move(position), std::vector<double>(density.dimension()), 0.0};
    point.log_density = hamiltonian_.evaluate(point.position, point.gradient);
    Random random({.seed = 1});
    hamiltonian_.start(point, random, *current_);
    // The energy of the drawn momentum is replaced by that of the wanted one.
    std::copy(momentum.begin(), momentum.end(), current_->momentum);
    hamiltonian_.metric().to_velocity(momentum, {current_->velocity, momentum.size()});
    double kinetic = 0.0;
    for (std::size_t i = 0; i < momentum.size(); ++i) {
      kinetic += 0.5 * momentum[i] * current_->velocity[i];
    }
    current_->energy = kinetic - point.log_density;
  }

  void step(double size) {
    hamiltonian_.leapfrog(*current_, size, *next_);
    std::swap(current_, next_);
  }
  [[nodiscard]] const State& now() const { return *current_; }

 private:
  Hamiltonian hamiltonian_;
  StatePool pool_;
  State* current_;
  State* next_;
};

TEST(Leapfrog, TurnsTheHarmonicOscillatorByAnExactAngle) {
  // Kick-drift-kick on -q^2/2 is a rotation by w with cos w = 1 - h^2/2 of (q sqrt(1 - h^2/4), p).
  constexpr double h = 0.3;
  const double w = std::acos(1.0 - 0.5 * h * h);
  const double squeeze = std::sqrt(1.0 - 0.25 * h * h);
  FunctionDensity density = testing::standard_normal(1);
  Orbit orbit(density, Metric::unit(1), {0.7}, {-0.4});
  for (int n = 1; n <= 100; ++n) {
    orbit.step(h);
    EXPECT_NEAR(orbit.now().position[0], 0.7 * std::cos(n * w) - 0.4 / squeeze * std::sin(n * w),
                1e-12);
    EXPECT_NEAR(orbit.now().momentum[0], -0.4 * std::cos(n * w) - 0.7 * squeeze * std::sin(n * w),
                1e-12);
  }
}

TEST(Leapfrog, DiagonalMetricIsAChangeOfScale) {
  // With M^-1 = s^2 a normal of scale s moves like a unit one: q = s q', p = p'/s.
  constexpr double s = 100.0;
  FunctionDensity wide = testing::scaled_normal({s});
  FunctionDensity unit = testing::standard_normal(1);
  Orbit scaled(wide, Metric::diagonal({s * s}), {0.7 * s}, {-0.4 / s});
  Orbit plain(unit, Metric::unit(1), {0.7}, {-0.4});
  for (int n = 0; n < 50; ++n) {
    scaled.step(0.2);
    plain.step(0.2);
    EXPECT_NEAR(scaled.now().position[0] / s, plain.now().position[0], 1e-12);
    EXPECT_NEAR(scaled.now().energy, plain.now().energy, 1e-12);
  }
}

TEST(Leapfrog, DenseMetricWithDiagonalMatrixEqualsDiagonalMetric) {
  FunctionDensity density = testing::autoregressive_normal(3, 0.5);
  Result<Metric> dense = Metric::dense(3, {2, 0, 0, 0, 3, 0, 0, 0, 4});
  ASSERT_TRUE(dense);
  Orbit one(density, dense.value(), {1, 2, 3}, {0.1, 0.2, 0.3});
  Orbit other(density, Metric::diagonal({2, 3, 4}), {1, 2, 3}, {0.1, 0.2, 0.3});
  for (int n = 0; n < 20; ++n) {
    one.step(0.1);
    other.step(0.1);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(one.now().position[i], other.now().position[i], 1e-13);
  }
}

// The largest energy error over a fixed time.
double worst_energy_error(LogDensity& density, double h, double time) {
  Orbit orbit(density, Metric::unit(2), {0.8, -0.3}, {0.5, 1.1});
  const double start = orbit.now().energy;
  double worst = 0.0;
  for (int n = 0; n < static_cast<int>(std::lround(time / h)); ++n) {
    orbit.step(h);
    worst = std::max(worst, std::fabs(orbit.now().energy - start));
  }
  return worst;
}

TEST(Leapfrog, EnergyErrorIsOfSecondOrder) {
  FunctionDensity oscillator = testing::standard_normal(2);
  FunctionDensity quartic(2, [](std::span<const double> x, std::span<double> gradient) {
    const double square = x[0] * x[0] + x[1] * x[1];
    for (std::size_t i = 0; i < 2; ++i) gradient[i] = -square * x[i];
    return -0.25 * square * square;
  });
  for (FunctionDensity* density : {&oscillator, &quartic}) {
    const double coarse = worst_energy_error(*density, 0.02, 10.0);
    const double fine = worst_energy_error(*density, 0.01, 10.0);
    EXPECT_GT(coarse, 1e-6);  // otherwise the ratio is one of rounding errors
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.01);
  }
}

TEST(Leapfrog, IsReversible) {
  FunctionDensity density = testing::funnel(3);
  Orbit orbit(density, Metric::diagonal({1.0, 2.0, 0.5}), {0.5, 0.3, -0.2}, {0.1, -0.7, 0.4});
  const double start = orbit.now().energy;
  for (int n = 0; n < 50; ++n) orbit.step(0.05);
  EXPECT_GT(std::fabs(orbit.now().position[0] - 0.5), 0.1);
  for (int n = 0; n < 50; ++n) orbit.step(-0.05);
  EXPECT_NEAR(orbit.now().position[0], 0.5, 1e-12);
  EXPECT_NEAR(orbit.now().position[1], 0.3, 1e-12);
  EXPECT_NEAR(orbit.now().momentum[2], 0.4, 1e-12);
  EXPECT_NEAR(orbit.now().energy, start, 1e-12);
}

TEST(Leapfrog, RejectedPointsHaveInfiniteEnergy) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), -infinity, infinity}) {
    FunctionDensity density(1, [bad](std::span<const double> x, std::span<double> gradient) {
      gradient[0] = 0.0;
      return x[0] == 0.0 ? 0.0 : bad;
    });
    Orbit orbit(density, Metric::unit(1), {0.0}, {1.0});
    orbit.step(0.1);
    EXPECT_EQ(orbit.now().energy, infinity);
  }
}

TEST(Leapfrog, GradientThatIsNotFiniteMakesTheEnergyInfinite) {
  FunctionDensity density(1, [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = x[0] == 0.0 ? 0.0 : std::nan("");
    return 0.0;
  });
  Orbit orbit(density, Metric::unit(1), {0.0}, {1.0});
  orbit.step(0.1);
  EXPECT_EQ(orbit.now().energy, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace autumn::sampler
