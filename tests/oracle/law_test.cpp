// These tests check the collapse law and the shape of what MARGINALIZE returns, on thousands of
// random models.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/numbers.h"
#include "oracle/marginalize.h"
#include "oracle/random_model.h"
#include "oracle/stan_text.h"

namespace autumn::oracle {
namespace {

constexpr std::uint64_t kLawModels = 10000;
constexpr int kPoints = 3;

double size_of_terms(std::span<const double> terms) {
  return std::accumulate(terms.begin(), terms.end(), 0.0,
                         [](double sum, double x) { return sum + std::fabs(x); });
}

std::vector<double> without_marginalized(const Reduction& reduction, std::vector<double> values) {
  for (const Conditional& entry : reduction.stack) values[entry.node.index] = kNaN;
  return values;
}

// log joint = log marginal + log recovery, the marginal read without the values that are gone.
void expect_law(const Model& model, const Reduction& reduction, std::span<const double> values) {
  const std::vector<double> joint = log_factors(model, values);
  const double difference =
      log_joint(model, values) - log_recovery(reduction, values) -
      log_marginal(reduction, without_marginalized(reduction, {values.begin(), values.end()}));
  const double sizes = size_of_terms(joint) + size_of_terms(log_factors(reduction.model, values)) +
                       size_of_terms(log_recovery_factors(reduction, values));
  EXPECT_LE(std::fabs(difference), 1e-9 * (1 + sizes));
}

TEST(OracleLaw, JointIsMarginalTimesRecovery) {
  for (std::uint64_t seed = 0; seed < kLawModels; ++seed) {
    const Model model = random_model(seed);
    const Reduction reduction = marginalize(model);
    Random random({.seed = seed, .chain = 1, .purpose = Purpose::kTest});
    for (int i = 0; i < kPoints; ++i) expect_law(model, reduction, ordinary_values(model, random));
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << to_stan(model) << data_json(model);
  }
}

TEST(OracleLaw, HoldsWithAnyNodeKept) {
  for (std::uint64_t seed = 0; seed < kLawModels / 4; ++seed) {
    const Model model = random_model(seed);
    Random random({.seed = seed, .chain = 2, .purpose = Purpose::kTest});
    const NodeId keep{random.below(model.nodes.size())};
    const Reduction reduction = marginalize(model, std::span(&keep, 1));
    EXPECT_FALSE(reduction.model.nodes[keep.index].is_marginalized);
    expect_law(model, reduction, ordinary_values(model, random));
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << to_stan(model) << data_json(model);
  }
}

// What is left depends on earlier nodes that are left; what went, on nodes that are left or went
// after it.
TEST(OracleLaw, NothingDependsOnWhatIsGone) {
  for (std::uint64_t seed = 0; seed < kLawModels; ++seed) {
    const Reduction reduction = marginalize(random_model(seed));
    const std::vector<Node>& nodes = reduction.model.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        if (nodes[i].is_marginalized || (j < i && !nodes[j].is_marginalized)) continue;
        ASSERT_FALSE(dependent(nodes[i].distribution, {j})) << "seed " << seed;
      }
    }
    for (std::size_t i = 0; i < reduction.stack.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        ASSERT_FALSE(dependent(reduction.stack[i].distribution, reduction.stack[j].node))
            << "seed " << seed;
      }
    }
  }
}

// One pass is enough: what a collapse higher up does to a factor never makes it conjugate.
TEST(OracleLaw, ASecondPassFindsNothing) {
  for (std::uint64_t seed = 0; seed < kLawModels / 4; ++seed) {
    const Reduction reduction = marginalize(random_model(seed));
    EXPECT_TRUE(marginalize(reduction.model).stack.empty()) << "seed " << seed;
  }
}

TEST(RandomModel, IsSmallAndHasFiniteDensitiesAtOrdinaryValues) {
  for (std::uint64_t seed = 0; seed < kLawModels; ++seed) {
    const Model model = random_model(seed);
    ASSERT_GE(model.nodes.size(), 3U);
    ASSERT_LE(model.nodes.size(), 8U);
    Random random({.seed = seed, .chain = 3, .purpose = Purpose::kTest});
    ASSERT_TRUE(std::isfinite(log_joint(model, ordinary_values(model, random)))) << to_stan(model);
  }
}

// At any draws, ordinary or not: a parameter may under- or overflow, but has the right sign.
TEST(RandomModel, HasPositiveScalesAndProbabilitiesBelowOne) {
  for (std::uint64_t seed = 0; seed < kLawModels; ++seed) {
    const Model model = random_model(seed);
    Random random({.seed = seed, .chain = 4, .purpose = Purpose::kTest});
    const std::vector<double> values = simulate(model, random);
    for (const Node& node : model.nodes) {
      const Family family = node.distribution.family;
      const std::vector<double> arguments = evaluate(node.distribution, values);
      ASSERT_FALSE(arguments.back() < 0) << to_stan(model);
      ASSERT_FALSE(family != Family::kNormal && arguments.front() < 0) << to_stan(model);
      ASSERT_FALSE(is_discrete(family) && arguments.back() > 1) << to_stan(model);
    }
  }
}

TEST(RandomModel, TheSeedDecides) {
  EXPECT_EQ(to_stan(random_model(5)), to_stan(random_model(5)));
  EXPECT_EQ(data_json(random_model(5)), data_json(random_model(5)));
  EXPECT_NE(to_stan(random_model(5)), to_stan(random_model(6)));
}

struct Counts {
  std::set<std::pair<Family, Family>> pairs;  // reversed, of parent and child
  int collapsed = 0;
  int collapsed_with_children = 0;
  int kept = 0;
  int chains = 0;  // models in which three or more nodes with children went
};

void count(const Model& model, Counts& counts) {
  const Reduction reduction = marginalize(model);
  int with_children = 0;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = reduction.model.nodes[i];
    if (node.observed) continue;
    ++(node.is_marginalized ? counts.collapsed : counts.kept);
    if (!node.is_marginalized) continue;
    for (const NodeId c : children(model, {i})) {
      const Node& child = reduction.model.nodes[c.index];
      if (child.is_marginalized) continue;
      counts.pairs.emplace(model.nodes[i].distribution.family,
                           model.nodes[c.index].distribution.family);
      ++with_children;
      break;
    }
  }
  counts.collapsed_with_children += with_children;
  counts.chains += with_children >= 3 ? 1 : 0;
}

// Or the laws above would prove little.
TEST(RandomModel, ExercisesEveryPairAndItsRefusals) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < kLawModels; ++seed) count(random_model(seed), counts);
  const std::set<std::pair<Family, Family>> pairs = {
      {Family::kNormal, Family::kNormal},     {Family::kGamma, Family::kGamma},
      {Family::kGamma, Family::kExponential}, {Family::kBeta, Family::kBinomial},
      {Family::kBeta, Family::kBernoulli},
  };
  EXPECT_EQ(counts.pairs, pairs);
  EXPECT_GT(counts.collapsed, 10000);
  EXPECT_GT(counts.collapsed_with_children, 5000);
  EXPECT_GT(counts.kept, 5000);
  EXPECT_GT(counts.chains, 150);
}

}  // namespace
}  // namespace autumn::oracle
