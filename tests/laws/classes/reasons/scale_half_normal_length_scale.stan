// no prior on the whole line, cut off or not, would help: the scale of a normal is what has no conjugate form with it
// reason s: scale|standard deviation|\bsd\b|spread|sigma|covarian
// no reason s: whole line
data {
  vector[3] y;
}
parameters {
  real<lower=0> s;
}
model {
  s ~ normal(0, 1);
  y ~ multi_normal(rep_vector(0, 3), add_diag(gp_exp_quad_cov({1.0, 2.0, 3.0}, 1.0, s), 0.1));
}
