// This file has the phrases of sums, products, slices, reductions and solves.
#include "laws/phrases.h"

namespace autumn::laws {
namespace {

// clang-format off: a table
constexpr Phrase kPhrases[] = {
    // Operators, and cancellation.
    {'r', "$r + $r"}, {'r', "$r - $r"}, {'r', "$r * $r"}, {'r', "$r / $p"}, {'r', "-$r"},
    {'r', "$r + $r * $r - $r"}, {'r', "0.3 * a - 0.1 * a - 0.2 * a"}, {'r', "a + b * c - a"},
    {'r', "0 * $r + $r"}, {'r', "($r + $r) * $p"}, {'r', "$r ^ 2"},
    {'r', "1.0 * ($r > $r && $r < 1)"}, {'r', "1.0 * (!($r > 0) || $r > 1)"},
    {'v', "$v + $v"}, {'v', "$v - $v"}, {'v', "$r + $v"}, {'v', "$r * $v"}, {'v', "$v / $p"},
    {'v', "$v .* $v"}, {'v', "$v ./ $q"}, {'v', "-$v"}, {'v', "$m * $v"}, {'v', "($w * $m)'"},
    {'v', "$m * ($m * $v)"}, {'v', "$m * $m[, 1]"}, {'v', "diag_matrix($v) * $v"}, {'v', "$m \\ $v"},
    {'v', "($w / $m)'"}, {'v', "$v .^ 2"}, {'v', "$v - $v"}, {'v', "X0 * $v"}, {'v', "$m * v"},
    {'w', "$v'"}, {'w', "$w * $m"}, {'w', "$w - $w"}, {'r', "$w * $v"}, {'m', "$v * $w"}, {'m', "$m * $m"},
    {'m', "$v * $v'"}, {'m', "u * u'"}, {'m', "$m + $m"}, {'m', "$m - $m"}, {'m', "$m .* $m"}, {'m', "$m'"},
    {'m', "$r * $m"}, {'m', "A * A"}, {'m', "A * B"}, {'m', "X * $m"}, {'m', "$m / $S"},
    // Indices, repeated and aliased.
    {'r', "$v[1]"}, {'r', "$v[#]"}, {'r', "$m[1, 2]"}, {'r', "$v[1] - $v[2]"}, {'r', "$e[2]"},
    {'r', "u[1] * u[1]"}, {'r', "u[1] * u[2]"}, {'r', "$V[2][1]"}, {'v', "$m[, 1]"}, {'w', "$m[2]"},
    {'v', "$v[g]"}, {'v', "u[g] - u[h]"}, {'v', "u[h] + v[g]"}, {'v', "$v[sort_indices_asc(x)]"},
    {'v', "append_row($v[1:1], $v[2:])"}, {'m', "$m[, g]"}, {'m', "$m[g]"}, {'m', "$m[g, h]"},
    {'v', "[$r, $r]'"}, {'v', "$V[1]"}, {'V', "{$v, $v}"}, {'e', "{$r, $r}"}, {'m', "[[$r, $r], [$r, $r]]"},
    // Operators by name.
    {'r', "add($r, $r)"}, {'r', "subtract($r, $r)"}, {'r', "multiply($r, $r)"}, {'r', "divide($r, $p)"},
    {'v', "elt_multiply($v, $v)"}, {'v', "elt_divide($v, $q)"}, {'v', "minus($v)"}, {'v', "plus($v)"},
    {'v', "add($v, $v)"}, {'v', "subtract($v, $r)"}, {'m', "multiply($m, $m)"}, {'v', "divide($v, $p)"},
    {'r', "multiply($w, $v)"}, {'m', "multiply($v, $w)"}, {'v', "fma($v, $r, $v)"},
    {'v', "mdivide_left($m, $v)"}, {'m', "mdivide_left($m, $m)"}, {'w', "mdivide_right($w, $m)"},
    {'v', "mdivide_left_spd($S, $v)"}, {'v', "mdivide_left_tri_low($L, $v)"},
    {'w', "mdivide_right_spd($w, $S)"}, {'w', "mdivide_right_tri_low($w, $L)"},
    {'r', "1.0 * logical_eq($r, $r)"}, {'r', "1.0 * logical_neq($r, $r)"}, {'r', "1.0 * logical_lt($r, $r)"},
    {'r', "1.0 * logical_lte($r, $r)"}, {'r', "1.0 * logical_gt($r, $r)"}, {'r', "1.0 * logical_gte($r, $r)"},
    {'r', "1.0 * logical_and($r > 0.31, $r)"}, {'r', "1.0 * logical_or($r > 0.31, $r)"}, {'r', "1.0 * logical_negation($r > 0.31)"},
    // Reductions.
    {'r', "sum($v)"}, {'r', "prod($v)"}, {'r', "min($v)"}, {'r', "max($v)"}, {'r', "mean($v)"}, {'r', "sd($v)"},
    {'r', "variance($v)"}, {'r', "log_sum_exp($v)"}, {'r', "sum($m)"}, {'r', "log_sum_exp($m)"}, {'r', "norm1($v)"},
    {'r', "norm2($v)"}, {'r', "dot_self($v)"}, {'r', "dot_product($v, $v)"}, {'r', "dot_product(u, u)"},
    {'r', "distance($v, $v)"}, {'r', "squared_distance($v, $v)"}, {'r', "dot_product($e, $e)"},
    // Sizes and shapes.
    {'r', "dims($m)[1] * $r"}, {'r', "size($v) * $r"}, {'r', "num_elements($m) * $r"}, {'r', "rows($m) * $r"},
    {'r', "cols($m) * $r"}, {'r', "sum(append_array($e, $e))"}, {'v', "reverse($v)"}, {'v', "head($v, #)"},
    {'r', "sum(head($v, 1))"}, {'v', "tail($v, #)"}, {'r', "sum(tail($v, 1))"}, {'r', "sum(segment($v, 1, 1))"},
    {'V', "rep_array($v, 2)"}, {'e', "rep_array($r, #)"}, {'v', "rep_vector($r, #)"}, {'w', "rep_row_vector($r, #)"},
    {'m', "rep_matrix($r, #, #)"}, {'m', "rep_matrix($v, #)"}, {'m', "rep_matrix($w, #)"}, {'v', "sort_asc($v)"},
    {'v', "sort_desc($v)"}, {'v', "cumulative_sum($v)"}, {'v', "cumulative_sum(cumulative_sum($v))"},
    // Making and cutting.
    {'r', "sum(append_col($v, $m))"}, {'r', "sum(append_col($m, $m))"}, {'r', "sum(append_row($v, $v))"},
    {'T', "append_row($m, $w)"}, {'r', "append_row($r, $v)[2]"}, {'r', "append_col($r, $w)[1]"},
    {'r', "sum(block($m, 1, 1, 2, 1))"}, {'v', "col($m, 2)"}, {'w', "row($m, 1)"}, {'v', "sub_col($m, 1, 2, #)"},
    {'w', "sub_row($m, 2, 1, #)"}, {'v', "diagonal($m)"}, {'m', "diag_matrix($v)"}, {'m', "add_diag($m, $r)"},
    {'m', "add_diag($m, $v)"}, {'v', "to_vector($w)"}, {'r', "sum(to_vector($m)[2:3])"}, {'w', "to_row_vector($v)"},
    {'r', "to_matrix($v)[2, 1]"}, {'m', "to_matrix(to_vector($m), #, #)"}, {'m', "to_matrix(to_vector($m), #, #, 0)"},
    {'m', "to_matrix($m)"}, {'e', "to_array_1d($v)"}, {'r', "to_array_2d($m)[1, 2]"}, {'v', "to_vector($e)"},
    {'w', "transpose($v)"}, {'m', "transpose($m)"}, {'v', "to_vector(to_array_1d($m)[1:#])"},
    // Algebra.
    {'m', "crossprod($m)"}, {'m', "tcrossprod($m)"}, {'m', "multiply_lower_tri_self_transpose($m)"},
    {'m', "symmetrize_from_lower_tri($m)"}, {'m', "inverse($m)"}, {'S', "inverse_spd($S)"},
    {'r', "sum(generalized_inverse($T))"}, {'m', "chol2inv($L)"}, {'L', "cholesky_decompose($S)"},
    {'m', "matrix_exp(0.1 * $m)"}, {'m', "eigenvectors_sym($S)"}, {'r', "sum(qr_Q($m))"}, {'r', "sum(qr_R($m))"},
    {'r', "sum(qr_thin_Q($T))"}, {'m', "qr_thin_R($T)"}, {'v', "eigenvalues_sym($S)"}, {'v', "singular_values($T)"},
    {'r', "determinant($m)"}, {'r', "log_determinant($m)"}, {'r', "log_determinant_spd($S)"}, {'r', "trace($m)"},
    {'m', "matrix_power($m, 2)"}, {'m', "matrix_power($m, 3)"}, {'m', "matrix_exp_multiply(0.1 * $m, $m)"},
    {'m', "scale_matrix_exp_multiply($r, 0.1 * $m, $m)"}, {'m', "diag_pre_multiply($v, $m)"},
    {'v', "diag_pre_multiply($q, $L) * $v"}, {'m', "diag_post_multiply($m, $v)"}, {'m', "quad_form_diag($m, $v)"},
    {'r', "quad_form($m, $v)"}, {'m', "quad_form($m, $m)"}, {'r', "quad_form_sym($S, $v)"},
    {'m', "quad_form_sym($S, $m)"}, {'r', "trace_quad_form($m, $v)"}, {'r', "trace_quad_form($m, $m)"},
    {'r', "trace_gen_quad_form($m, $m, $m)"}, {'w', "columns_dot_product($m, $m)"}, {'v', "rows_dot_product($m, $m)"},
    {'v', "rows_dot_product($v, $v)"}, {'w', "columns_dot_self($m)"}, {'v', "rows_dot_self($m)"},
    {'v', "rows_dot_product(X, rep_matrix($w, #))"}, {'f', "softmax($v)"}, {'v', "log_softmax($v)"},
    {'v', "csr_matrix_times_vector(#, #, x, g, linspaced_int_array(# + 1, 1, # + 1), $v)"},
    {'m', "csr_to_dense_matrix(#, #, $v, g, linspaced_int_array(# + 1, 1, # + 1))"},
    // Covariance functions, hidden Markov models, functions of functions.
    {'S', "add_diag(gp_exp_quad_cov($e, $p, $p), 0.1)"}, {'S', "add_diag(gp_matern32_cov($e, $p, $p), 0.1)"},
    {'S', "add_diag(gp_matern52_cov($e, $p, $p), 0.1)"}, {'S', "add_diag(gp_exponential_cov($e, $p, $p), 0.1)"},
    {'S', "add_diag(gp_dot_prod_cov($e, $p), 0.1)"}, {'S', "add_diag(gp_periodic_cov($e, $p, $p, $p), 0.1)"},
    {'m', "gp_exp_quad_cov($e, $e, $p, $p)"}, {'r', "sum(gp_exp_quad_cov($V, $p, $p))"},
    {'S', "add_diag(cov_exp_quad($e, $p, $p), 0.1)"},
    {'r', "hmm_marginal($m, rep_matrix($f', #), $f)"},
    {'r', "reduce_sum(part, $e, 1, $r)"}, {'r', "reduce_sum_static(part, $e, 1, $r)"},
    // Transforms of constrained variables.
    {'p', "lower_bound_constrain($r, 0)"}, {'r', "lower_bound_unconstrain(1 + $p, 1)"},
    {'r', "upper_bound_constrain($r, $r)"}, {'r', "upper_bound_unconstrain(-$p, 0)"},
    {'u', "lower_upper_bound_constrain($r, 0, 1)"}, {'r', "lower_upper_bound_unconstrain($u, 0, 1)"},
    {'v', "offset_multiplier_constrain($v, $r, $p)"}, {'v', "offset_multiplier_unconstrain($v, $r, $p)"},
    {'o', "ordered_constrain($v)"}, {'v', "ordered_unconstrain($o)"}, {'q', "positive_ordered_constrain($v)"},
    {'v', "positive_ordered_unconstrain(positive_ordered_constrain($v))"}, {'r', "simplex_constrain($v)[1]"},
    {'r', "simplex_unconstrain($f)[1]"}, {'v', "unit_vector_constrain($v)"},
    {'v', "unit_vector_unconstrain(unit_vector_constrain($v))"}, {'r', "sum_to_zero_constrain($v)[1]"},
    {'r', "sum_to_zero_unconstrain(sum_to_zero_constrain($v))[1]"}, {'r', "sum(sum_to_zero_constrain($m)[1])"},
    {'r', "stochastic_column_constrain($m)[1, 1]"}, {'r', "stochastic_row_constrain($m)[1, 1]"},
    {'r', "stochastic_column_unconstrain(stochastic_column_constrain($m))[1, 1]"},
    {'r', "stochastic_row_unconstrain(stochastic_row_constrain($m))[1, 1]"},
    {'m', "cholesky_factor_corr_constrain(to_vector($m)[1 : (# * (# - 1)) %/% 2], #)"},
    {'m', "cholesky_factor_cov_constrain(to_vector($m)[1 : (# * (# + 1)) %/% 2], #, #)"},
    {'m', "corr_matrix_constrain(to_vector($m)[1 : (# * (# - 1)) %/% 2], #)"},
    {'m', "cov_matrix_constrain(to_vector($m)[1 : (# * (# + 1)) %/% 2], #)"},
};
// clang-format on

}  // namespace

std::span<const Phrase> algebra_phrases() {
  return kPhrases;
}

}  // namespace autumn::laws
