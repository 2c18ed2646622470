// Three crossed effects, not centred: models/mixed/crossed_three.stan in other words.
data {
  int<lower=0> N;
  int<lower=0> A;
  int<lower=0> B;
  int<lower=0> C;
  array[N] int<lower=1, upper=A> a;
  array[N] int<lower=1, upper=B> b;
  array[N] int<lower=1, upper=C> c;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_a;
  real<lower=0> sd_b;
  real<lower=0> sd_c;
  real<lower=0> sigma;
  vector[A] u;
  vector[B] v;
  vector[C] w;
}
model {
  u ~ std_normal();
  v ~ std_normal();
  w ~ std_normal();
  y ~ normal(beta[1] + beta[2] * x + sd_a * u[a] + sd_b * v[b] + sd_c * w[c], sigma);
}
