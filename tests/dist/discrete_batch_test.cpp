// These tests look at batches of discrete variates: every element has its own density, graphs do
// not grow with their number, bounds follow the arguments.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dist/discrete_cases.h"
#include "dist/discrete_harness.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

std::vector<Case> discrete_cases_of(std::string_view name) {
  std::vector<Case> cases;
  for (const Case& at : discrete_cases()) {
    if (at.name == name) cases.push_back(at);
  }
  return cases;
}

TEST(DiscreteBatch, EqualsElementByElement) {
  int count = 0;
  for (const Distribution* d : all_distributions()) {
    const bool has_scalar_arguments =
        std::all_of(d->arguments.begin(), d->arguments.end(),
                    [](const Argument& a) { return a.item == Item::kScalar; });
    if (!d->is_discrete() || !d->is_scalar() || !has_scalar_arguments) continue;
    expect_elementwise(*d, discrete_cases_of(d->name));
    ++count;
  }
  EXPECT_EQ(count, 12);
}

constexpr std::size_t kItems = 4;
const std::vector<double> kCategories{2, 1, 3, 3};

// Rows (a, b, c) of a 4 x 3 matrix.
expr::Array three_columns(std::vector<double> x) {
  return matrix_of(kItems, 3, std::move(x));
}

std::vector<double> row_of(const expr::Array& matrix, std::size_t i) {
  std::vector<double> row;
  for (std::size_t k = i; k < matrix.numbers.size(); k += matrix.shape.rows) {
    row.push_back(matrix.numbers[k]);
  }
  return row;
}

// Argument values of item i alone.
std::vector<expr::Array> args_of_item(const std::vector<expr::Array>& args, std::size_t i) {
  std::vector<expr::Array> result;
  for (const expr::Array& arg : args) {
    result.push_back(arg.shape.is_matrix() ? vector_of(row_of(arg, i))
                     : arg.shape.is_vector() && arg.numbers.size() == kItems
                         ? number(arg.numbers[i])
                         : arg);
  }
  return result;
}

void expect_items(const Distribution& d, TermFunction f, const std::vector<expr::Array>& args) {
  const expr::Array all = constant_value_of(f, vector_of(kCategories), args);
  ASSERT_EQ(all.shape, expr::Shape::vector(kItems)) << d.name;
  for (std::size_t i = 0; i < kItems; ++i) {
    EXPECT_EQ(all.numbers[i], value_at(f, kCategories[i], args_of_item(args, i))) << d.name;
  }
}

TEST(DiscreteBatch, OfCategoriesEqualsItemByItem) {
  const expr::Array simplexes = three_columns({.2, .1, .3, .4, .5, .1, .3, .1, .3, .8, .4, .5});
  const expr::Array reals = three_columns({1, -2, 3, 0, 2, 9, -7, 1, 0.5, 4, 4, 4});
  const expr::Array etas = vector_of({0.3, -2, 8, 1});
  const expr::Array cuts = matrix_of(kItems, 3, {-1, -2, 0, 0, 0, -1, 1, 5, 3, 7, 2, 9});
  expect_items(categorical(), categorical().log_density, {simplexes});
  expect_items(categorical(), categorical().log_density, {vector_of({.2, .5, .3})});
  expect_items(categorical_logit(), categorical_logit().log_density, {reals});
  expect_items(categorical_logit(), categorical_logit().log_density, {vector_of({2, 5, -3})});
  for (const TermFunction f :
       {ordered_logistic().log_density, ordered_logistic().log_cdf, ordered_logistic().log_ccdf}) {
    expect_items(ordered_logistic(), f, {etas, vector_of({-1, 2, 4})});
    expect_items(ordered_logistic(), f, {number(0.3), vector_of({-1, 2, 4})});
    expect_items(ordered_logistic(), f, {etas, cuts});
    expect_items(ordered_logistic(), f, {number(0.3), cuts});
  }
}

