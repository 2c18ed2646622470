// These tests check that the signs of terms are found from their form.
#include "collapse/rules/positive.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

class PositiveByForm : public ::testing::Test {
 protected:
  Builder builder_;
  Term x_{builder_, builder_.input("x", Shape::vector(3))};
  Term y_{builder_, builder_.input("y", Shape::vector(3))};

  [[nodiscard]] Term vector(const std::vector<double>& numbers) {
    return {builder_, builder_.constant(Shape::vector(numbers.size()), numbers)};
  }
};

TEST_F(PositiveByForm, HoldsForWhatCannotBeZero) {
  for (const Term& each :
       {constant(builder_, 1e-300), vector({1.0, 2.0, 3.0}), exp(x_), exp(x_) + square(y_),
        exp(x_) * exp(y_), exp(x_) / inv_logit(y_), 1.0 / exp(x_), sqrt(exp(x_)), max(x_, 0.5),
        sum(exp(x_)), dot(exp(x_), vector({1.0, 2.0, 3.0})), gather(exp(x_), Index::list({2, 0})),
        select(x_ < y_, exp(x_), 1.0), x_ * x_ + 1.0,
        scatter_add(exp(x_), Index::list({1, 0, 1}), Shape::vector(2)), pow(exp(x_), y_),
        log1p(exp(x_)), broadcast(sum(exp(x_)), Shape::vector(2))}) {
    EXPECT_TRUE(is_positive_by_form(each)) << to_text(builder_.graph(), std::vector{each.id()});
  }
}

// What the builder does not fold has numbers all the same.
TEST_F(PositiveByForm, HoldsForNumbersThatArePositive) {
  const Term numbers = repeat_cols(vector({1.0, 2.0}), 3);
  const Term differences = numbers - 0.5;
  EXPECT_TRUE(is_positive_by_form(differences));
  EXPECT_TRUE(is_positive_by_form(square(x_) + sum(square(differences))));
  EXPECT_FALSE(is_positive_by_form(numbers - 1.0));
  EXPECT_FALSE(is_positive_by_form(x_ * sum(differences)));
}

TEST_F(PositiveByForm, DoesNotHoldForWhatMayBeZeroOrNegative) {
  for (const Term& each : {constant(builder_, 0.0),
                           vector({1.0, 0.0}),
                           vector({1.0, -1.0}),
                           x_,
                           square(x_),
                           abs(x_),
                           x_ * y_,
                           exp(x_) - 1.0,
                           exp(x_) * square(y_),
                           square(x_) / exp(x_),
                           exp(x_) / x_,
                           exp(x_) + y_,
                           -exp(x_),
                           log(exp(x_)),
                           min(exp(x_), y_),
                           sum(square(x_)),
                           dot(exp(x_), square(y_)),
                           select(x_ < y_, exp(x_), 0.0),
                           pow(x_, 2.0),
                           scatter_add(exp(x_), Index::list({2, 0, 2}), Shape::vector(3)),
                           sum(gather(exp(x_), Index::list({})))}) {
    EXPECT_FALSE(is_positive_by_form(each)) << to_text(builder_.graph(), std::vector{each.id()});
  }
}

TEST_F(PositiveByForm, GoesByWhatIsKnownOfInputs) {
  const InputSigns positive{Sign::kPositive};
  EXPECT_TRUE(is_positive_by_form(x_, positive));
  EXPECT_TRUE(is_positive_by_form(2.0 * x_ + square(y_), positive));
  EXPECT_FALSE(is_positive_by_form(x_ * y_, positive)) << "nothing is known of y";
  EXPECT_FALSE(is_positive_by_form(x_ - 1.0, positive));
  const InputSigns non_negative{Sign::kNonNegative, Sign::kPositive};
  EXPECT_FALSE(is_positive_by_form(x_, non_negative));
  EXPECT_TRUE(is_positive_by_form(x_ + y_, non_negative));
  EXPECT_FALSE(is_positive_by_form(x_ * y_, non_negative));
}

TEST(SignsOfInputs, AreThoseOfSupports) {
  const model::Model model = testing::ready_model(
      "parameters { real<lower=0> a; real<lower=-1> b; real<lower=2, upper=3> c; real<upper=0> d;"
      "             simplex[3] e; positive_ordered[2] f; real g; real<lower=g> h; }"
      "model { a ~ cauchy(0, 1); b ~ cauchy(0, 1); d ~ cauchy(0, 1); f ~ cauchy(0, 1);"
      "        g ~ cauchy(0, 1); h ~ cauchy(0, 1); }");
  EXPECT_EQ(signs_of(model.graph, model.variables),
            (InputSigns{Sign::kPositive, Sign::kAny, Sign::kPositive, Sign::kAny, Sign::kPositive,
                        Sign::kPositive, Sign::kAny, Sign::kAny}));
}

TEST_F(PositiveByForm, IsQuickOnSharedSubterms) {
  Term x = exp(x_);
  for (int i = 0; i < 2000; ++i) x = x + x * x;
  EXPECT_TRUE(is_positive_by_form(x));
}

}  // namespace
}  // namespace autumn::collapse
