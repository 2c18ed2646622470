// An improper prior of a variance without enough data to make it proper.
// dimension: 1 -> 1
// kept: r
// reason r: integral may be infinite
transformed data { array[1] int n = {0}; }
parameters { real<lower=0> r; }
model {
  target += -log(1.0);
  n ~ binomial(3, 0.5);
  n ~ poisson(0 * r);
}
