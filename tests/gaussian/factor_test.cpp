// These tests compare the supernodal factor and the selected inverse with dense matrices, on random
// sparse patterns.
#include "gaussian/equations/factor.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <algorithm>
#include <set>
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

Factored factored(const Supernodes& nodes, const Eigen::MatrixXd& q) {
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
  const Factor factor(nodes, dense::kernels(default_instruction_set()), f.panels.data(),
                      f.work.data());
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
  [[nodiscard]] Factor factor() {
    return {nodes, dense::kernels(default_instruction_set()), numbers.panels.data(),
            numbers.work.data()};
  }
};

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

TEST(Factor, RefusesAMatrixThatIsNotPositive) {
  const Cliques cliques{.columns = 2, .starts = {0, 2}, .members = {0, 1}};
  const Supernodes nodes = find_supernodes(cliques);
  Eigen::MatrixXd q(2, 2);
  q << 1.0, 2.0, 2.0, 1.0;
  EXPECT_FALSE(factored(nodes, q).is_factored);
}

}  // namespace
}  // namespace autumn::gaussian::equations
