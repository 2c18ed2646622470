// What is not taken has no value: logarithms, roots and quotients guarded by conditions.
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  for (n in 1:N) {
    real z = a + b * x[n];
    real mu;
    if (z > 0) {
      mu = sqrt(z) + log(z) + z^1.5;
    } else {
      mu = z / (z - 0.1) - log1m(z) - sqrt(-z);
    }
    y[n] ~ normal(mu, 1);
    y[n] ~ normal(z < 0 ? 0 : pow(z, 0.3), 1.5);
  }
}
