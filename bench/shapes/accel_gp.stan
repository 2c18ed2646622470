// A heteroscedastic curve: 40 basis functions of a Gaussian process in the mean, 20 in the log of the scale.
functions {
  // Roots of the spectral density of a squared exponential kernel at these eigenvalues.
  vector weights(vector eigenvalue, real sd_gp, real length) {
    return sd_gp * sqrt(sqrt(2 * pi()) * length) * exp(-0.25 * square(length) * eigenvalue);
  }
}
data {
  int<lower=1> N;
  vector[N] y;
  int<lower=1> M;
  matrix[N, M] B;
  vector[M] eigenvalue;
  int<lower=1> M_scale;
  matrix[N, M_scale] B_scale;
  vector[M_scale] eigenvalue_scale;
}
parameters {
  real Intercept;
  real<lower=0> sd_gp;
  real<lower=0> length;
  vector[M] z;
  real Intercept_scale;
  real<lower=0> sd_gp_scale;
  real<lower=0> length_scale;
  vector[M_scale] z_scale;
}
model {
  vector[N] mu = Intercept + B * (weights(eigenvalue, sd_gp, length) .* z);
  vector[N] eta = Intercept_scale + B_scale * (weights(eigenvalue_scale, sd_gp_scale, length_scale) .* z_scale);
  y ~ normal(mu, exp(eta));
  Intercept ~ student_t(3, -13, 36);
  sd_gp ~ student_t(3, 0, 36);
  length ~ inv_gamma(1.124909, 0.0177);
  z ~ std_normal();
  Intercept_scale ~ student_t(3, 0, 10);
  sd_gp_scale ~ student_t(3, 0, 36);
  length_scale ~ inv_gamma(1.124909, 0.0177);
  z_scale ~ std_normal();
}
