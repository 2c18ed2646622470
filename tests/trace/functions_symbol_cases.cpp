// This file has the table of calls of functions that take symbols, by the kind of function.
#include "functions_symbol_cases.h"

namespace autumn::trace {
namespace {

using stan::Base;

const Numbers kNine{1.3, 0.2, -0.4, 0.5, 1.9, 0.3, -0.8, 0.1, 2.2};

Value square3() {
  return mat(3, 3, kNine);
}
Value wide() {
  return mat(2, 3, {1.3, 0.2, -0.4, 0.5, 1.9, 0.3});
}
Value tall() {
  return mat(3, 2, {1.3, 0.2, -0.4, 0.5, 1.9, 0.3});
}
Value spd() {
  return mat(3, 3, {4, 1, 0.5, 1, 3, -0.2, 0.5, -0.2, 2});
}
Value points() {
  return array(Base::kVector, 1, {3, 2}, {0.1, 1.2, 2.5, 0.7, -0.3, 0.4});
}
Value other_points() {
  return array(Base::kVector, 1, {2, 2}, {0.4, 1.9, 0.6, -1.1});
}
Value cube() {
  return array(Base::kReal, 3, {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
}

std::vector<SymbolCase> unary_cases() {
  std::vector<SymbolCase> cases;
  const auto add = [&](std::initializer_list<const char*> names, const Numbers& x,
                       bool is_smooth = true) {
    for (const char* name : names) {
      cases.push_back({name, {real(x[0])}, is_smooth});
      cases.push_back({name, {vec(x)}, is_smooth});
      cases.push_back({name, {array(Base::kVector, 1, {2, 2}, x)}, is_smooth});
      cases.push_back({name, {array(Base::kMatrix, 1, {1, 2, 2}, x)}, is_smooth});
    }
  };
  add({"cbrt",  "square", "exp",       "exp2",        "expm1",         "log1p_exp",
       "sin",   "cos",    "tan",       "atan",        "sinh",          "cosh",
       "tanh",  "asinh",  "inv_logit", "inv_cloglog", "log_inv_logit", "log1m_inv_logit",
       "erf",   "erfc",   "Phi",       "Phi_approx",  "abs",           "fabs",
       "minus", "tgamma", "lgamma"},
      {-1.4, 0.3, 0.8, 1.7});
  add({"floor", "ceil", "round", "trunc"}, {-1.4, 0.3, 0.8, 1.7}, false);
  add({"sqrt", "log", "log2", "log10", "log1p", "inv", "inv_sqrt", "inv_square", "digamma",
       "trigamma", "lambert_w0"},
      {0.4, 1.3, 2.8, 5.5});
  add({"asin", "acos", "atanh", "logit", "log1m", "inv_erfc", "inv_Phi", "std_normal_qf"},
      {0.2, 0.45, 0.6, 0.9});
  add({"acosh"}, {1.2, 1.9, 3.3, 4.0});
  add({"log1m_exp", "std_normal_log_qf"}, {-0.2, -0.7, -1.9, -3.0});
  add({"lambert_wm1"}, {-0.3, -0.2, -0.1, -0.02});
  cases.push_back({"plus", {vec({1, 2})}});
  for (const char* name : {"step", "int_step", "is_inf", "is_nan", "logical_negation"}) {
    cases.push_back({name, {real(0.5)}, false});
  }
  return cases;
}

std::vector<SymbolCase> binary_cases() {
  std::vector<SymbolCase> cases;
  const auto add = [&](std::initializer_list<const char*> names, const Numbers& x,
                       const Numbers& y) {
    for (const char* name : names) {
      cases.push_back({name, {real(x[0]), real(y[0])}});
      cases.push_back({name, {vec(x), vec(y)}});
      cases.push_back({name, {real(x[1]), mat(1, 2, y)}});
      cases.push_back({name, {array(Base::kRowVector, 1, {2, 1}, x), real(y[1])}});
    }
  };
  add({"pow",
       "fdim",
       "fmin",
       "fmax",
       "fmod",
       "hypot",
       "atan2",
       "lmultiply",
       "multiply_log",
       "log_diff_exp",
       "log_inv_logit_diff",
       "log_sum_exp",
       "owens_t",
       "beta",
       "lbeta",
       "gamma_p",
       "gamma_q",
       "lchoose",
       "binomial_coefficient_log",
       "log_falling_factorial",
       "log_rising_factorial",
       "log_modified_bessel_first_kind"},
      {2.4, 3.3}, {0.7, 1.15});
  for (const char* name : {"bessel_first_kind", "bessel_second_kind", "modified_bessel_first_kind",
                           "modified_bessel_second_kind", "lmgamma"}) {
    cases.push_back({name, {whole(2), real(1.4)}});
    cases.push_back({name, {whole(2), vec({1.4, 2.9})}});
    cases.push_back({name, {ints({0, 3}), reals({1.4, 2.9})}});
  }
  for (const char* name : {"ldexp", "rising_factorial", "falling_factorial"}) {
    cases.push_back({name, {real(1.7), whole(3)}});
    cases.push_back({name, {vec({1.7, -0.6}), whole(3)}});
    cases.push_back({name, {reals({1.7, -0.6}), ints({0, 3})}});
    cases.push_back({name, {real(1.7), ints({0, 3})}});
  }
  cases.push_back({"log_modified_bessel_first_kind", {vec({0.5, 2.4}), vec({60, 80})}});
  cases.push_back({"binary_log_loss", {ints({0, 1}), reals({0.3, 0.4})}});
  cases.push_back({"pow", {vec({-0.7, 1.2}), whole(2)}});
  cases.push_back({"hypergeometric_1F0", {real(1.2), real(0.4)}});
  cases.push_back({"fma", {vec({1, 2}), real(3), vec({4, 5})}});
  cases.push_back({"if_else", {whole(1), real(3), real(4)}});
  cases.push_back({"inc_beta", {real(1.2), real(2.4), real(0.4)}});
  cases.push_back({"inv_inc_beta", {real(1.2), real(2.4), real(0.4)}});
  cases.push_back({"log_mix", {real(0.3), real(-1), real(2)}});
  cases.push_back({"log_mix", {vec({0.3, 0.7}), vec({-1, 2})}});
  cases.push_back({"log_mix", {vec({0.2, 0.8}), other_points()}});
  return cases;
}

std::vector<SymbolCase> reduction_cases() {
  std::vector<SymbolCase> cases;
  for (const char* name : {"sum", "prod", "min", "max", "log_sum_exp", "mean", "variance", "sd"}) {
    for (const Value& x : {vec({0.4, -1.2, 2.0}), reals({0.4, -1.2, 2.0}), wide(), vec({0.7})}) {
      cases.push_back({name, {x}});
    }
  }
  const Value x = vec({0.4, -1.2, 2.0});
  const Value y = row({0.1, 0.9, -0.3});
  for (const char* name : {"norm1", "norm2", "dot_self", "cumulative_sum", "sort_asc", "sort_desc",
                           "reverse", "to_vector", "to_row_vector", "to_matrix", "to_array_1d"}) {
    cases.push_back({name, {x}});
    cases.push_back({name, {y}});
  }
  for (const char* name : {"dot_product", "distance", "squared_distance"}) {
    cases.push_back({name, {x, y}});
  }
  cases.push_back({"squared_distance", {real(1), real(3)}});
  cases.push_back({"dot_product", {reals({1, 2}), reals({3, 5})}});
  for (const char* name : {"dims", "size", "num_elements"}) cases.push_back({name, {points()}});
  for (const char* name : {"rows", "cols"}) cases.push_back({name, {wide()}});
  return cases;
}

std::vector<SymbolCase> container_cases() {
  const Value x = vec({0.4, -1.2, 2.0});
  return {
      {"rep_vector", {real(2), whole(3)}},
      {"rep_vector", {real(2), whole(0)}},
      {"rep_row_vector", {real(2), whole(3)}},
      {"rep_matrix", {real(2), whole(3), whole(2)}},
      {"rep_matrix", {x, whole(2)}},
      {"rep_matrix", {row({1, 2}), whole(3)}},
      {"rep_array", {real(2), whole(3)}},
      {"rep_array", {x, whole(2)}},
      {"rep_array", {wide(), whole(2), whole(2)}},
      {"rep_array", {points(), whole(2), whole(1), whole(2)}},
      {"head", {x, whole(2)}},
      {"head", {points(), whole(2)}},
      {"tail", {x, whole(2)}},
      {"tail", {x, whole(0)}},
      {"segment", {row({1, 2, 3}), whole(2), whole(2)}},
      {"segment", {cube(), whole(2), whole(1)}},
      {"reverse", {points()}},
      {"append_array", {points(), other_points()}},
      {"append_array", {reals({1, 2}), reals({3})}},
      {"append_array", {cube(), cube()}},
      {"to_vector", {wide()}},
      {"to_vector", {reals({1, 2})}},
      {"to_row_vector", {wide()}},
      {"to_array_1d", {wide()}},
      {"to_array_1d", {cube()}},
      {"to_array_2d", {wide()}},
      {"to_matrix", {wide()}},
      {"to_matrix", {array(Base::kReal, 2, {3, 2}, {1, 2, 3, 4, 5, 6})}},
      {"to_matrix", {array(Base::kRowVector, 1, {3, 2}, {1, 2, 3, 4, 5, 6})}},
      {"to_matrix", {wide(), whole(3), whole(2)}},
      {"to_matrix", {reals({1, 2, 3, 4}), whole(2), whole(2), whole(0)}},
      {"to_matrix", {wide(), whole(3), whole(2), whole(0)}},
      {"to_matrix", {wide(), whole(3), whole(2), whole(1)}},
      {"append_col", {wide(), vec({7, 8})}},
      {"append_col", {vec({7, 8}), vec({1, 2})}},
      {"append_col", {real(1), row({1, 2})}},
      {"append_col", {row({1, 2}), row({1})}},
      {"append_row", {wide(), row({7, 8, 9})}},
      {"append_row", {row({7, 8, 9}), wide()}},
      {"append_row", {wide(), square3()}},
      {"append_row", {vec({7, 8}), vec({1})}},
      {"append_row", {vec({7, 8}), real(1)}},
      {"block", {square3(), whole(2), whole(1), whole(2), whole(3)}},
      {"sub_col", {square3(), whole(2), whole(1), whole(2)}},
      {"sub_row", {square3(), whole(2), whole(1), whole(2)}},
      {"col", {wide(), whole(2)}},
      {"row", {wide(), whole(2)}},
      {"diagonal", {wide()}},
      {"diag_matrix", {x}},
      {"add_diag", {tall(), real(2)}},
      {"add_diag", {square3(), x}},
      {"symmetrize_from_lower_tri", {square3()}},
      {"transpose", {wide()}},
      {"transpose", {x}},
  };
}

std::vector<SymbolCase> algebra_cases() {
  const Value x = vec({0.4, -1.2, 2.0});
  std::vector<SymbolCase> cases{
      {"columns_dot_product", {wide(), wide()}},
      {"columns_dot_product", {x, x}},
      {"rows_dot_product", {wide(), wide()}},
      {"rows_dot_product", {row({1, 2}), row({3, 4})}},
      {"columns_dot_self", {wide()}},
      {"columns_dot_self", {x}},
      {"rows_dot_self", {wide()}},
      {"tcrossprod", {wide()}},
      {"crossprod", {wide()}},
      {"multiply_lower_tri_self_transpose", {square3()}},
      {"multiply_lower_tri_self_transpose", {tall()}},
      {"multiply_lower_tri_self_transpose", {wide()}},
      {"diag_pre_multiply", {vec({1, 2}), wide()}},
      {"diag_post_multiply", {tall(), row({1, 2})}},
      {"quad_form", {square3(), x}},
      {"quad_form", {square3(), tall()}},
      {"quad_form_sym", {spd(), x}},
      {"quad_form_sym", {spd(), tall()}},
      {"quad_form_diag", {square3(), x}},
      {"trace_quad_form", {square3(), tall()}},
      {"trace_quad_form", {square3(), x}},
      {"trace_gen_quad_form", {mat(2, 2, {1, 2, 3, 4}), square3(), tall()}},
      {"trace", {square3()}},
      {"matrix_power", {square3(), whole(0)}},
      {"matrix_power", {square3(), whole(5)}},
      {"matrix_power", {square3(), whole(4)}},
      {"softmax", {x}},
      {"log_softmax", {x}},
      {"mdivide_left", {square3(), x}},
      {"mdivide_left", {square3(), tall()}},
      {"mdivide_left_tri_low", {square3(), tall()}},
      {"mdivide_left_tri_low", {square3(), x}},
      {"mdivide_left_spd", {spd(), tall()}},
      {"mdivide_right", {wide(), square3()}},
      {"mdivide_right", {row({1, 2, 3}), square3()}},
      {"mdivide_right_tri_low", {wide(), square3()}},
      {"mdivide_right_tri_low", {row({1, 2, 3}), square3()}},
      {"mdivide_right_spd", {wide(), spd()}},
      {"mdivide_right_spd", {row({1, 2, 3}), spd()}},
      {"inverse", {square3()}},
      {"inverse_spd", {spd()}},
      {"chol2inv", {square3()}},
      {"cholesky_decompose", {spd()}},
      {"determinant", {square3()}},
      {"log_determinant", {square3()}},
      {"log_determinant_spd", {spd()}},
      {"eigenvalues_sym", {spd()}},
      {"eigenvectors_sym", {spd()}},
      {"singular_values", {wide()}},
      {"singular_values", {tall()}},
      {"qr_thin_Q", {tall()}},
      {"qr_thin_R", {tall()}},
      {"qr_Q", {square3()}},
      {"qr_R", {square3()}},
      {"qr_thin_Q", {wide()}},
      {"qr_thin_R", {wide()}},
      {"qr_Q", {wide()}},
      {"qr_R", {wide()}},
      {"qr_Q", {tall()}},
      {"qr_R", {tall()}},
      {"svd_U", {square3()}},
      {"svd_U", {wide()}},
      {"svd_U", {tall()}},
      {"svd_V", {square3()}},
      {"svd_V", {wide()}},
      {"svd_V", {tall()}},
      {"hypergeometric_2F1", {real(0.7), real(1.3), real(2.4), real(0.4)}},
      {"hypergeometric_2F1", {real(0.7), real(1.3), real(2.4), real(-3.1)}},
      {"hypergeometric_2F1", {real(-2.0), real(1.3), real(2.4), real(0.6)}},
      {"hypergeometric_3F2", {vec({0.7, 1.3, 0.4}), vec({2.4, 1.1}), real(-0.6)}},
      {"hypergeometric_pFq", {row({0.7, -3.0}), vec({2.4, 1.1, 0.3}), real(1.6)}},
      {"hypergeometric_pFq", {reals({0.7}), reals({2.4}), real(0.0)}},
      {"generalized_inverse", {tall()}},
      {"generalized_inverse", {wide()}},
      {"matrix_exp", {square3()}},
      {"matrix_exp_multiply", {square3(), tall()}},
      {"scale_matrix_exp_multiply", {real(0.7), square3(), tall()}},
      {"csr_to_dense_matrix",
       {whole(2), whole(3), vec({1, 2, 3}), ints({1, 3, 2}), ints({1, 3, 4})}},
      {"csr_matrix_times_vector",
       {whole(2), whole(3), vec({1, 2, 3}), ints({1, 3, 2}), ints({1, 3, 4}), x}},
      {"hmm_marginal",
       {mat(2, 3, {-0.3, -1, -2, -0.1, -0.7, -0.6}), mat(2, 2, {1, 0.3, 0, 0.7}), vec({0.4, 0.6})}},
  };
  for (const char* name : {"add", "subtract", "elt_multiply", "elt_divide"}) {
    cases.push_back({name, {x, vec({1.5, 2.5, -0.5})}});
  }
  cases.push_back({"multiply", {wide(), x}});
  cases.push_back({"divide", {x, real(2)}});
  for (const char* name : {"logical_eq", "logical_neq", "logical_lt", "logical_lte", "logical_gt",
                           "logical_gte", "logical_and", "logical_or"}) {
    cases.push_back({name, {real(1), real(2)}, false});
  }
  return cases;
}

std::vector<SymbolCase> covariance_cases() {
  const Value x = reals({0.1, 1.2, 2.5});
  const Value y = reals({0.3, 1.9});
  const Value a = real(1.3);
  const Value l = real(0.8);
  std::vector<SymbolCase> cases;
  for (const char* name :
       {"gp_exp_quad_cov", "gp_exponential_cov", "gp_matern32_cov", "gp_matern52_cov"}) {
    cases.push_back({name, {x, a, l}});
    cases.push_back({name, {x, y, a, l}});
    cases.push_back({name, {points(), a, l}});
    cases.push_back({name, {points(), other_points(), a, l}});
    cases.push_back({name, {points(), a, reals({0.8, 1.7})}});
    cases.push_back({name, {points(), other_points(), a, reals({0.8, 1.7})}});
  }
  cases.push_back({"cov_exp_quad", {points(), a, l}});
  cases.push_back({"gp_periodic_cov", {x, y, a, l, real(1.7)}});
  cases.push_back({"gp_periodic_cov", {points(), a, l, real(1.7)}});
  cases.push_back({"gp_dot_prod_cov", {x, y, a}});
  cases.push_back({"gp_dot_prod_cov", {points(), other_points(), a}});
  return cases;
}

std::vector<SymbolCase> transform_cases() {
  const Value pairs = array(Base::kVector, 1, {2, 3}, {0.1, 0.4, 0.5, 1.2, 0.9, 2.5});
  const Value shares = array(Base::kVector, 1, {2, 2}, {0.3, 0.6, 0.7, 0.4});
  std::vector<SymbolCase> cases{
      {"lower_bound_constrain", {vec({0.3, -1.2}), real(0.7)}},
      {"lower_bound_unconstrain", {vec({1.3, 2.2}), vec({0.7, 0.1})}},
      {"upper_bound_constrain", {vec({0.3, -1.2}), real(0.7)}},
      {"upper_bound_unconstrain", {real(0.3), real(0.7)}},
      {"lower_upper_bound_constrain", {wide(), real(-0.4), real(1.7)}},
      {"lower_upper_bound_unconstrain", {vec({0.3, 1.1}), real(-0.4), real(1.7)}},
      {"offset_multiplier_constrain", {vec({0.3, -1.2}), real(0.7), real(1.3)}},
      {"offset_multiplier_unconstrain", {vec({0.3, -1.2}), real(0.7), real(1.3)}},
      {"simplex_unconstrain", {shares}},
      {"stochastic_row_unconstrain", {mat(2, 2, {0.3, 0.6, 0.7, 0.4})}},
      {"stochastic_column_constrain", {wide()}},
      {"stochastic_column_unconstrain", {mat(2, 2, {0.3, 0.7, 0.6, 0.4})}},
      {"stochastic_row_constrain", {wide()}},
      {"sum_to_zero_constrain", {pairs}},
      {"sum_to_zero_constrain", {wide()}},
      {"sum_to_zero_unconstrain", {pairs}},
      {"sum_to_zero_unconstrain", {square3()}},
      {"cholesky_factor_corr_constrain", {vec({0.3, -0.2, 0.5}), whole(3)}},
      {"cholesky_factor_cov_constrain", {vec({0.3, -0.2, 0.5, 1, 2}), whole(3), whole(2)}},
      {"corr_matrix_constrain", {vec({0.3, -0.2, 0.5}), whole(3)}},
      {"cov_matrix_constrain", {vec({0.3, -0.2, 0.5}), whole(2)}},
  };
  for (const char* name : {"simplex_constrain", "ordered_constrain", "ordered_unconstrain",
                           "positive_ordered_constrain", "positive_ordered_unconstrain",
                           "unit_vector_constrain", "unit_vector_unconstrain"}) {
    cases.push_back({name, {pairs}});
  }
  return cases;
}

}  // namespace

std::vector<SymbolCase> symbol_cases() {
  std::vector<SymbolCase> cases;
  for (const auto& group : {unary_cases(), binary_cases(), reduction_cases(), container_cases(),
                            algebra_cases(), covariance_cases(), transform_cases()}) {
    cases.insert(cases.end(), group.begin(), group.end());
  }
  return cases;
}

}  // namespace autumn::trace
