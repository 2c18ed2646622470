// Linear algebra on parameters: products, solves, determinants, blocks, reshaping and statistics.
data {
  matrix[4, 3] x;
  vector[4] y;
}
parameters {
  matrix[3, 3] a;
  vector[3] b;
  row_vector[3] r;
  vector<lower=0>[3] d;
}
transformed parameters {
  matrix[3, 3] s = tcrossprod(a) + diag_matrix(1 + d);
}
model {
  matrix[3, 3] half = cholesky_decompose(s);
  vector[3] solved = s \ b;
  row_vector[3] other = r / s;
  matrix[6, 3] stacked = append_row(a, half);
  matrix[3, 4] wide = append_col(s, b);
  vector[6] long_ = append_row(b, r');
  target += -0.5 * log_determinant(s) - 0.5 * b' * mdivide_left_spd(s, b);
  target += sum(solved) + other * d - trace(inverse(s)) + log(determinant(s));
  target += -quad_form(s, b) / 50 - 0.01 * trace_quad_form(s, a) - sum(quad_form_sym(s, a)) / 100;
  target += -norm2(stacked[2:5, 2]) - 0.1 * dot_self(to_vector(block(wide, 1, 2, 2, 3)));
  target += log_sum_exp(long_) - 0.2 * variance(long_) + mean(a) - 0.1 * sd(d) + prod(d) / 100;
  target += sum(log_softmax(b)[1:2]) + dot_product(softmax(b), d) - 0.3 * max(softmax(d));
  target += -0.05 * sum(square(cumulative_sum(b))) - 0.1 * squared_distance(b, d) - distance(b, d);
  target += sum(diag_post_multiply(a, d)) / 10 - sum(a .* a) / 4 - sum(a' ./ (1 + s)) / 9;
  target += -0.1 * sum(columns_dot_product(a, s)) - 0.1 * sum(rows_dot_self(a)) + sum(row(a, 2)) - a[2, 3] * col(a, 1)[3];
  target += -sum(square(segment(long_, 2, 3))) / 7 + sum(head(b, 2) .* tail(d, 2)) / 5 + sum(reverse(b) .* d) / 11;
  target += sum(to_matrix(long_, 2, 3) * d) / 13 - sum(to_array_1d(a)) / 17 + sum(sub_col(a, 1, 2, 2)) / 3;
  target += -sum((x * a)[, 1] .* y) / 10 - 0.05 * dot_self(x * b - y) - sum(crossprod(a)) / 100;
  target += -sum(matrix_exp(0.1 * a)) / 10 + multiply_lower_tri_self_transpose(a)[2, 2] / 20;
  target += -mdivide_right_tri_low(r, half) * b / 10 - sum(b * r) / 10 - sum(d ^ 1.5) - sum(d .^ b);
  b ~ normal(0, 1);
  r ~ normal(0, 1);
  d ~ gamma(2, 2);
}
