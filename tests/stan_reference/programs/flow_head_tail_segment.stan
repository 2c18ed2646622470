// Functions with sizes and places that are computed: head, tail, segment, append, rep, block, cumulative sums.
data {
  vector[6] y;
}
parameters {
  vector[6] x;
  matrix[4, 4] m;
  real c;
}
model {
  int k = 1;
  x ~ normal(0, 1);
  to_vector(m) ~ normal(0, 1);
  c ~ normal(0, 1);
  while (k < 4 && x[k] < c) k += 1;
  y ~ normal(append_row(head(x, k), tail(x, 6 - k) * c), 1);
  target += -dot_self(segment(x, k, 2)) - sum(block(m, 1, 1, k, 2)) - sum(sub_col(m, 1, k, 2));
  target += 0.1 * sum(cumulative_sum(rep_vector(c, k))) - trace(m[1:k, 1:k]);
  target += sum(m[k]) * mean(x[linspaced_int_array(k, 1, k)]);
  target += -log_determinant_spd(tcrossprod(m[1:k]) + identity_matrix(k));
}
