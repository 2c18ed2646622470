// A homoscedastic curve by 20 basis functions of a Gaussian process, and five coefficients with flat priors.
functions {
  vector weights(vector eigenvalue, real sd_gp, real length) {
    return sd_gp * sqrt(sqrt(2 * pi()) * length) * exp(-0.25 * square(length) * eigenvalue);
  }
}
data {
  int<lower=1> N;
  vector[N] y;
  int<lower=1> K;
  matrix[N, K] X;
  int<lower=1> M;
  matrix[N, M] B;
  vector[M] eigenvalue;
}
parameters {
  vector[K] b;
  real Intercept;
  real<lower=0> sd_gp;
  real<lower=0> length;
  vector[M] z;
  real<lower=0> sigma;
}
model {
  vector[N] mu = Intercept + X * b + B * (weights(eigenvalue, sd_gp, length) .* z);
  Intercept ~ student_t(3, 0, 2.5);
  sd_gp ~ student_t(3, 0, 2.5);
  length ~ inv_gamma(1.5, 0.06);
  z ~ std_normal();
  sigma ~ student_t(3, 0, 2.5);
  y ~ normal(mu, sigma);
}
