// Recurrences: an AR(2) on data, an ARMA with errors that feed back, a GARCH and a random walk.
data {
  int<lower=3> T;
  vector[T] y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=-1, upper=1> theta;
  real<lower=0> sigma;
  real<lower=0> a0;
  real<lower=0, upper=1> a1;
  real<lower=0, upper=1 - a1> b1;
  vector[T] level;
  vector[2] ar;
}
transformed parameters {
  array[T] real<lower=0> h;
  h[1] = sigma;
  for (t in 2:T) {
    h[t] = sqrt(a0 + a1 * pow(y[t - 1] - mu, 2) + b1 * h[t - 1] ^ 2);
  }
}
model {
  vector[T] nu;
  vector[T] err;
  nu[1] = mu + phi * mu;
  err[1] = y[1] - nu[1];
  for (t in 2:T) {
    nu[t] = mu + phi * y[t - 1] + theta * err[t - 1];
    err[t] = y[t] - nu[t];
  }
  mu ~ normal(0, 10);
  phi ~ normal(0, 2);
  theta ~ normal(0, 2);
  sigma ~ cauchy(0, 5);
  a0 ~ gamma(2, 2);
  ar ~ normal(0, 1);
  err ~ normal(0, sigma);
  y ~ normal(mu, h);
  for (t in 3:T) {
    real m = mu;
    for (k in 1:2) {
      m += ar[k] * y[t - k];
    }
    y[t] ~ normal(m, sigma);
  }
  level[1] ~ normal(0, 1);
  level[2:T] ~ normal(level[1:(T - 1)], sigma);
  y ~ student_t(4, level, 0.7);
}
