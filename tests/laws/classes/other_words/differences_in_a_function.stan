// Squares in a function; the effects sum to zero and are multiplied by a scale.
// fate phi: collapsed
// fate b: collapsed
// self-test: passes
functions {
  real icar_lp2(vector phi, array[] int i, array[] int j) {
    return -0.5 * dot_self(phi[i] - phi[j]);
  }
}
data {
  int n;
  int E;
  array[E] int i;
  array[E] int j;
  vector[n] y;
  vector[n] x;
}
parameters {
  sum_to_zero_vector[n] phi;
  real<lower=0> sp;
  real<lower=0> s;
  vector[2] b;
}
model {
  target += icar_lp2(phi, i, j);
  sp ~ normal(0, 1);
  s ~ normal(0, 1);
  b ~ normal(0, 5);
  y ~ normal(b[1] + b[2] * x + sp * phi, s);
}
