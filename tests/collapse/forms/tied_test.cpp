// These tests hold the sums of tied elements to the transforms of their supports.
#include "collapse/forms/tied.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "collapse/corpus.h"
#include "collapse/forms/form.h"
#include "collapse/point.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {
namespace {

model::Model declared(const std::string& declaration) {
  return written_model("parameters { " + declaration + " x; real a; } model { a ~ normal(0, 1); }");
}

// At random points of the support every tied element is the sum that it is said to be.
void expect_sums_hold(const std::string& declaration, std::size_t items, std::size_t free) {
  const model::Model model = declared(declaration);
  const std::vector<TiedItem> found = tied_items(model.variables[0]);
  EXPECT_EQ(found.size(), items) << declaration;
  std::set<std::uint32_t> seen;
  std::size_t tied_count = 0;
  for (std::uint64_t trial = 0; trial < 3; ++trial) {
    const std::vector<double> x = random_point(model, trial)[0].numbers;
    for (const TiedItem& item : found) {
      seen.insert(item.elements.begin(), item.elements.end());
      tied_count += trial == 0 ? item.tied.size() : 0;
      for (const Tied& tied : item.tied) {
        double sum = 0.0;
        for (const std::uint32_t e : tied.of) sum += x[e];
        EXPECT_NEAR(x[tied.element], tied.sign * sum, 1e-14) << declaration;
      }
    }
  }
  EXPECT_EQ(seen.size(), model.graph.shape(model.variables[0].node).size()) << declaration;
  EXPECT_EQ(seen.size() - tied_count, free) << declaration;
}

TEST(TiedElements, AreSumsOfTheOthers) {
  expect_sums_hold("sum_to_zero_vector[4]", 1, 3);
  expect_sums_hold("sum_to_zero_vector[1]", 1, 0);
  expect_sums_hold("array[3] sum_to_zero_vector[4]", 3, 9);
  expect_sums_hold("array[2, 3] sum_to_zero_vector[2]", 6, 6);
  expect_sums_hold("sum_to_zero_matrix[3, 4]", 1, 6);
  expect_sums_hold("sum_to_zero_matrix[1, 3]", 1, 0);
  expect_sums_hold("array[2] sum_to_zero_matrix[2, 3]", 2, 4);
}

TEST(TiedElements, AreNotInOtherSupports) {
  for (const char* other : {"vector[3]", "simplex[3]", "ordered[3]", "matrix[2, 2]"}) {
    EXPECT_TRUE(tied_items(declared(other).variables[0]).empty()) << other;
  }
}

// (1, -1) is as long as the square root of two, and it is one step of the free element.
TEST(TiedElements, HaveTheVolumeOfTheirSteps) {
  EXPECT_NEAR(tied_items(declared("sum_to_zero_vector[2]").variables[0])[0].log_volume,
              0.5 * std::log(2.0), 1e-15);
  EXPECT_NEAR(tied_items(declared("sum_to_zero_matrix[2, 2]").variables[0])[0].log_volume,
              std::log(2.0), 1e-15);
}

TEST(TiedElements, GoWithTheirItems) {
  const model::Model model = declared("array[2] sum_to_zero_vector[3]");
  ElementSet set(model);
  set.insert(0, 1);  // x[2, 1]
  EXPECT_EQ(with_whole_items(model, set).elements(0), (std::vector<std::uint32_t>{1, 3, 5}));
}

// The form of x is x itself, when tied elements are written as sums.
TEST(TiedElements, HaveFormsOfFreeOnes) {
  const model::Model model = declared("array[2] sum_to_zero_matrix[2, 3]");
  Builder builder(model.graph);
  ElementSet all(model);
  all.insert_all(0);
  Forms forms(model, builder, all, Coordinates::kFree);
  const std::vector<double> x = random_point(model, 1)[0].numbers;
  std::vector<double> sums(x.size(), 0.0);
  for (const FormTerm& term : forms.of(model.variables[0].node).terms) {
    EXPECT_EQ(term.kind, TermKind::kLinear);
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      sums[term.pairs.row(p)] += term.factor * x[term.pairs.element(p)];
    }
  }
  for (std::size_t e = 0; e < x.size(); ++e) EXPECT_NEAR(sums[e], x[e], 1e-14);
}

}  // namespace
}  // namespace autumn::collapse::testing
