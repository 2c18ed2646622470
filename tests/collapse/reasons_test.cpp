// The reason that is given is the one that stood in the way of the nearest rule.
#include "collapse/analysis/reasons.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

std::string reason(const std::string& name, const std::string& text,
                   const std::string& json = "{}") {
  const model::Model model = ready_model(text, json);
  return reason_of(model, plan_of(model), name);
}

TEST(Reasons, AreThoseOfTheNearestRule) {
  const RuleList rules(all_families());
  const RuleSet gamma = rule_named(rules, "gamma");
  const RuleSet inverse_gamma = rule_named(rules, "inverse gamma");
  const Obstacle one{{"one", {}}, gamma.with(inverse_gamma)};
  const Obstacle two{{"two", {}}, inverse_gamma};
  const Obstacle three{{"three", {}}, RuleList::kLogGaussian};
  const Obstacle* const both[] = {&two, &one};
  EXPECT_EQ(reason_for(rules, gamma.with(inverse_gamma), both).text, "one");
  const Obstacle* const all[] = {&two, &one, &three};
  EXPECT_EQ(reason_for(rules, RuleList::kLogGaussian, all).text, "three");
}

TEST(Reasons, PreferAFamilyToTheLogarithm) {
  const RuleList rules(all_families());
  const RuleSet gamma = rule_named(rules, "gamma");
  const Obstacle log{{"log", {}}, RuleList::kLogGaussian};
  const Obstacle family{{"family", {}}, gamma};
  const Obstacle* const both[] = {&log, &family};
  EXPECT_EQ(reason_for(rules, gamma.with(RuleList::kLogGaussian), both).text, "family");
}

TEST(Reasons, SayOfScalesThatPriorAndPlaceHaveNoConjugateForm) {
  const std::string text = reason("t", R"(parameters { real<lower=0> t; vector[3] x; }
      model { t ~ cauchy(0, 1); x ~ normal(0, t); 1.5 ~ normal(sum(x), 1); })");
  EXPECT_EQ(text,
            "it is the scale of x, and with a half-Cauchy prior a normal scale has no "
            "conjugate form");
}

// An exponential distribution is a gamma one, which would be conjugate to a precision.
TEST(Reasons, TellVariancesAndPrecisionsFromScales) {
  const auto of_power = [](const std::string& scale) {
    return reason("t",
                  "parameters { real<lower=0> t; vector[3] x; } model { t ~ exponential(1); "
                  "x ~ normal(0, " +
                      scale + "); 1.5 ~ normal(sum(x), 1); }");
  };
  EXPECT_EQ(of_power("sqrt(t)"),
            "it is the variance of x; conjugate would be an inverse gamma prior");
  EXPECT_EQ(of_power("square(t)"), "it is in the scale of x, and not in a conjugate form");
  EXPECT_EQ(reason("t", R"(parameters { real<lower=0> t; vector[3] x; } model {
      t ~ lognormal(0, 1); x ~ normal(0, 1 / sqrt(t)); 1.5 ~ normal(sum(x), 1); })"),
            "a lognormal prior is not conjugate to its uses");
}

// The square of the scale would be in the normaliser of the truncation as the scale is.
TEST(Reasons, AdviseNoSquareWhereATruncationStandsInTheWay) {
  const std::string text = reason("t", R"(parameters { real<lower=0> t; real<lower=0> u; real m; }
      model { t ~ exponential(1); m ~ normal(0, 1); u ~ normal(m, t) T[0, ]; 3 ~ poisson(u); })");
  EXPECT_EQ(text.find("square"), std::string::npos) << text;
}

TEST(Reasons, SayCovarianceOfWhatIsInACovariance) {
  EXPECT_EQ(reason("r", R"(data { vector[2] y; } parameters { real r; }
      model { y ~ multi_normal([0, 0]', [[4, r], [r, 4]]); })",
                   R"({"y": [1, 2]})"),
            "it is in the covariance of y");
}

TEST(Reasons, NameTheOtherElementOfAVariable) {
  EXPECT_EQ(reason("u", R"(data { real y; } parameters { vector[2] u; }
      model { u ~ normal(0, 1); y ~ normal(u[1] * u[2], 1); })",
                   R"({"y": 1})"),
            "it is multiplied with u[2] in the density of y; u[2] was collapsed instead");
}

TEST(Reasons, SayOfAnglesThatTheyAreOnTheCircle) {
  const std::string text = reason("a", R"(data { real y; } parameters { real a; }
      model { a ~ von_mises(0, 1); y ~ von_mises(a, 2); })",
                                  R"({"y": 1})");
  EXPECT_NE(text.find("is a distribution on the circle: no rule integrates over angles"),
            std::string::npos)
      << text;
}

TEST(Reasons, ChooseArticlesBySound) {
  const std::string text = reason("t", R"(data { real y; } parameters { real<lower=0, upper=9> t; }
      model { t ~ uniform(0, 9); y ~ normal(0, t); })",
                                  R"({"y": 1})");
  EXPECT_EQ(text.find("an uniform"), std::string::npos) << text;
}

TEST(Reasons, SayWeightOfWhatIsWeightedNegatively) {
  EXPECT_EQ(reason("m", R"(data { real y; } parameters { real m; }
      model { m ~ normal(0, 1); target += -0.5 * normal_lpdf(y | m, 2); })",
                   R"({"y": 1})"),
            "the density of a normal value has a negative weight");
}

TEST(Reasons, SayLogarithmWhereALognormalIsNotLinearInIt) {
  EXPECT_EQ(reason("v", R"(data { real y; } parameters { real<lower=0> v; }
      model { v ~ lognormal(0, 1); y ~ lognormal(v, 1); })",
                   R"({"y": 1.5})"),
            "the log mean of y is not linear in its logarithm");
}

}  // namespace
}  // namespace autumn::collapse::testing
