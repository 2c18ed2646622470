// Fifty rows at 19 places: an exact Gaussian process, its Cholesky factor taken within a function.
functions {
  vector process(array[] real x, real sd_gp, real length, vector z) {
    matrix[size(x), size(x)] K = gp_exp_quad_cov(x, sd_gp, length);
    for (k in 1 : size(x)) K[k, k] = K[k, k] + 1e-12;
    return cholesky_decompose(K) * z;
  }
}
data {
  int<lower=1> N;
  vector[N] y;
  int<lower=1> P;
  array[P] real place;
  array[N] int<lower=1, upper=P> at;
}
parameters {
  real Intercept;
  real<lower=0> sd_gp;
  real<lower=0> length;
  vector[P] z;
  real<lower=0> sigma;
}
model {
  vector[P] f = process(place, sd_gp, length, z);
  Intercept ~ student_t(3, 36, 22);
  sd_gp ~ student_t(3, 0, 22);
  length ~ inv_gamma(1.5, 0.06);
  z ~ std_normal();
  sigma ~ student_t(3, 0, 22);
  y ~ normal(Intercept + f[at], sigma);
}
