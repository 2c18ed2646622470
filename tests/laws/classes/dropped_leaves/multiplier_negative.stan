// a multiplier must be positive, also where the variable has no coordinates any more
// every draw: tau in [0, 1000]
// options: --init 0.5
// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  real tau;
  vector<multiplier=tau>[N] th;
}
model {
  tau ~ normal(0, 1);
  th ~ normal(0, 2);
  y ~ normal(th, 1);
}
