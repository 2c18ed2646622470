// one observation leaves a flat standard deviation without a finite integral: it stays
// fate s: sampled
// reason s: integral may be infinite
parameters { real<lower=0> s; }
model {
  1.5 ~ normal(0, s);
}
