// Three recipes at six temperatures, with interactions, and 45 groups that are not centred.
data {
  int<lower=1> N;
  int<lower=1> K;
  matrix[N, K] X;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> group;
  vector[N] y;
}
transformed data {
  matrix[N, K] centred;
  for (k in 1 : K) centred[ : , k] = X[ : , k] - mean(X[ : , k]);
}
parameters {
  vector[K] b;
  real Intercept;
  real<lower=0> sigma;
  real<lower=0> sd_group;
  vector[J] z;
}
transformed parameters {
  vector[J] r = sd_group * z;
}
model {
  vector[N] mu = rep_vector(0, N);
  mu += Intercept;
  for (n in 1 : N) mu[n] += r[group[n]];
  Intercept ~ student_t(3, 31, 8.9);
  sigma ~ student_t(3, 0, 8.9);
  sd_group ~ student_t(3, 0, 8.9);
  z ~ std_normal();
  y ~ normal_id_glm(centred, mu, b, sigma);
}
