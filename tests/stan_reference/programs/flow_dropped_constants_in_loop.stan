// A different distribution for every side of a threshold: normal, student, logistic, double exponential.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real mu;
  real<lower=0> sigma;
  real cut;
}
model {
  mu ~ normal(0, 1);
  sigma ~ inv_gamma(2, 1);
  cut ~ normal(0.5, 1);
  for (n in 1:N) {
    if (y[n] > cut) {
      if (sigma > 1) y[n] ~ normal(mu, 3);
      else y[n] ~ student_t(3, mu, 2);
    } else {
      if (mu > 0) y[n] ~ logistic(mu, 1.5);
      else y[n] ~ double_exponential(mu, 0.7);
    }
  }
}
