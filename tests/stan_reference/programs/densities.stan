// Continuous distributions, one variable or vector each.
data {
  int<lower=0> N;
  vector<lower=0>[N] y;
  vector<lower=0, upper=1>[N] p;
  vector[N] r;
}
parameters {
  vector<lower=0>[16] s;
  vector[6] m;
  vector<lower=-pi(), upper=pi()>[2] angle;
  real<lower=0, upper=1> q;
  real<lower=1> tail;
}
model {
  s[1] ~ chi_square(3);
  s[2] ~ inv_chi_square(4);
  s[3] ~ scaled_inv_chi_square(5, 1.2);
  s[4] ~ frechet(2.5, 1.1);
  s[5] ~ rayleigh(0.8);
  s[6] ~ weibull(1.7, 1.3);
  s[7] ~ inv_gamma(3, 2);
  s[8] ~ loglogistic(1.5, 2);
  s[9] ~ lognormal(0, 1);
  s[10] ~ gamma(2, 3);
  s[11:16] ~ exponential(1);
  tail ~ pareto(1, 2.5);
  m[1] ~ skew_normal(0, 1, 2);
  m[2] ~ exp_mod_normal(0, 1, 0.7);
  m[3] ~ double_exponential(0.3, 1);
  m[4] ~ gumbel(0, 1.2);
  m[5] ~ logistic(0, 0.9);
  m[6] ~ student_t(3, 0, 1);
  angle ~ von_mises(0.5, 1.5);
  q ~ uniform(0, 1);
  y ~ gamma(s[1], s[2]);
  y ~ inv_gamma(s[3], s[4]);
  y ~ weibull(s[5], s[6]);
  y ~ lognormal(m[1], s[7]);
  y ~ frechet(s[8], s[9]);
  y ~ chi_square(s[10]);
  y ~ exponential(s[11]);
  y ~ rayleigh(s[12]);
  y ~ scaled_inv_chi_square(s[13], s[14]);
  y ~ inv_chi_square(s[15]);
  y ~ pareto(0.1, s[16]);
  p ~ beta(s[1], s[2]);
  p ~ beta_proportion(q, s[3]);
  r ~ skew_normal(m[1], s[4], m[2]);
  r ~ exp_mod_normal(m[2], s[5], s[6]);
  r ~ double_exponential(m[3], s[7]);
  r ~ gumbel(m[4], s[8]);
  r ~ logistic(m[5], s[9]);
  r ~ student_t(s[10], m[6], s[11]);
  r ~ cauchy(m[1], s[12]);
  r ~ von_mises(angle[1], s[13]);
  r ~ uniform(-3 - s[14], 3 + s[15]);
}
