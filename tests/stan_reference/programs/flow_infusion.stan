// An infusion whose end is a parameter: rising before, falling after; both vectorised by a mask.
data {
  int<lower=0> N;
  vector[N] time;
  vector[N] y;
}
parameters {
  real<lower=0, upper=3> stop;
  real<lower=0> k;
  real<lower=0> rate;
}
transformed parameters {
  vector<lower=0>[N] level;
  for (n in 1:N) {
    level[n] = rate / k * (1 - exp(-k * fmin(time[n], stop)));
    if (time[n] > stop) {
      level[n] *= exp(-k * (time[n] - stop));
    }
  }
}
model {
  stop ~ normal(1.5, 0.5);
  k ~ gamma(3, 3);
  rate ~ gamma(3, 2);
  y ~ normal(level, 0.2);
}
