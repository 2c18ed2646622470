// Hidden states as integers, decided by thresholds of a latent walk, kept in an array of ints.
data {
  int T;
  vector[T] y;
}
parameters {
  vector[T] z;
  vector[3] level;
  ordered[2] cut;
  real<lower=0> sigma;
}
model {
  array[T] int state;
  array[3] int visits = rep_array(0, 3);
  z[1] ~ normal(0, 1);
  z[2:T] ~ normal(z[1:(T - 1)], 0.7);
  level ~ normal(0, 1);
  cut ~ normal(0, 1);
  sigma ~ exponential(1);
  for (t in 1:T) {
    state[t] = z[t] < cut[1] ? 1 : z[t] < cut[2] ? 2 : 3;
    visits[state[t]] += 1;
  }
  y ~ normal(level[state], sigma);
  for (k in 1:3) if (visits[k] == 0) target += -0.5 * square(level[k]);
  target += 0.1 * max(visits) + 0.01 * sum(visits[1:2]);
}