TEST(DiscreteBatch, OfOneCategoryMeetsSeveralRows) {
  const expr::Array simplexes = three_columns({.2, .1, .3, .4, .5, .1, .3, .1, .3, .8, .4, .5});
  const expr::Array found =
      constant_value_of(categorical().log_density, number(2), std::vector{simplexes});
  ASSERT_EQ(found.shape, expr::Shape::vector(kItems));
  EXPECT_EQ(found.numbers[1], std::log(.1));
  EXPECT_EQ(found.numbers[3], std::log(.1));
}

// The number of nodes of a density of n items.
std::size_t graph_size(const Distribution& d, std::size_t n, const std::vector<expr::Shape>& args) {
  expr::Builder builder;
  std::vector<double> categories;
  for (std::size_t i = 0; i < n; ++i) categories.push_back(static_cast<double>(1 + i % 3));
  const Term y(builder, builder.constant(expr::Shape::vector(n), categories));
  std::vector<Term> terms;
  for (const expr::Shape& shape : args) terms.emplace_back(builder, builder.input("a", shape));
  const expr::NodeId result = d.log_density(y, terms).id();
  return reachable(builder.graph(), {&result, 1}).size();
}

TEST(DiscreteBatch, DoesNotGrowItsGraph) {
  const auto vector3 = expr::Shape::vector(3);
  for (const std::size_t n : {std::size_t{5}, std::size_t{5000}}) {
    EXPECT_LE(graph_size(categorical(), n, {vector3}), 3U);
    EXPECT_LE(graph_size(categorical_logit(), n, {vector3}), 4U);
    EXPECT_LE(graph_size(ordered_logistic(), n, {expr::Shape::vector(n), vector3}), 18U);
  }
}

double bound_value(const std::optional<Term>& bound) {
  return bound->builder().graph().constant(bound->id())[0];
}

std::vector<Term> constants(expr::Builder& builder, std::initializer_list<double> values) {
  std::vector<Term> terms;
  for (const double x : values) terms.push_back(constant(builder, x));
  return terms;
}

TEST(DiscreteBounds, FollowTheArguments) {
  expr::Builder builder;
  for (const Distribution* d : {&binomial(), &binomial_logit(), &beta_binomial()}) {
    const Bounds bounds = d->bounds(constants(builder, {9, 0.5, 0.5}));
    EXPECT_FALSE(bounds.lower) << d->name;
    EXPECT_EQ(bound_value(bounds.upper), 9.0) << d->name;
  }
  const Bounds drawn = hypergeometric().bounds(constants(builder, {9, 12, 4}));
  EXPECT_EQ(bound_value(drawn.lower), 5.0);
  EXPECT_EQ(bound_value(drawn.upper), 9.0);
  const Bounds few = hypergeometric().bounds(constants(builder, {9, 3, 14}));
  EXPECT_EQ(bound_value(few.lower), 0.0);
  EXPECT_EQ(bound_value(few.upper), 3.0);
  const Bounds range = discrete_range().bounds(constants(builder, {-4, 6}));
  EXPECT_EQ(bound_value(range.lower), -4.0);
  EXPECT_EQ(bound_value(range.upper), 6.0);
}

TEST(DiscreteBounds, OfCategoriesAreOneAndTheirNumber) {
  expr::Builder builder;
  const Term five(builder, builder.input("v", expr::Shape::vector(5)));
  const Term rows(builder, builder.input("m", expr::Shape::matrix(2, 5)));
  for (const Term& v : {five, rows}) {
    for (const Distribution* d : {&categorical(), &categorical_logit()}) {
      const Bounds bounds = d->bounds({&v, 1});
      EXPECT_EQ(bound_value(bounds.lower), 1.0) << d->name;
      EXPECT_EQ(bound_value(bounds.upper), 5.0) << d->name;
    }
    const std::vector<Term> args{constant(builder, 0.0), v};
    EXPECT_EQ(bound_value(ordered_logistic().bounds(args).upper), 6.0);
  }
}

}  // namespace
}  // namespace autumn::dist
