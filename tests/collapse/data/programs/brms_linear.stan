// A program of brms: priors collected in lprior, a half Student t with its normaliser.
// dimension: 7 -> 2
// kept: sd_1, sigma
transformed data {
  int prior_only = 0;
  matrix[5, 2] Xc = [[0.5, 2], [-0.5, 1], [1.5, 0], [2, -1], [0.3, 0.4]];
  vector[5] Y = [1, 2, 0.3, 4, 1]';
  array[5] int J_1 = {1, 1, 2, 2, 2};
  vector[5] Z_1_1 = [1, 1, 1, 1, 1]';
}
parameters { vector[2] b; real Intercept; real<lower=0> sigma; vector<lower=0>[1] sd_1; array[1] vector[2] z_1; }
transformed parameters {
  vector[2] r_1_1;
  real lprior = 0;
  r_1_1 = (sd_1[1] * (z_1[1]));
  lprior += normal_lpdf(Intercept | 1, 2.5);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(sd_1 | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    vector[5] mu = rep_vector(0.0, 5);
    mu += Intercept;
    for (n in 1:5) mu[n] += r_1_1[J_1[n]] * Z_1_1[n];
    target += normal_id_glm_lpdf(Y | Xc, mu, b, sigma);
  }
  target += lprior;
  target += std_normal_lpdf(z_1[1]);
}
generated quantities { real b_Intercept = Intercept - dot_product([0.1, 0.2], b); }
