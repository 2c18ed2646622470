// These tests find directions that no statement of a program contains, and let proper programs
// pass.
#include "collapse/analysis/undetermined.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

std::vector<std::string> directions(const std::string& text, const std::string& json = "{}") {
  const model::Model model = written_model(text, json);
  std::vector<std::string> names;
  for (const Direction& d : undetermined_directions(model)) {
    if (d.is_certain) names.push_back(to_text(model, d));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(UndeterminedDirections, NameAnInterceptAndItsDummies) {
  const std::string data = R"({"N": 6, "g": [1,2,3,1,2,3], "y": [1,2,3,4,5,6]})";
  EXPECT_EQ(directions(R"(data { int N; array[N] int g; vector[N] y; }
                          parameters { real a; vector[3] b; real<lower=0> s; }
                          model { y ~ normal(a + b[g], s); })",
                       data),
            (Names{"a - b[1] - b[2] - b[3]"}));
  EXPECT_EQ(directions(R"(data { int N; array[N] int g; vector[N] y; }
                          parameters { real a; vector[3] b; real<lower=0> s; }
                          model { b ~ normal(0, 1); y ~ normal(a + b[g], s); })",
                       data),
            Names{});
}

TEST(UndeterminedDirections, AreFoundThroughHierarchiesAndLinks) {
  const std::string data = R"({"N": 4, "g": [1,2,1,2], "y": [0,1,1,0]})";
  EXPECT_EQ(directions(R"(data { int N; array[N] int g; array[N] int y; }
                          parameters { real a; real m; real<lower=0> t; vector[2] b; }
                          model { t ~ normal(0, 1); b ~ normal(m, t); y ~ bernoulli_logit(a + b[g]); })",
                       data),
            (Names{"a - m - b[1] - b[2]"}));
  EXPECT_EQ(directions(R"(data { int N; array[N] int g; array[N] int y; }
                          parameters { real a; vector[2] b; }
                          model { y ~ bernoulli(inv_logit(a + b[g])); })",
                       data),
            (Names{"a - b[1] - b[2]"}));
  EXPECT_EQ(directions(R"(data { int N; array[N] int g; array[N] int y; }
                          parameters { real m; real<lower=0> t; vector[2] b; }
                          model { t ~ normal(0, 1); b ~ normal(m, t); y ~ bernoulli_logit(b[g]); })",
                       data),
            Names{});
}

// The numbers of one point would say nothing of the others.
TEST(UndeterminedDirections, HaveNoNumbersWhereTheseDependOnParameters) {
  EXPECT_EQ(directions(R"(data { vector[3] y; }
                          parameters { real a; real b; real<lower=0> tau; }
                          model { tau ~ exponential(1); y ~ normal(a + tau * b, 1); })",
                       R"({"y": [1, 2, 4]})"),
            (Names{"a combination of a, b with coefficients that depend on the parameters"}));
}

TEST(UndeterminedDirections, HaveTheCoefficientsOfDoubledColumns) {
  EXPECT_EQ(directions(R"(data { vector[3] x; vector[3] y; }
                          parameters { real a; vector[2] b; }
                          model { y ~ normal(a + b[1] * x + 2 * b[2] * x, 1); })",
                       R"({"x": [1,2,4], "y": [1,2,3]})"),
            (Names{"2*b[1] - b[2]"}));
}

TEST(UndeterminedDirections, IncludeParametersThatAreInNoStatement) {
  EXPECT_EQ(directions("parameters { real x; real z; } model { x ~ normal(0, 1); }"), (Names{"z"}));
  EXPECT_EQ(directions("parameters { real<lower=0> z; real<lower=0, upper=1> u; } model { }"),
            (Names{"z"}));
}

TEST(UndeterminedDirections, MustBeOpenEnded) {
  const std::string data = R"({"y": [1,2]})";
  // The sum of two positive parameters bounds both.
  EXPECT_EQ(directions(R"(data { vector[2] y; } parameters { real<lower=0> p; real<lower=0> q; }
                          model { y ~ normal(p + q, 1); })",
                       data),
            Names{});
  // So does that of a dozen, which says nothing of what else there is.
  EXPECT_EQ(directions("parameters { vector<lower=0>[12] p; real q; real r; } "
                       "model { sum(p) ~ normal(1, 1); q + r ~ normal(0, 1); }"),
            (Names{"q - r"}));
  EXPECT_EQ(directions(R"(data { vector[2] y; } parameters { real<lower=0> p; real q; }
                          model { y ~ normal(p + q, 1); })",
                       data),
            (Names{"p - q"}));
}

TEST(UndeterminedDirections, AreNotSeenInProperPrograms) {
  // An intrinsic autoregression with a soft constraint on its sum.
  EXPECT_EQ(directions(R"(parameters { vector[4] phi; }
                          model { target += -0.5 * dot_self(phi[{1,2,3}] - phi[{2,3,4}]);
                                  sum(phi) ~ normal(0, 0.004); })"),
            Names{});
  EXPECT_EQ(directions(R"(parameters { vector[4] phi; }
                          model { target += -0.5 * dot_self(phi[{1,2,3}] - phi[{2,3,4}]); })"),
            (Names{"phi[1] + phi[2] + phi[3] + phi[4]"}));
  EXPECT_EQ(directions(R"(data { vector[4] y; }
                          parameters { real a; sum_to_zero_vector[4] b; }
                          model { y ~ normal(a + b, 1); })",
                       R"({"y": [1,2,3,4]})"),
            Names{});
  EXPECT_EQ(directions(R"(data { array[4] int y; }
                          parameters { ordered[2] c; }
                          model { y ~ ordered_logistic(rep_vector(0, 4), c); })",
                       R"({"y": [1,2,3,1]})"),
            Names{});
}

