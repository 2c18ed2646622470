// A heteroscedastic curve by penalised splines: a line and 38 wiggly functions in the mean, and in the log of the scale.
data {
  int<lower=1> N;
  vector[N] y;
  vector[N] x;
  int<lower=1> M;
  matrix[N, M] Z;
}
parameters {
  real Intercept;
  real slope;
  vector[M] z;
  real<lower=0> sd_spline;
  real Intercept_scale;
  real slope_scale;
  vector[M] z_scale;
  real<lower=0> sd_spline_scale;
}
transformed parameters {
  vector[M] s = sd_spline * z;
  vector[M] s_scale = sd_spline_scale * z_scale;
}
model {
  vector[N] mu = Intercept + x * slope + Z * s;
  vector[N] eta = Intercept_scale + x * slope_scale + Z * s_scale;
  y ~ normal(mu, exp(eta));
  Intercept ~ student_t(3, -13, 36);
  z ~ std_normal();
  sd_spline ~ student_t(3, 0, 36);
  Intercept_scale ~ student_t(3, 0, 10);
  z_scale ~ std_normal();
  sd_spline_scale ~ student_t(3, 0, 36);
}
