// These tests give densities and random numbers of vectors and matrices known arguments that Stan
// refuses, in generated quantities.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trace/program.h"

namespace autumn::trace {
namespace {

bool is_refused(const std::string& call) {
  const auto traced =
      testing::traced("generated quantities {\n  real u = sum(to_array_1d(" + call + "));\n}");
  if (!traced.is_ok()) return true;
  std::vector<double> out(1);
  Random random({.seed = 1});
  return !generate(traced.value().generated, {}, random, out).is_ok();
}

// The call with what is wrong in place of X, and with what is right.
struct Wrong {
  std::string call, wrong, right;
};

std::string with(const Wrong& c, const std::string& x) {
  std::string call = c.call;
  return call.replace(call.find('X'), 1, x);
}

TEST(KnownArguments, AreRefusedWhereStanThrows) {
  const std::string one = "identity_matrix(3)";
  const std::string mean = "rep_vector(0, 3)";
  const std::string lopsided = "[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]";
  const std::string indefinite = "[[1, 2, 0], [2, 1, 0], [0, 0, 1]]";
  std::vector<Wrong> cases;
  for (const std::string name :
       {"wishart", "inv_wishart", "wishart_cholesky", "inv_wishart_cholesky"}) {
    cases.push_back({"{" + name + "_lpdf(" + one + " | X, " + one + ")}", "2", "2.5"});
    cases.push_back({name + "_rng(X, " + one + ")", "2", "2.5"});
    cases.push_back({"{" + name + "_lpdf(" + one + " | 4, X)}", "identity_matrix(2)", one});
    cases.push_back({"{" + name + "_lpdf(" + one + " | 4, X)}", indefinite, one});
    cases.push_back({"{" + name + "_lpdf(X | 4, " + one + ")}", indefinite, one});
    cases.push_back({name + "_rng(4, X)", indefinite, one});
  }
  for (const std::string name : {"multi_normal", "multi_normal_prec", "multi_normal_cholesky"}) {
    for (const std::string& wrong : {indefinite, std::string("identity_matrix(2)")}) {
      cases.push_back({"{" + name + "_lpdf(" + mean + " | " + mean + ", X)}", wrong, one});
      if (name != "multi_normal_prec")
        cases.push_back({name + "_rng(" + mean + ", X)", wrong, one});
    }
    cases.push_back({"{" + name + "_lpdf(" + mean + " | X, " + one + ")}",
                     "rep_vector(positive_infinity(), 3)", mean});
  }
  cases.push_back({"{multi_normal_lpdf(" + mean + " | " + mean + ", X)}", lopsided, one});
  for (const std::string name : {"multi_student_t", "multi_student_t_cholesky"}) {
    cases.push_back({"{" + name + "_lpdf(" + mean + " | X, " + mean + ", " + one + ")}", "0", "1"});
    cases.push_back({"{" + name + "_lpdf(" + mean + " | 3, " + mean + ", X)}", indefinite, one});
    cases.push_back({name + "_rng(X, " + mean + ", " + one + ")", "0", "1"});
    cases.push_back({name + "_rng(3, " + mean + ", X)", indefinite, one});
  }
  cases.push_back({"{lkj_corr_lpdf(" + one + " | X)}", "0", "1"});
  cases.push_back({"{lkj_corr_lpdf(X | 1)}", indefinite, one});
  cases.push_back({"{lkj_corr_cholesky_lpdf(X | 1)}", indefinite, one});
  cases.push_back({"lkj_corr_rng(3, X)", "0", "1"});
  cases.push_back({"{dirichlet_lpdf([0.5, 0.5]' | X)}", "[0, 1]'", "[1, 1]'"});
  cases.push_back({"{dirichlet_lpdf(X | [1, 1]')}", "[0.5, 0.6]'", "[0.5, 0.5]'"});
  cases.push_back({"dirichlet_rng(X)", "[0, 1]'", "[1, 1]'"});
  cases.push_back({"{multinomial_lpmf({1, 2} | X)}", "[0.5, 0.6]'", "[0.5, 0.5]'"});
  cases.push_back({"{categorical_lpmf(1 | X)}", "[0.5, 0.6]'", "[0.5, 0.5]'"});
  cases.push_back({"{dirichlet_multinomial_lpmf({1, 2} | X)}", "[0, 1]'", "[1, 1]'"});
  for (const Wrong& c : cases) {
    EXPECT_TRUE(is_refused(with(c, c.wrong))) << with(c, c.wrong);
    EXPECT_FALSE(is_refused(with(c, c.right))) << with(c, c.right);
  }
}

}  // namespace
}  // namespace autumn::trace
