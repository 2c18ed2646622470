// Two change points of a Poisson rate, ordered, by a chain of else-ifs.
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
}
parameters {
  ordered[2] s;
  vector[3] log_rate;
}
model {
  log_rate ~ normal(1, 1);
  s ~ normal(5, 4);
  for (n in 1:N) {
    real place = n - 5.5;
    if (place < 2 * s[1])
      y[n] ~ poisson_log(log_rate[1]);
    else if (place < 2 * s[2])
      y[n] ~ poisson_log(log_rate[2]);
    else
      y[n] ~ poisson_log(log_rate[3]);
  }
}
