// A program of brms with its likelihood switched off.
// dimension: 4 -> 0
// kept:
transformed data {
  int prior_only = 1;
  matrix[4, 2] Xc = [[0.5, 2], [-0.5, 1], [1.5, 0], [2, -1]];
  vector[4] Y = [1, 2, 0.3, 4]';
}
parameters { vector[2] b; real Intercept; real<lower=0> sigma; }
transformed parameters {
  real lprior = 0;
  lprior += normal_lpdf(b | 0, 2);
  lprior += student_t_lpdf(Intercept | 3, 1, 2.5);
  lprior += exponential_lpdf(sigma | 1);
}
model {
  if (!prior_only) target += normal_id_glm_lpdf(Y | Xc, Intercept, b, sigma);
  target += lprior;
}
generated quantities { real b_Intercept = Intercept - dot_product([0.1, 0.2], b); }
