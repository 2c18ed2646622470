// These tests hold running sums to the supports that they are of.
#include "collapse/forms/running_sums.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/corpus.h"
#include "collapse/forms/form.h"
#include "collapse/point.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {
namespace {

model::Model declared(const std::string& declaration) {
  return written_model("parameters { " + declaration + " x; real a; } model { a ~ normal(0, 1); }");
}

// At random points of the support the sums that are no coordinates are zero, and elements come back
// from the others.
void expect_sums_hold(const std::string& declaration, std::size_t items, std::size_t free) {
  const model::Model model = declared(declaration);
  const std::vector<SummedItem> found = zero_sums(model);
  EXPECT_EQ(found.size(), items) << declaration;
  std::size_t count = 0;
  const std::vector<double> x = random_point(model, 1)[0].numbers;
  std::vector<double> back = x;
  for (const SummedItem& item : found) {
    to_sums(item, back);
    for (const std::uint32_t e : item.tied()) {
      EXPECT_NEAR(back[e], 0.0, 1e-14) << declaration;
      back[e] = NAN;
    }
    count += item.elements.size() - item.tied().size();
    from_sums(item, back);
  }
  EXPECT_EQ(count, free) << declaration;
  for (std::size_t e = 0; e < x.size(); ++e) EXPECT_NEAR(back[e], x[e], 1e-14) << declaration;
}

TEST(RunningSums, AreCoordinatesOfWhatSumsToZero) {
  expect_sums_hold("sum_to_zero_vector[4]", 1, 3);
  expect_sums_hold("sum_to_zero_vector[1]", 1, 0);
  expect_sums_hold("array[3] sum_to_zero_vector[4]", 3, 9);
  expect_sums_hold("array[2, 3] sum_to_zero_vector[2]", 6, 6);
  expect_sums_hold("sum_to_zero_matrix[3, 4]", 1, 6);
  expect_sums_hold("sum_to_zero_matrix[1, 3]", 1, 0);
  expect_sums_hold("sum_to_zero_matrix[3, 1]", 1, 0);
  expect_sums_hold("array[2] sum_to_zero_matrix[2, 3]", 2, 4);
}

TEST(RunningSums, AreNotInOtherSupports) {
  for (const char* other : {"vector[3]", "simplex[3]", "ordered[3]", "matrix[2, 2]"}) {
    EXPECT_TRUE(zero_sums(declared(other)).empty()) << other;
  }
}

// (1, -1) is as long as the square root of two, and it is one step of the free element.
TEST(RunningSums, HaveTheVolumeOfTheirSteps) {
  EXPECT_NEAR(zero_sums(declared("sum_to_zero_vector[2]"))[0].log_volume(), 0.5 * std::log(2.0),
              1e-15);
  EXPECT_NEAR(zero_sums(declared("sum_to_zero_matrix[2, 2]"))[0].log_volume(), std::log(2.0),
              1e-15);
}

TEST(RunningSums, GoWithTheirItems) {
  const model::Model model = declared("array[2] sum_to_zero_vector[3]");
  ElementSet set(model);
  set.insert(0, 1);  // x[2, 1]
  EXPECT_EQ(with_whole_items(model, set).elements(0), (std::vector<std::uint32_t>{1, 3, 5}));
}

// The form of x is x itself, when elements are written as differences of sums.
TEST(RunningSums, AreWhatFormsAreOf) {
  const model::Model model = declared("array[2] sum_to_zero_matrix[2, 3]");
  Builder builder(model.graph);
  ElementSet all(model);
  all.insert_all(0);
  Forms forms(model, builder, all, zero_sums(model));
  const std::vector<double> x = random_point(model, 1)[0].numbers;
  std::vector<double> coordinates = x;
  for (const SummedItem& item : zero_sums(model)) {
    to_sums(item, coordinates);
    for (const std::uint32_t e : item.tied()) coordinates[e] = NAN;
  }
  std::vector<double> sums(x.size(), 0.0);
  for (const FormTerm& term : forms.of(model.variables[0].node).terms) {
    EXPECT_EQ(term.kind, TermKind::kLinear);
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      sums[term.pairs.row(p)] += term.factor * coordinates[term.pairs.element(p)];
    }
  }
  for (std::size_t e = 0; e < x.size(); ++e) EXPECT_NEAR(sums[e], x[e], 1e-14);
}

TEST(RunningSums, MayEndAnywhere) {
  SummedItem item;
  item.rows = 3;
  item.elements = {0, 1, 2};
  item.end = SumEnd::kFree;
  EXPECT_TRUE(item.tied().empty());
  EXPECT_EQ(item.log_volume(), 0.0);
  std::vector<double> x{1.0, 2.0, 4.0};
  to_sums(item, x);
  EXPECT_EQ(x, (std::vector<double>{1.0, 3.0, 7.0}));
  from_sums(item, x);
  EXPECT_EQ(x, (std::vector<double>{1.0, 2.0, 4.0}));
}

}  // namespace
}  // namespace autumn::collapse::testing
