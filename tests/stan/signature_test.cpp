// These tests look at the signature table: what it holds, and which signature fits a call.
#include "stan/types/signature.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace autumn::stan {
namespace {

const Type kInt{Base::kInt, 0};
const Type kReal{Base::kReal, 0};
const Type kVector{Base::kVector, 0};
const Type kRow{Base::kRowVector, 0};
const Type kMatrix{Base::kMatrix, 0};
const Type kInts{Base::kInt, 1};
const Type kReals{Base::kReal, 1};
const Type kVectors{Base::kVector, 1};

struct SignatureCase {
  const char* name;
  std::vector<Type> arguments;
  const char* result;
};

std::string result_of(const SignatureCase& c) {
  const Result<Type> type = resolve_call(c.name, c.arguments);
  return type ? to_text(type.value()) : "error: " + type.error().message;
}

TEST(Signature, CallsHaveStansTypes) {
  const SignatureCase cases[] = {
      {"pi", {}, "real"},
      {"log", {kInt}, "real"},
      {"log", {kInts}, "array[] real"},
      {"log", {kMatrix}, "matrix"},
      {"log", {{Base::kVector, 3}}, "array[,,] vector"},
      {"abs", {kInt}, "int"},
      {"abs", {kInts}, "array[] int"},
      {"abs", {kRow}, "row_vector"},
      {"pow", {kInt, kInt}, "real"},
      {"fmax", {kVector, kReal}, "vector"},
      {"fmax", {kInt, kVectors}, "array[] vector"},
      {"fmax", {kInts, kReals}, "array[] real"},
      {"choose", {kInt, kInts}, "array[] int"},
      {"falling_factorial", {kInt, kInt}, "int"},
      {"falling_factorial", {kReal, kInts}, "array[] real"},
      {"falling_factorial", {kVector, kInts}, "vector"},
      {"bessel_first_kind", {kInt, kMatrix}, "matrix"},
      {"bessel_first_kind", {{Base::kInt, 2}, kMatrix}, "matrix"},
      {"bessel_first_kind", {kInts, kReal}, "array[] real"},
      {"fma", {kReal, kVector, kInt}, "vector"},
      {"log_mix", {kReal, kReal, kReal}, "real"},
      {"log_mix", {kVector, kVectors}, "real"},
      {"log_sum_exp", {kVector}, "real"},
      {"log_sum_exp", {kInts}, "real"},
      {"log_sum_exp", {kReal, kVector}, "vector"},
      {"sum", {kInts}, "int"},
      {"sum", {kReals}, "real"},
      {"mean", {kInts}, "real"},
      {"max", {kInt, kInt}, "int"},
      {"max", {kMatrix}, "real"},
      {"size", {kInt}, "int"},
      {"dims", {{Base::kMatrix, 2}}, "array[] int"},
      {"append_array", {kInts, kReals}, "array[] real"},
      {"append_array", {kVectors, kVectors}, "array[] vector"},
      {"head", {{Base::kMatrix, 2}, kInt}, "array[,] matrix"},
      {"segment", {kRow, kInt, kInt}, "row_vector"},
      {"rep_array", {kInt, kInt}, "array[] int"},
      {"rep_array", {kVectors, kInt, kInt}, "array[,,] vector"},
      {"rep_vector", {kInt, kInt}, "vector"},
      {"rep_matrix", {kRow, kInt}, "matrix"},
      {"sort_asc", {kInts}, "array[] int"},
      {"sort_asc", {kRow}, "row_vector"},
      {"cumulative_sum", {kReals}, "array[] real"},
      {"append_row", {kReal, kVector}, "vector"},
      {"append_row", {kRow, kRow}, "matrix"},
      {"append_col", {kVector, kVector}, "matrix"},
      {"append_col", {kRow, kInt}, "row_vector"},
      {"to_vector", {kInts}, "vector"},
      {"to_matrix", {{Base::kInt, 2}}, "matrix"},
      {"to_matrix", {kReals, kInt, kInt}, "matrix"},
      {"to_array_1d", {{Base::kInt, 3}}, "array[] int"},
      {"to_array_1d", {{Base::kReal, 2}}, "array[] real"},
      {"to_array_1d", {kMatrix}, "array[] real"},
      {"to_int", {kReals}, "array[] int"},
      {"quad_form", {kMatrix, kVector}, "real"},
      {"quad_form", {kMatrix, kMatrix}, "matrix"},
      {"mdivide_left", {kMatrix, kVector}, "vector"},
      {"gp_exp_quad_cov", {kVectors, kReal, kReals}, "matrix"},
      {"cov_exp_quad", {kReals, kReal, kReal}, "matrix"},
      {"lower_bound_constrain", {kVector, kReal}, "vector"},
      {"simplex_constrain", {{Base::kVector, 2}}, "array[,] vector"},
      {"corr_matrix_constrain", {kVectors, kInt}, "array[] matrix"},
      {"normal_lpdf", {kInt, kVector, kReals}, "real"},
      {"normal_lupdf", {kReal, kReal, kReal}, "real"},
      {"normal_rng", {kInt, kReal}, "real"},
      {"normal_rng", {kVector, kReal}, "array[] real"},
      {"poisson_rng", {kReal}, "int"},
      {"poisson_rng", {kRow}, "array[] int"},
      {"binomial_lcdf", {kInts, kInt, kVector}, "real"},
      {"std_normal_lpdf", {kVector}, "real"},
      {"std_normal_rng", {}, "real"},
      {"categorical_rng", {kVector}, "int"},
      {"ordered_logistic_lpmf", {kInts, kVector, kVectors}, "real"},
      {"ordered_logistic_rng", {kReal, kVector}, "int"},
      {"normal_id_glm_lpdf", {kVector, kMatrix, kReal, kVector, kReal}, "real"},
      {"multi_normal_rng", {kVectors, kMatrix}, "array[] vector"},
      {"multi_normal_lpdf", {kVectors, kRow, kMatrix}, "real"},
      {"lkj_corr_cholesky_lpdf", {kMatrix, kInt}, "real"},
      {"wiener_lpdf", {kVector, kReal, kReal, kReal, kRow}, "real"},
      {"hmm_latent_rng", {kMatrix, kMatrix, kVector}, "array[] int"},
  };
  for (const SignatureCase& c : cases) EXPECT_EQ(result_of(c), c.result) << c.name;
}

TEST(Signature, WrongCallsAreRefused) {
  const SignatureCase cases[] = {
      {"log", {}, ""},
      {"fmax", {kVector, kRow}, ""},
      {"fmax", {kVector, kReals}, ""},
      {"choose", {kReal, kInt}, ""},
      {"bessel_first_kind", {kReal, kReal}, ""},
      {"bessel_first_kind", {kInts, kMatrix}, ""},
      {"fma", {kReals, kReal, kReal}, ""},
      {"append_array", {kInts, kVectors}, ""},
      {"head", {kMatrix, kInt}, ""},
      {"to_array_1d", {kReal}, ""},
      {"poisson_lpmf", {kReal, kReal}, ""},
      {"normal_lpdf", {{Base::kReal, 2}, kReal, kReal}, ""},
      {"normal_lpdf", {kReal, kReal}, ""},
      {"lower_bound_constrain", {kReal, kVector}, ""},
      {"rep_vector", {kReal, kReal}, ""},
  };
  for (const SignatureCase& c : cases) {
    EXPECT_FALSE(resolve_call(c.name, c.arguments)) << c.name << " gave " << result_of(c);
  }
}

TEST(Signature, MessagesOfferTheNearestName) {
  const Result<Type> type = resolve_call("lgama", std::vector<Type>{kReal});
  ASSERT_FALSE(type);
  EXPECT_EQ(type.error().message, "there is no function `lgama`");
  EXPECT_EQ(type.error().suggestion, "did you mean `lgamma`?");
}

TEST(Signature, MessagesOfferTheNearestSignaturesFirst) {
  const Result<Type> type = resolve_call("append_row", std::vector<Type>{kVector, kMatrix});
  ASSERT_FALSE(type);
  EXPECT_EQ(type.error().message, "`append_row` cannot be called with (vector, matrix)");
  EXPECT_EQ(type.error().suggestion,
            "available: matrix append_row(matrix|row_vector, matrix|row_vector)\n"
            "             vector append_row(vector, vector)\n"
            "             vector append_row(vector, real)");
}

TEST(Signature, TextShowsTheBarAndData) {
  EXPECT_EQ(to_text(lookup("normal_lpdf")[0]), "real normal_lpdf(reals | reals, reals)");
  EXPECT_EQ(to_text(lookup("std_normal_lpdf")[0]), "real std_normal_lpdf(reals | )");
  EXPECT_EQ(to_text(lookup("linspaced_vector")[0]),
            "vector linspaced_vector(data int, data real, data real)");
  EXPECT_EQ(to_text(lookup("rep_array")[1]), "array[,] any rep_array(any, int, int)");
  EXPECT_EQ(to_text(lookup("solve_newton")[0]),
            "vector solve_newton(vector(vector, ...), vector, ...)");
  EXPECT_EQ(to_text(lookup("corr_matrix_constrain")[0]),
            "matrix* corr_matrix_constrain(vector*, int)");
}

TEST(Signature, TableIsSortedAndComplete) {
  const auto all = all_signatures();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const Signature& a, const Signature& b) {
    return a.name < b.name;
  }));
  EXPECT_GT(all.size(), 500U);
  EXPECT_TRUE(lookup("no_such_function").empty());
  // One of each section of the file, and every name of the census.
  for (const char* name : {"e",
                           "add",
                           "Phi",
                           "inv_Phi",
                           "owens_t",
                           "hypergeometric_2F1",
                           "quantile",
                           "dims",
                           "block",
                           "csr_extract_w",
                           "chol2inv",
                           "gp_periodic_cov",
                           "offset_multiplier_jacobian",
                           "hmm_marginal",
                           "ode_ckrk_tol",
                           "map_rect",
                           "weibull_lccdf",
                           "hypergeometric_rng",
                           "poisson_log_glm_lpmf",
                           "gaussian_dlm_obs_lpdf",
                           "integrate_ode_rk45",
                           "diag_pre_multiply",
                           "sub_col",
                           "eigenvalues_sym",
                           "multiply_lower_tri_self_transpose",
                           "log1m_inv_logit",
                           "student_t_lccdf",
                           "multi_normal_rng"}) {
    EXPECT_FALSE(lookup(name).empty()) << name;
  }
}

