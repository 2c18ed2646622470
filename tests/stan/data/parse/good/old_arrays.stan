functions {
  real total(real[] x, int[,] n, vector[] v) {
    real s = 0;
    for (i in 1:size(x)) s += x[i] * n[i, 1] + sum(v[i]);
    return s;
  }
  real[] ode(real t, real[] y, real[] theta, real[] x_r, int[] x_i) {
    real dydt[2];
    dydt[1] = y[2];
    dydt[2] = -y[1] - theta[1] * y[2];
    return dydt;
  }
}
data {
  int<lower=1> T;
  real y[T, 2];
  int<lower=0, upper=1> z[T];
  vector<lower=-1>[3] v[T, 2];
}
parameters {
  real<lower=0> sigma[2];
  simplex[3] pi_[T];
  matrix<upper=10>[2, 2] m[2];
}
model {
  real local[T] = to_array_1d(y[, 1]);
  local ~ normal(0, sigma[1]);
}
