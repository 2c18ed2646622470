// These tests check that rolling keeps the meaning of random models, and that rolling twice is
// rolling once.
#include "model/roll/roll.h"
#include "model/roll_models.h"

namespace autumn::model {
namespace {

constexpr std::size_t kRows = 12;
constexpr std::size_t kGroups = 3;

// A template is a recipe of random choices; the same seed of structure with other data gives an
// expression of the same structure, as another iteration of a loop would.
class RandomExpressions {
 public:
  RandomExpressions(Maker& maker, std::uint64_t seed) : maker_(maker), data_({.seed = seed}) {
    scalars_ = {maker.variable("mu"), maker.variable("tau")};
    vectors_ = {maker.variable("x", {kGroups}), maker.variable("z", {kGroups})};
    matrices_ = {maker.variable("b", {kRows, kGroups}), maker.variable("c", {kGroups, kGroups})};
    vectors_.push_back(scalars_[0] + vectors_[1] * 0.5);
  }

  // A positive scalar, so that it may be a scale as well as a mean.
  Term scalar(Random& structure, int depth) {
    if (depth == 0) return leaf(structure);
    switch (structure.below(11)) {
      case 0: return scalar(structure, depth - 1) + scalar(structure, depth - 1);
      case 1: return scalar(structure, depth - 1) * scalar(structure, depth - 1);
      case 2: return scalar(structure, depth - 1) - scalar(structure, 0) + 3.0;
      case 3: return abs(sin(scalar(structure, depth - 1))) + 0.5;
      case 4: return dot(vector(structure, depth - 1), vector(structure, depth - 1));
      case 5: return sum(vector(structure, depth - 1));
      case 6: return log_sum_exp(vector(structure, depth - 1));
      case 7: return element(vector(structure, depth - 1), data_.below(kGroups));
      case 8: return max_element(vector(structure, depth - 1));
      case 9: return linear(structure);
      default: return leaf(structure);
    }
  }

 private:
  Term number() { return maker_.number(0.5 + static_cast<double>(data_.below(6)) / 4.0); }

  Term leaf(Random& structure) {
    switch (structure.below(5)) {
      case 0: return number();
      case 1: return scalars_[structure.below(2)];
      case 2: return element(matrices_[1], data_.below(kGroups * kGroups));
      default: return element(vectors_[structure.below(3)], data_.below(kGroups));
    }
  }

  // sum_k constant_k * element k, in an accumulator.
  Term linear(Random& structure) {
    const Term x = vectors_[structure.below(3)];
    Term total = structure.below(2) == 0 ? maker_.number(0) : leaf(structure);
    for (std::size_t k = 0; k < kGroups; ++k) total = total + number() * element(x, k);
    return total;
  }

  Term vector(Random& structure, int depth) {
    if (depth <= 0) return vector_leaf(structure);
    switch (structure.below(12)) {
      case 0: return vector(structure, depth - 1) + scalar(structure, depth - 1);
      case 1: return vector(structure, depth - 1) * vector(structure, depth - 1);
      case 2: return matmul(matrices_[1], vector(structure, depth - 1));
      case 3: return matmul(matrices_[1], vector(structure, depth - 1), expr::flag::kTransposeLeft);
      case 4:
        return concat(
            {scalar(structure, depth - 1), scalar(structure, depth - 1), leaf(structure)});
      case 5: return concat({leaf(structure), slice(vector(structure, depth - 1), 1, 2)});
      case 6: return row_sums(matrix(structure, depth - 1));
      case 7: return col_sums(matrix(structure, depth - 1));
      case 8: return row_log_sum_exp(matrix(structure, depth - 1));
      case 9: return matmul(matrix(structure, depth - 1), vectors_[0]);
      case 10: return tri_solve(diagonal_matrix(vectors_[0]), vector(structure, depth - 1));
      default: return expr::cumulative_sum(vector(structure, depth - 1));
    }
  }

  Term vector_leaf(Random& structure) {
    switch (structure.below(4)) {
      case 0: return maker_.numbers({number_value(), number_value(), number_value()});
      case 1: return row(matrices_[0], data_.below(kRows));
      case 2: return broadcast(leaf(structure), expr::Shape::vector(kGroups));
      default: return vectors_[structure.below(3)];
    }
  }

  Term matrix(Random& structure, int depth) {
    const Term x = vector(structure, depth - 1);
    switch (structure.below(5)) {
      case 0: return repeat_rows(x, kGroups);
      case 1: return repeat_cols(x, kGroups) * matrices_[1];
      case 2: return transpose(repeat_rows(x, kGroups) + matrices_[1]);
      case 3: return abs(diagonal_matrix(x)) + 1.0;
      default: return exp(0.1 * expr::outer(x, vectors_[1]));
    }
  }

  double number_value() { return 0.5 + data_.uniform(); }

