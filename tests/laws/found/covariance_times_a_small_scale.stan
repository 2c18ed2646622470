// A covariance with a scale before it was factored at every point; small scales cost digits.
data {
  int<lower=0> N;
  int<lower=0> G;
  int<lower=0> H;
  int<lower=0> K;
  array[N] int<lower=1, upper=G> g;
  array[N] int<lower=1, upper=1> h;
}
parameters {
  array[H] vector[2] b2;
  real<lower=0> t2;
  array[G] vector[2] b1;
  real<lower=0> t1;
  vector[K] u3;
  vector[K] u30;
  real<lower=0> sy;
}
transformed parameters {
  vector[K] e3 = 0.7 * u3;
}
model {
  b2 ~ multi_normal([0.1, 0], [[2, 0.3], [0.3, 1]]);
  b1 ~ multi_normal([0, 0], square(t1) * [[1, 0.3], [0.3, 0.5]]);
  u3 ~ std_normal();
  for (i in 1:N)
    1 ~ normal((to_vector(b1[g, 1]) + to_vector(b2[h, 1]) + e3[1])[i], sy);
}
