// These tests compare the supernodal factor and the selected inverse with dense matrices, on random
// sparse patterns.
#include "gaussian/equations/factor.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <algorithm>
#include <initializer_list>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "base/instruction_set.h"
#include "base/random.h"
#include "gaussian/support.h"

namespace autumn::gaussian::equations {
namespace {

// Columns that meet: small groups of neighbours, a few far apart, and one that meets all.
Cliques random_cliques(Random& random, std::size_t columns) {
  Cliques cliques{.columns = columns};
  const std::size_t count = columns + random.below(2 * columns);
  for (std::size_t k = 0; k < count; ++k) {
    std::set<std::uint32_t> members;
    const std::size_t size = 1 + random.below(3);
    for (std::size_t i = 0; i < size; ++i) {
      members.insert(static_cast<std::uint32_t>(random.below(columns)));
    }
    if (random.below(4) == 0) members.insert(0);
    cliques.members.insert(cliques.members.end(), members.begin(), members.end());
    cliques.starts.push_back(static_cast<std::uint32_t>(cliques.members.size()));
  }
  return cliques;
}

// I + A'A, by place, with a row of A for every clique.
Eigen::MatrixXd random_precision(Random& random, const Cliques& cliques, const Supernodes& nodes) {
  const auto n = static_cast<Eigen::Index>(cliques.columns);
  Eigen::MatrixXd q = Eigen::MatrixXd::Identity(n, n);
  for (std::size_t k = 0; k < cliques.size(); ++k) {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(n);
    for (const std::uint32_t j : cliques.clique(k)) row[nodes.place[j]] = random.normal();
    q += row * row.transpose();
  }
  return q;
}

struct Factored {
  std::vector<double> panels, work;
  bool is_factored = true;
};

Factored filled(const Supernodes& nodes, const Eigen::MatrixXd& q) {
  Factored f{.panels = std::vector<double>(nodes.panels, 0.0),
             .work = std::vector<double>(factor_work_size(nodes), 0.0)};
  for (const Supernode& node : nodes.nodes) {
    for (std::size_t p = 0; p < node.pivots; ++p) {
      for (std::size_t i = p; i < node.rows; ++i) {
        f.panels[node.panel + p * node.rows + i] =
            q(nodes.rows[node.first_row + i], node.first_pivot + p);
      }
    }
  }
  return f;
}

Factor factor_of(const Supernodes& nodes, Factored& f) {
  return {nodes, dense::kernels(default_instruction_set()), f.panels.data(), f.work.data()};
}

Factored factored(const Supernodes& nodes, const Eigen::MatrixXd& q) {
  Factored f = filled(nodes, q);
  const Factor factor = factor_of(nodes, f);
  for (std::uint32_t s = 0; s < nodes.nodes.size(); ++s) {
    f.is_factored = f.is_factored && factor.eliminate(s, {});
  }
  return f;
}

// A random precision matrix with its factor.
struct RandomFactor {
  Supernodes nodes;
  Eigen::MatrixXd q;
  Factored numbers;

