// the location of q is infinite for most r, which is a leaf itself once q has been dropped
// every draw: r in [-1000, 3.55]
// options: --init 0.5
parameters {
  real r;
  real q;
}
model {
  r ~ normal(0, 10);
  q ~ normal(exp(200 * r), 1);
}
