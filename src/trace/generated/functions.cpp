// This file lists by name the functions that may be traced: whatever is not on it runs once per
// draw.
#include "trace/generated/functions.h"

#include <span>
#include <string>
#include <unordered_set>

#include "dist/list.h"

namespace autumn::trace {
namespace {

// Left out are functions that look at numbers (sorting, solvers, checks of symmetry), those of
// integers, and those computed in another way for symbols (cbrt, tgamma, ...).
constexpr std::string_view kTraceableFunctions[] = {
    // clang-format off
    // elementwise
    "abs", "fabs", "floor", "ceil", "round", "trunc", "sqrt", "square", "exp", "expm1", "log",
    "log1p", "log1m", "log1p_exp", "log1m_exp", "inv", "inv_sqrt", "inv_square", "sin", "cos",
    "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "logit",
    "inv_logit", "inv_cloglog", "log_inv_logit", "log1m_inv_logit", "erf", "erfc", "Phi", "inv_Phi",
    "Phi_approx", "std_normal_qf", "lgamma", "digamma", "trigamma", "step", "int_step", "is_inf",
    "is_nan", "pow", "fdim", "fmin", "fmax", "atan2", "lmultiply", "multiply_log", "log_diff_exp",
    "log_inv_logit_diff", "binary_log_loss", "beta", "lbeta", "gamma_p", "gamma_q", "lchoose",
    "fma", "if_else", "inc_beta", "log_mix",
    // reductions and sizes
    "sum", "prod", "min", "max", "log_sum_exp", "mean", "variance", "sd", "norm1", "norm2",
    "dot_product", "dot_self", "distance", "squared_distance", "cumulative_sum", "dims", "size",
    "num_elements", "rows", "cols",
    // containers and blocks
    "rep_vector", "rep_row_vector", "rep_array", "rep_matrix", "head", "tail", "segment", "reverse",
    "append_array", "to_vector", "to_row_vector", "to_array_1d", "to_array_2d", "to_matrix",
    "append_col", "append_row", "block", "sub_col", "sub_row", "col", "row", "diagonal",
    "diag_matrix", "add_diag", "transpose",
    // products and solutions
    "columns_dot_product", "columns_dot_self", "rows_dot_product", "rows_dot_self", "tcrossprod",
    "crossprod", "multiply_lower_tri_self_transpose", "diag_pre_multiply", "diag_post_multiply",
    "quad_form", "quad_form_diag", "trace_quad_form", "trace_gen_quad_form", "trace",
    "matrix_power", "softmax", "log_softmax", "mdivide_left", "mdivide_left_tri_low",
    "mdivide_right", "mdivide_right_tri_low", "inverse", "chol2inv", "log_determinant",
    // operators
    "add", "subtract", "multiply", "divide", "elt_multiply", "elt_divide", "minus", "plus",
    "logical_negation", "logical_eq", "logical_neq", "logical_lt", "logical_lte", "logical_gt",
    "logical_gte", "logical_and", "logical_or",
    // complex numbers
    "to_complex", "get_real", "get_imag", "conj", "arg", "norm", "polar", "fft", "inv_fft",
    "fft2", "inv_fft2",
    // clang-format on
};

// Fused regressions.
constexpr std::string_view kRegressions[] = {
    // clang-format off
    "normal_id_glm_lpdf", "bernoulli_logit_glm_lpmf", "poisson_log_glm_lpmf",
    "neg_binomial_2_log_glm_lpmf", "binomial_logit_glm_lpmf", "categorical_logit_glm_lpmf",
    "ordered_logistic_glm_lpmf",
    // clang-format on
};

using Names = std::unordered_set<std::string>;

Names names_of(std::span<const std::string_view> list) {
  Names names;
  for (const std::string_view name : list) names.emplace(name);
  return names;
}

Names density_names() {
  Names names = names_of(kRegressions);
  for (const dist::Distribution* each : dist::all_distributions()) {
    for (const std::string_view suffix : {"_lpdf", "_lpmf", "_log"}) {
      names.insert(std::string(each->name) + std::string(suffix));
    }
  }
  return names;
}

}  // namespace

bool is_traceable_density(std::string_view function) {
  static const Names names = density_names();
  return names.contains(std::string(function));
}

bool is_traceable(std::string_view function) {
  static const Names names = names_of(kTraceableFunctions);
  return names.contains(std::string(function)) || is_traceable_density(function);
}

}  // namespace autumn::trace