  explicit RandomFactor(Random& random) {
    const Cliques cliques = random_cliques(random, 2 + random.below(60));
    nodes = find_supernodes(cliques);
    q = random_precision(random, cliques, nodes);
    numbers = factored(nodes, q);
  }
  [[nodiscard]] Factor factor() { return factor_of(nodes, numbers); }
};

// Makes L^-1 x of x.
Factored factored_by_steps(const Supernodes& nodes, const Eigen::MatrixXd& q, Eigen::VectorXd& x) {
  Factored f = filled(nodes, q);
  const Factor factor = factor_of(nodes, f);
  for (const Step& step : nodes.steps) {
    f.is_factored = f.is_factored && factor.eliminate(step, {}, x.data());
  }
  return f;
}

Eigen::VectorXd random_vector(Random& random, const Eigen::MatrixXd& q) {
  Eigen::VectorXd x(q.rows());
  for (double& value : x) value = random.normal();
  return x;
}

void expect_near(const Eigen::VectorXd& got, const Eigen::VectorXd& want) {
  EXPECT_LT((got - want).cwiseAbs().maxCoeff(), 1e-11 * (1.0 + want.cwiseAbs().maxCoeff()));
}

void add_clique(Cliques& cliques, std::initializer_list<std::size_t> members) {
  for (const std::size_t j : members) cliques.members.push_back(static_cast<std::uint32_t>(j));
  cliques.starts.push_back(static_cast<std::uint32_t>(cliques.members.size()));
}

// Levels of two factors that meet at random, not each with each, and one column that meets all.
Cliques cross_cliques(Random& random, std::size_t a, std::size_t b) {
  Cliques cliques{.columns = 1 + a + b};
  for (std::size_t k = 0; k < a * b / 2; ++k) {
    add_clique(cliques, {0, 1 + random.below(a), 1 + a + random.below(b)});
  }
  return cliques;
}

// Each column meets an earlier one, near by or anywhere, or (a gap) none.
Cliques tree_cliques(Random& random, std::size_t columns, std::size_t far, std::size_t gaps) {
  Cliques cliques{.columns = columns};
  for (std::size_t j = 1; j < columns; ++j) {
    if (gaps != 0 && random.below(gaps) == 0) continue;
    add_clique(cliques, {j, j - 1 - random.below(std::min(far, j))});
  }
  return cliques;
}

std::vector<Cliques> cliques_with_steps() {
  Random random = testing::test_random(74);
  std::vector<Cliques> all;
  for (const auto& [a, b] : {std::pair(40UL, 25UL), {9UL, 8UL}, {70UL, 5UL}, {30UL, 60UL}}) {
    all.push_back(cross_cliques(random, a, b));
  }
  for (const std::size_t n : {4UL, 5UL, 9UL, 150UL}) {
    for (const std::size_t far : {1UL, 3UL, 1000UL}) {
      for (const std::size_t gaps : {0UL, 12UL}) {
        all.push_back(tree_cliques(random, n, far, gaps));
      }
    }
  }
  // A chain beside a cross.
  Cliques both = cross_cliques(random, 20, 12);
  for (std::size_t j = 0; j < 30; ++j) {
    both.columns++;
    add_clique(both, {both.columns - 2, both.columns - 1});
  }
  all.push_back(both);
  return all;
}

// What is above the diagonal of the pivots is nobody's.
std::vector<double> lower(const Supernodes& nodes, std::vector<double> panels) {
  for (const Supernode& node : nodes.nodes) {
    for (std::size_t p = 0; p < node.pivots; ++p) {
      std::fill_n(panels.begin() + static_cast<std::ptrdiff_t>(node.panel + p * node.rows), p, 0.0);
    }
  }
  return panels;
}

TEST(Supernodes, HoldEveryPairOfColumnsThatMeets) {
  Random random = testing::test_random(71);
  for (int round = 0; round < 30; ++round) {
    const Cliques cliques = random_cliques(random, 2 + random.below(60));
    const Supernodes nodes = find_supernodes(cliques);
    ASSERT_EQ(nodes.order.size(), cliques.columns);
    for (std::size_t p = 0; p < nodes.order.size(); ++p) EXPECT_EQ(nodes.place[nodes.order[p]], p);
    std::size_t pivots = 0;
    for (const Supernode& node : nodes.nodes) pivots += node.pivots;
    EXPECT_EQ(pivots, cliques.columns);
    for (std::size_t k = 0; k < cliques.size(); ++k) {
      for (const std::uint32_t a : cliques.clique(k)) {
        for (const std::uint32_t b : cliques.clique(k)) {
          EXPECT_LT(nodes.position(nodes.place[a], nodes.place[b]), nodes.panels);
        }
      }
    }
  }
}

TEST(Factor, SolvesWhatADenseOneSolves) {
  Random random = testing::test_random(72);
  for (int round = 0; round < 30; ++round) {
    RandomFactor given(random);
    const auto& [nodes, q, numbers] = given;
    ASSERT_TRUE(numbers.is_factored);
    const Factor factor = given.factor();
    Eigen::VectorXd x(q.rows());
    for (double& value : x) value = random.normal();
    const Eigen::VectorXd want = q.llt().solve(x);
    factor.solve(x.data());
    factor.solve_transposed(x.data());
    EXPECT_LT((x - want).cwiseAbs().maxCoeff(), 1e-11 * (1.0 + want.cwiseAbs().maxCoeff()));
  }
}

TEST(Factor, HasTheElementsOfTheInverseOnItsPattern) {
  Random random = testing::test_random(73);
  for (int round = 0; round < 30; ++round) {
    RandomFactor given(random);
    const auto& [nodes, q, numbers] = given;
    ASSERT_TRUE(numbers.is_factored);
    const Factor factor = given.factor();
    std::vector<double> inverse(nodes.panels, 0.0);
    for (std::size_t s = nodes.nodes.size(); s-- > 0;) {
      factor.invert(static_cast<std::uint32_t>(s), inverse.data(), nullptr);
    }
    const Eigen::MatrixXd want = q.inverse();
    for (const Supernode& node : nodes.nodes) {
      for (std::size_t p = 0; p < node.pivots; ++p) {
        for (std::size_t i = p; i < node.rows; ++i) {
          EXPECT_NEAR(inverse[node.panel + p * node.rows + i],
                      want(nodes.rows[node.first_row + i], node.first_pivot + p), 1e-11);
        }
      }
    }
  }
}

TEST(Factor, StepsDoWhatTheirSupernodesDo) {
  Random random = testing::test_random(75);
  std::set<StepKind> kinds;
  for (const Cliques& cliques : cliques_with_steps()) {
    const Supernodes nodes = find_supernodes(cliques);
    for (const Step& step : nodes.steps) kinds.insert(step.kind);
    const Eigen::MatrixXd q = random_precision(random, cliques, nodes);
    const Eigen::VectorXd right = random_vector(random, q);
    Eigen::VectorXd halfway = right;
    Factored one = factored(nodes, q), many = factored_by_steps(nodes, q, halfway);
    ASSERT_TRUE(one.is_factored && many.is_factored);
    testing::expect_near_each(lower(nodes, many.panels), lower(nodes, one.panels), "factor", 1e-12);
    std::vector<double> want(nodes.panels, 0.0), got = want;
    for (std::size_t s = nodes.nodes.size(); s-- > 0;) {
      factor_of(nodes, one).invert(static_cast<std::uint32_t>(s), want.data(), nullptr);
    }
    for (std::size_t k = nodes.steps.size(); k-- > 0;) {
      factor_of(nodes, many).invert(nodes.steps[k], got.data());
    }
    testing::expect_near_each(lower(nodes, got), lower(nodes, want), "inverse", 1e-12);
    Eigen::VectorXd x = right;
    factor_of(nodes, many).solve(x.data());
    expect_near(halfway, x);
    factor_of(nodes, many).solve_transposed(x.data());
    expect_near(x, q.llt().solve(right));
  }
  EXPECT_EQ(kinds.size(), 4U);
}

TEST(Factor, StepsRefuseAMatrixThatIsNotPositive) {
  Random random = testing::test_random(76);
  for (const Cliques& cliques : cliques_with_steps()) {
    const Supernodes nodes = find_supernodes(cliques);
    for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
      Eigen::MatrixXd q = random_precision(random, cliques, nodes);
      const auto p = static_cast<Eigen::Index>(random.below(cliques.columns));
      q(p, p) = bad;
      Eigen::VectorXd x = random_vector(random, q);
      EXPECT_FALSE(factored_by_steps(nodes, q, x).is_factored);
    }
  }
}

TEST(Supernodes, OfACrossBundleTheLargerFactor) {
  Random random = testing::test_random(77);
  const Supernodes nodes = find_supernodes(cross_cliques(random, 40, 25));
  ASSERT_EQ(nodes.steps.size(), 2U);
  EXPECT_EQ(nodes.steps[0].kind, StepKind::kBundle);
  EXPECT_EQ(nodes.steps[0].count(), 40U);
  EXPECT_EQ(nodes.nodes[40].pivots, 26U);
}

TEST(Supernodes, OfAChainAreAPath) {
  Random random = testing::test_random(78);
  const Supernodes nodes = find_supernodes(tree_cliques(random, 1000, 1, 0));
  EXPECT_EQ(nodes.steps[0].kind, StepKind::kPath);
  EXPECT_GE(nodes.steps[0].count(), 990U);
}

TEST(Factor, RefusesAMatrixThatIsNotPositive) {
  const Cliques cliques{.columns = 2, .starts = {0, 2}, .members = {0, 1}};
  const Supernodes nodes = find_supernodes(cliques);
  Eigen::MatrixXd q(2, 2);
  q << 1.0, 2.0, 2.0, 1.0;
  EXPECT_FALSE(factored(nodes, q).is_factored);
}

}  // namespace
}  // namespace autumn::gaussian::equations
