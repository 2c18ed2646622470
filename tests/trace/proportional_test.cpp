// These tests ask which terms densities of the user have: those that are called by their full name
// all, those that are called by `~` or as `_lupdf` what depends on parameters, wherever `_lupdf`
// stands in them and whoever calls them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trace/slopes.h"

namespace autumn::trace {
namespace {

// What a density makes of DENSITY, so that its constant counts.
const std::vector<std::string>& bodies() {
  static const std::vector<std::string> kBodies{
      "real z = 0; for (i in 1 : size(y)) if (y[i] < m) z += DENSITY; else z += y[i] - m; return "
      "z;",
      "real z = 0; for (i in 1 : size(y)) { real k = y[i]; while (k < m) { k += 1; z += DENSITY; } "
      "}"
      " return z;",
      "real z = 0; for (i in 1 : size(y)) z += square(DENSITY); return z;",
      "real z = 0; for (i in 1 : size(y)) z += log_mix(0.3, DENSITY, m); return z;",
  };
  return kBodies;
}

const std::string kProportional = "normal_lupdf(y[i] | m, 2)";
const std::string kFull = "normal_lpdf(y[i] | m, 2)";
const std::string kByHand = "(normal_lpdf(y[i] | m, 2) + log(2) + 0.5 * log(2 * pi()))";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
    text.replace(at, word.size(), by);
  }
  return text;
}

std::string program(const std::string& body, const std::string& density, const std::string& call) {
  const std::string f = replaced(body, "DENSITY", density);
  return "functions {\n  real f_lpdf(array[] real y, real m) { " + f +
         " }\n  real part_lpdf(array[] real y, int start, int end, real m) { " + f +
         " }\n  real outer_lpdf(array[] real y, real m) { return f_INNER(y | m); }\n"
         "  real plain(array[] real y, real m) { return f_lpdf(y | m); }\n"
         "}\n"
         "transformed data { array[3] real y = {0.1, 0.5, 1.2}; }\n"
         "parameters { vector[1] x; }\nmodel {\n  real m = x[1];\n  " +
         call + "\n}\n";
}

// How much more the log density is at one point than at another.
std::vector<double> differences(const std::string& text) {
  std::vector<double> result;
  for (const double x : {-0.4, 0.3, 0.9, 2.5}) {
    result.push_back(testing::slopes_of(text, {x}).at(0));
  }
  for (std::size_t i = 1; i < result.size(); ++i) result[i] -= result[0];
  result[0] = 0.0;
  return result;
}

void expect_same(const std::string& found, const std::string& expected) {
  const std::vector<double> a = differences(found);
  const std::vector<double> b = differences(expected);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10) << found;
}

struct Call {
  std::string text;
  std::string inner;  // how `outer_lpdf` calls
  bool has_all = false;
};

void expect_terms(const Call& call) {
  for (const std::string& body : bodies()) {
    const auto with = [&](const std::string& density) {
      return replaced(program(body, density, call.text), "INNER", call.inner);
    };
    expect_same(with(kProportional), with(call.has_all ? kFull : kByHand));
  }
}

TEST(Proportional, DensitiesHaveAllTermsWhereTheyAreCalledByTheirFullName) {
  for (const std::string text :
       {"target += f_lpdf(y | m);", "target += reduce_sum(part_lpdf, y, 1, m);",
        "target += reduce_sum_static(part_lpdf, y, 1, m);", "target += plain(y, m);",
        "real a = f_lpdf(y | m); target += a;", "if (m > 0) target += f_lpdf(y | m);",
        "target += log_mix(0.3, f_lpdf(y | m), -m);",
        "real k = m; while (k < 2) { k += 1; target += reduce_sum(part_lpdf, y, 1, m); }"}) {
    expect_terms({text, "lpdf", true});
  }
}

TEST(Proportional, DensitiesHaveWhatDependsOnParametersWhereTheyAreCalledSo) {
  for (const std::string text :
       {"y ~ f(m);", "target += f_lupdf(y | m);", "target += reduce_sum(part_lupdf, y, 1, m);",
        "target += reduce_sum_static(part_lupdf, y, 1, m);", "if (m > 0) y ~ f(m);",
        "target += log_mix(0.3, f_lupdf(y | m), -m);",
        "real k = m; while (k < 2) { k += 1; target += reduce_sum(part_lupdf, y, 1, m); }"}) {
    expect_terms({text, "lupdf", false});
  }
}

TEST(Proportional, InnerDensitiesHaveAllTermsUnlessNobodyAsksForThem) {
  expect_terms({"y ~ outer(m);", "lupdf", false});
  expect_terms({"target += outer_lupdf(y | m);", "lupdf", false});
  expect_terms({"y ~ outer(m);", "lpdf", true});
  expect_terms({"target += outer_lpdf(y | m);", "lupdf", true});
  expect_terms({"target += outer_lpdf(y | m);", "lpdf", true});
}

TEST(Proportional, DensitiesOfTheLanguageDropTheirTermsInExpressions) {
  const std::string head = "parameters { vector[1] x; }\nmodel {\n  ";
  const std::string two = "(normal_lpdf(x[1] | 0, 2) + log(2) + 0.5 * log(2 * pi()))";
  const std::string one = "(normal_lpdf(x[1] | 0, 1) + 0.5 * log(2 * pi()))";
  expect_same(
      head + "target += log_mix(0.3, normal_lupdf(x[1] | 0, 1), normal_lupdf(x[1] | 0, 2));\n}",
      head + "target += log_mix(0.3, " + one + ", " + two + ");\n}");
  expect_same(head + "target += square(normal_lupdf(x[1] | 0, 2)) + normal_lupdf(x[1] | 0, 1);\n}",
              head + "target += square(" + two + ") + " + one + ";\n}");
}

TEST(Proportional, LikelihoodsOfLaplaceHaveAllTermsByTheirFullName) {
  const std::string covariance = "matrix cov(real s, real t) { return [[square(s) + t]]; }\n";
  const auto with = [&](const std::string& inner) {
    return "functions {\n" + covariance +
           "  real f_lpdf(vector theta, array[] real y, real s) {\n    real z = normal_lpdf(y | "
           "theta[1], "
           "s);\n    if (theta[1] < 0.5) z += " +
           inner +
           ";\n    return z;\n  }\n}\ntransformed data { array[2] real y = {0.1, 0.5}; }\n"
           "parameters { vector[1] x; }\nmodel {\n"
           "  target += laplace_marginal(f_lpdf, (y, 1.0), cov, (exp(x[1]), 0.1));\n}\n";
  };
  expect_same(with("normal_lupdf(theta[1] | 0, 2)"), with("normal_lpdf(theta[1] | 0, 2)"));
}

}  // namespace
}  // namespace autumn::trace
