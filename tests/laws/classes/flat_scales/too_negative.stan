// a power of g so negative that its integral is infinite at zero: it stays
// fate g: sampled
// reason g: beside its prior its integral may be infinite
transformed data { vector[2] y = [1, 2]'; }
parameters { real<lower=0> g; }
model {
  g ~ gamma(2, 1);
  target += -5 * log(g);
  y ~ exponential(g);
}