TEST(UndeterminedDirections, AreSeenThroughDifferencesOnly) {
  EXPECT_EQ(directions(R"(data { array[4] int y; vector[4] x; }
                          parameters { real a; real b; ordered[2] c; }
                          model { y ~ ordered_logistic(a + b * x, c); })",
                       R"({"y": [1,2,3,1], "x": [0.5, 1, 2, 4]})"),
            (Names{"a + c[1] + c[2]"}));
  EXPECT_EQ(directions(R"(data { array[3] int y; } parameters { vector[3] b; }
                          model { y ~ categorical_logit(b); })",
                       R"({"y": [1,2,3]})"),
            (Names{"b[1] + b[2] + b[3]"}));
}

// A bound or an order is no factor: it says where elements may not go, and not how far they may.
TEST(UndeterminedDirections, LeadAwayFromBoundsByOtherParameters) {
  const auto with = [](const std::string& declared, const std::string& said) {
    return directions("parameters { real a; " + declared + " } model { a ~ normal(0, 1); " + said +
                      " }");
  };
  EXPECT_EQ(with("real<lower=a> x;", ""), (Names{"x"}));
  EXPECT_EQ(with("vector<upper=exp(a)>[2] x;", ""), (Names{"x[1]", "x[2]"}));
  EXPECT_EQ(with("real b; real<lower=b> x;", "x ~ normal(0, 1);"), (Names{"b"}));
  EXPECT_EQ(with("real b; real<lower=exp(b)> x;", "x ~ normal(0, 1);"), (Names{"b"}));
  EXPECT_EQ(with("real<lower=0> b; real<lower=0, upper=b> x;", "x ~ normal(0, 1);"), (Names{"b"}));
  EXPECT_EQ(with("real b; real<lower=b, upper=b + 1> x;", ""), (Names{"b + x"}));
  EXPECT_EQ(with("real<lower=a, upper=a + 1> x;", ""), Names{});
  EXPECT_EQ(with("real<lower=0> b; real<lower=b> x;", "x ~ normal(0, 1);"), Names{});
  EXPECT_EQ(with("real<lower=0> b; real<lower=0, upper=exp(-b)> x;", ""), Names{});
}

TEST(UndeterminedDirections, OfOrderedVectorsLeaveOutElementsBetweenOthers) {
  const auto with = [](const std::string& said) {
    return directions("parameters { ordered[3] c; } model { " + said + " }");
  };
  EXPECT_EQ(with("c[1] ~ normal(0, 1);"), (Names{"c[3]"}));
  EXPECT_EQ(with("c[2] ~ normal(0, 1);"), (Names{"c[1]", "c[3]"}));
  EXPECT_EQ(with("c[1] ~ normal(0, 1); c[3] ~ normal(0, 1);"), Names{});
  EXPECT_EQ(with("c[1] ~ normal(0, 1); c[3] - c[2] ~ normal(0, 1);"), (Names{"c[2] + c[3]"}));
  EXPECT_EQ(with("c[1] ~ normal(0, 1); c[3] - 2 * c[2] ~ normal(0, 1);"), (Names{"c[2] + 2*c[3]"}));
  // Nothing below the first, nor above the first and the sum.
  EXPECT_EQ(with("c[1] ~ normal(0, 1); sum(c) ~ normal(0, 1);"), Names{});
  EXPECT_EQ(with("c[3] ~ normal(0, 1); sum(c) ~ normal(0, 1);"), Names{});
  // The middle would pass the last.
  EXPECT_EQ(with("c[1] ~ normal(0, 1); 2 * c[3] - c[2] ~ normal(0, 1);"), Names{});
  EXPECT_EQ(directions("parameters { positive_ordered[3] c; } model { c[3] ~ normal(0, 1); }"),
            Names{});
  EXPECT_EQ(directions("parameters { positive_ordered[2] c; } model { }"), (Names{"c[2]"}));
}

TEST(UndeterminedDirections, OfCovarianceMatricesAreTheirVariances) {
  const auto with = [](const std::string& said) {
    return directions("parameters { cov_matrix[2] S; } model { " + said + " }");
  };
  EXPECT_EQ(with(""), (Names{"S[1,1]", "S[2,2]"}));
  EXPECT_EQ(with("S[1, 1] ~ exponential(1);"), (Names{"S[2,2]"}));
  EXPECT_EQ(with("S[1, 1] - S[2, 2] ~ normal(0, 1);"), (Names{"S[1,1] + S[2,2]"}));
  EXPECT_EQ(with("trace(S) ~ exponential(1);"), Names{});
  EXPECT_EQ(with("S ~ wishart(4, identity_matrix(2));"), Names{});
  EXPECT_EQ(
      directions("parameters { cholesky_factor_cov[3, 2] L; } model { L[2, 1] ~ cauchy(0, 1); "
                 "L[1, 1] ~ exponential(1); }"),
      (Names{"L[3,1]", "L[2,2]", "L[3,2]"}));
  EXPECT_EQ(
      directions("parameters { corr_matrix[2] C; unit_vector[2] u; simplex[2] p; } model { }"),
      Names{});
}

TEST(UndeterminedDirections, DoNotSayCertainOfWhatIsOnlyIllConditioned) {
  EXPECT_EQ(directions(R"(data { vector[4] x; vector[4] y; }
                          parameters { real a; real b; real<lower=0> s; }
                          model { y ~ normal(a + b * x, s); })",
                       R"({"x": [100000001, 100000002, 100000003, 100000004], "y": [1,2,3,5]})"),
            Names{});
}

}  // namespace
}  // namespace autumn::collapse::testing
