// These tests compare smoothed weights with those of ArviZ, which data/make_psis.py has stored.
#include "approximate/psis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "base/random.h"

namespace autumn::approximate {
namespace {

TEST(Psis, HasTheWeightsOfArviz) {
  std::ifstream file(std::string(AUTUMN_TEST_DATA) + "/psis.txt");
  std::string name;
  std::size_t count = 0;
  double shape = 0.0;
  int cases = 0;
  while (file >> name >> count >> shape) {
    std::vector<double> ratios(count);
    std::vector<double> expected(count);
    for (double& x : ratios) file >> x;
    for (double& x : expected) file >> x;
    const ParetoWeights weights = pareto_weights(ratios);
    EXPECT_NEAR(weights.shape, shape, 1e-10) << name;
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_NEAR(weights.log_weights[i], expected[i], 1e-9 * std::max(1.0, std::fabs(expected[i])))
          << name << " " << i;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 4);
}

TEST(Psis, FindsTheShapeOfAParetoDistribution) {
  Random random({.seed = 4, .purpose = Purpose::kTest});
  std::vector<double> x;
  for (int k = 0; k < 20000; ++k) x.push_back((std::pow(random.uniform(), -0.3) - 1.0) / 0.3);
  std::ranges::sort(x);
  const ParetoFit fit = fit_pareto(x);
  EXPECT_NEAR(fit.shape, 0.3, 0.04);  // the standard error is 0.009
  EXPECT_NEAR(fit.scale, 1.0, 0.05);
}

TEST(Psis, LeavesShortAndEvenTailsAsTheyAre) {
  const ParetoWeights few = pareto_weights(std::vector<double>{0.0, 1.0, 2.0});
  EXPECT_TRUE(std::isnan(few.shape));
  EXPECT_NEAR(few.log_weights[2] - few.log_weights[0], 2.0, 1e-14);
  const ParetoWeights even = pareto_weights(std::vector<double>(100, 3.0));
  EXPECT_TRUE(std::isnan(even.shape));
  for (const double weight : even.log_weights) EXPECT_NEAR(weight, -std::log(100.0), 1e-12);
  EXPECT_TRUE(pareto_weights({}).log_weights.empty());
}

TEST(Psis, GivesNoWeightToWhatIsRejected) {
  std::vector<double> ratios(100);
  for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] = 0.01 * static_cast<double>(i);
  ratios[3] = -INFINITY;
  ratios[4] = NAN;
  const ParetoWeights weights = pareto_weights(ratios);
  EXPECT_EQ(weights.log_weights[3], -INFINITY);
  EXPECT_EQ(weights.log_weights[4], -INFINITY);
  double sum = 0.0;
  for (const double weight : weights.log_weights) sum += std::exp(weight);
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

}  // namespace
}  // namespace autumn::approximate