TEST(Signature, DistributionsAreKnownByKind) {
  EXPECT_EQ(distribution_kind("normal"), DistributionKind::kContinuous);
  EXPECT_EQ(distribution_kind("poisson"), DistributionKind::kDiscrete);
  EXPECT_EQ(distribution_kind("normal_lpdf"), std::nullopt);
  EXPECT_FALSE(is_distribution("hmm_latent"));
  const auto names = distribution_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(names.size(), 77U);
}

// Every signature accepts examples of its own arguments, and is the best match for some of them.
TEST(Signature, EverySignatureFitsItsExamples) {
  for (const Signature& signature : all_signatures()) {
    if (!signature.arguments.empty() && signature.arguments[0].accepts == Accepts::kFunction)
      continue;
    // Several T agree when they all take the same example, so go through them in step.
    bool is_matched = false;
    for (std::size_t step = 0; step < 15; ++step) {
      std::vector<Type> types;
      for (const Argument& argument : signature.arguments) {
        const std::vector<Type> all = examples(argument);
        ASSERT_FALSE(all.empty()) << to_text(signature);
        types.push_back(all[std::min(step, all.size() - 1)]);
      }
      const auto found = match(signature, types);
      is_matched = is_matched || found.has_value();
      if (found) {
        EXPECT_TRUE(best_match(signature.name, types).has_value());
      }
    }
    EXPECT_TRUE(is_matched) << to_text(signature);
  }
}

TEST(Signature, ConversionsGoFromIntsToRealsOnly) {
  EXPECT_TRUE(converts(kInt, kReal));
  EXPECT_TRUE(converts({Base::kInt, 2}, {Base::kReal, 2}));
  EXPECT_FALSE(converts(kReal, kInt));
  EXPECT_FALSE(converts(kInts, kVector));
  EXPECT_FALSE(converts(kInt, kReals));
  EXPECT_EQ(common_type(kInts, kReals), kReals);
  EXPECT_EQ(common_type(kVector, kRow), std::nullopt);
}

}  // namespace
}  // namespace autumn::stan
