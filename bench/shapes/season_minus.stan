// Quarters by their innovations, with a minus before the last of them.
data {
  int<lower=4> T;
  vector[T] y;
}
parameters {
  vector[3] first;
  vector[T - 3] z;
  real level;
  real<lower=0> tau;
  real<lower=0> sigma;
}
transformed parameters {
  vector[T] season;
  season[1 : 3] = first;
  for (t in 4 : T) {
    season[t] = -season[t - 1] - season[t - 2] - season[t - 3] + tau * z[t - 3];
  }
}
model {
  first ~ normal(0, 1);
  z ~ std_normal();
  level ~ normal(0, 3);
  tau ~ normal(0, 0.5);
  sigma ~ exponential(1);
  y ~ normal(level + season, sigma);
}