  Maker& maker_;
  Random data_;
  std::vector<Term> scalars_;
  std::vector<Term> vectors_;
  std::vector<Term> matrices_;
};

struct Recipe {
  std::uint64_t seed = 0;
  int depth = 3;
};

Term follow(RandomExpressions& expressions, const Recipe& recipe) {
  Random structure({.seed = recipe.seed});
  return expressions.scalar(structure, recipe.depth);
}

// A few loops over random statements, interleaved, and a container filled by another loop.
Model random_model(std::uint64_t seed) {
  Maker maker;
  RandomExpressions expressions(maker, seed);
  Random random({.seed = seed, .element = 1});
  const std::uint64_t statements = 1 + random.below(3);
  std::vector<Term> filled;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::uint64_t s = 0; s < statements; ++s) {
      const std::uint64_t recipe = 1000 * seed + 10 * s;
      const Term mean = follow(expressions, {recipe});
      if ((seed + s) % 4 == 0) {
        maker.opaque(mean);
      } else {
        const Term scale = follow(expressions, {recipe + 1, 1});
        Factor& factor = maker.factor(dist::normal(), follow(expressions, {recipe + 2, 1}),
                                      {mean, abs(scale) + 0.5});
        if ((seed + s) % 3 == 0) factor.weight = maker.number(random.uniform()).id();
      }
    }
    filled.push_back(follow(expressions, {1000 * seed + 500 + random.below(2), 2}));
  }
  maker.output("filled", {kRows}, concat(filled));
  Term total = filled[0];
  for (std::size_t i = 1; i < kRows; ++i)
    total = i % 3 == 0 ? total - filled[i] : total + filled[i];
  maker.output("total", {}, total);
  return maker.finish();
}

TEST(RollLaw, KeepsDensityAndOutputsOfRandomModels) {
  std::size_t factors_before = 0;
  std::size_t factors_after = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const Model model = random_model(seed);
    const Model rolled = roll(model);
    ASSERT_TRUE(check(model).is_ok());
    ASSERT_TRUE(check(rolled).is_ok()) << check(rolled).error().message;
    expect_same_meaning(model, rolled, Random({.seed = seed, .element = 2}));
    factors_before += model.factors.size();
    factors_after += rolled.factors.size();
    if (::testing::Test::HasFailure()) break;
  }
  // Every statement becomes one factor, or this proves little.
  EXPECT_EQ(factors_before, kRows * factors_after);
}

TEST(RollLaw, RollingTwiceIsRollingOnce) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Model rolled = roll(random_model(seed));
    ASSERT_EQ(to_text(roll(rolled)), to_text(rolled)) << "seed " << seed;
    ASSERT_EQ(roll(rolled), rolled) << "seed " << seed;
  }
}

// Every operation on matrices that are not square, with every element told apart.
TEST(RollLaw, MatricesPerItemKeepTheirElementsApart) {
  Maker maker;
  const Term b = maker.variable("b", {kRows, 3});
  const Term c = maker.variable("c", {kRows, 2});
  const Term two = maker.numbers({1, -2});
  const Term three = maker.numbers({1, 10, -5});
  for (std::size_t i = 0; i < kRows; ++i) {
    const Term rows = repeat_rows(row(b, i), 2);
    const Term cols = repeat_cols(row(c, i), 3);
    const Term product = rows * cols;
    maker.opaque(dot(row_sums(product), two));
    maker.opaque(dot(col_sums(product), three));
    maker.opaque(dot(row_log_sum_exp(product), two));
    maker.opaque(dot(row_log_sum_exp(transpose(product)), three));
    maker.opaque(dot(matmul(product, three), two));
    maker.opaque(dot(matmul(product, two, expr::flag::kTransposeLeft), three));
    maker.opaque(dot(matmul(expr::outer(row(c, i), row(b, i)), three), two));
    maker.opaque(dot(matmul(row(c, i), rows, expr::flag::kTransposeLeft), three));
    maker.opaque(
        sum(scatter_add(row(b, i), expr::Index::list({1, 0, 1}), expr::Shape::vector(2)) * two));
  }
  const Model model = maker.finish();
  const Model rolled = roll(model);
  EXPECT_EQ(rolled.factors.size(), 9U);
  ASSERT_TRUE(check(rolled).is_ok());
  expect_same_meaning(model, rolled, Random({.seed = 6}));
  EXPECT_EQ(roll(rolled), rolled);
}

// A recurrence of vectors: the steps are packed as rows.
TEST(RollLaw, RecurrencesOfVectorsArePackedAsItems) {
  Maker maker;
  const Term phi = maker.variable("phi");
  const Term c = maker.variable("c", {2, 2});
  Term state = row(c, 0);
  for (int t = 0; t < 9; ++t) {
    // Two structures take turns, and each step is deeper than the last.
    if (t % 3 != 1) state = phi * state + maker.numbers({0.1 * t, 1});
    maker.factor(dist::multi_normal(), maker.numbers({1.0 * t, 2}),
                 {state, maker.matrix({{2, 0.5}, {0.5, 1}})});
  }
  const Model model = maker.finish();
  const Model rolled = roll(model);
  EXPECT_LE(rolled.factors.size(), 4U);
  ASSERT_TRUE(check(rolled).is_ok());
  expect_same_meaning(model, rolled, Random({.seed = 7}));
}

