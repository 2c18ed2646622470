// Unit vectors, alone and in an array, and an angle seen through sine and cosine.
data {
  int<lower=0> N;
  array[N] vector[3] x;
  array[N] real phase;
}
parameters {
  unit_vector[3] mu;
  real<lower=0> kappa;
  array[2] unit_vector[2] pair;
  real amplitude;
}
transformed parameters {
  real angle = atan2(pair[1][2], pair[1][1]);
}
model {
  kappa ~ gamma(2, 0.5);
  amplitude ~ normal(1, 1);
  for (n in 1:N) {
    target += kappa * dot_product(mu, x[n]) + log(kappa) - log(sinh(kappa));
    phase[n] ~ normal(amplitude * sin(angle + n), 1);
  }
  target += 2 * pair[2, 1] * amplitude - mu[1] * pair[2, 2];
}