// Costly vectors of which only some were computed for another factor.
TEST(RollLaw, ItemsComputedElsewhereAreJoinedWithTheRest) {
  Maker maker;
  const Term phi = maker.variable("phi");
  const Term b = maker.variable("b", {4, 3});
  std::vector<Term> states;
  for (std::size_t j = 0; j < 4; ++j) {
    Term state = row(b, j);
    for (int t = 0; t < 100; ++t) state = phi * state + maker.numbers({0.1, 0.01 * t, 0.2});
    states.push_back(state);
  }
  for (const std::size_t j : {1U, 3U}) maker.opaque(sum(square(states[j])));
  for (std::size_t j = 0; j < 4; ++j) {
    maker.opaque(dot(states[j], maker.numbers({1, 10, static_cast<double>(j)})));
  }
  const Model model = maker.finish();
  const Model rolled = roll(model);
  EXPECT_EQ(rolled.factors.size(), 2U);
  expect_same_meaning(model, rolled, Random({.seed = 9}));
}

TEST(RollLaw, AContainerOfVectorsOfTwoStructuresIsJoined) {
  Maker maker;
  const Term x = maker.variable("x", {kRows, 3});
  std::vector<Term> filled;
  for (std::size_t i = 0; i < kRows; ++i) {
    const Term v = i % 3 == 0 ? exp(row(x, i)) : row(x, i) * 2.0;
    filled.push_back(element(v, i % 2) + element(v, 2));
  }
  maker.output("filled", {kRows}, concat(filled));
  const Model model = maker.finish();
  const Model rolled = roll(model);
  EXPECT_LT(rolled.graph.size(), 20U);
  expect_same_meaning(model, rolled, Random({.seed = 8}));
}

TEST(RollLaw, AModelWithoutFactorsKeepsItsOutputs) {
  Maker maker;
  const Term mu = maker.variable("mu");
  maker.output("twice", {}, mu * 2.0);
  const Model model = maker.finish();
  EXPECT_EQ(to_text(roll(model)), to_text(model));
  Maker nothing;
  EXPECT_EQ(roll(nothing.finish()), Model{});
}

TEST(RollLaw, FactorsOfArraysStayApart) {
  Maker maker;
  const Term x = maker.variable("x", {3});
  const Term z = maker.variable("z", {4});
  maker.factor(dist::normal(), x, {maker.number(0), maker.number(1)});
  maker.factor(dist::normal(), z, {maker.number(0), maker.number(1)});
  EXPECT_EQ(roll(maker.finish()).factors.size(), 2U);
}

TEST(RollLaw, MatrixArgumentsBelongToAllItems) {
  Maker maker;
  const Term mu = maker.variable("mu", {2});
  const Term a = maker.matrix({{1, 0}, {0, 1}});
  const Term b = maker.matrix({{2, 0}, {0, 2}});
  for (int i = 0; i < 6; ++i) {
    maker.factor(dist::multi_normal(), maker.numbers({1.0, static_cast<double>(i)}),
                 {mu, i % 2 == 0 ? a : b});
  }
  const Model model = maker.finish();
  const Model rolled = roll(model);
  EXPECT_EQ(rolled.factors.size(), 2U);
  expect_same_meaning(model, rolled, Random({.seed = 3}));
}

TEST(RollLaw, MergedFactorsStandInPlaceOfTheirFirstMember) {
  Maker maker;
  const Term mu = maker.variable("mu");
  maker.factor(dist::normal(), mu, {maker.number(0), maker.number(1)}).label = "first";
  for (int i = 0; i < 3; ++i) {
    maker.factor(dist::cauchy(), maker.number(i), {mu, maker.number(1)}).label = "second";
    maker.factor(dist::logistic(), maker.number(i), {mu, maker.number(1)}).label = "third";
  }
  maker.factor(dist::normal(), exp(mu), {maker.number(0), maker.number(1)}).label = "last";
  const Model rolled = roll(maker.finish());
  std::vector<std::string> labels;
  for (const Factor& factor : rolled.factors) labels.push_back(factor.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"first", "second", "third", "last"}));
}

// Unset elements of a container are NaN constants.
TEST(RollLaw, NanConstantsRoll) {
  Maker maker;
  const Term x = maker.variable("x", {3});
  maker.output("filled", {4},
               concat({element(x, 0), maker.number(std::nan("")), element(x, 1), element(x, 2)}));
  const Model rolled = roll(maker.finish());
  Random random({.seed = 5});
  const auto point = random_point(rolled, random);
  const auto numbers = evaluate(rolled, point).outputs[0].numbers;
  EXPECT_EQ(numbers[0], point[0].numbers[0]);
  EXPECT_TRUE(std::isnan(numbers[1]));
  EXPECT_EQ(numbers[2], point[0].numbers[1]);
  EXPECT_EQ(numbers[3], point[0].numbers[2]);
}

}  // namespace
}  // namespace autumn::model
