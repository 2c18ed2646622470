// A multiple of v has one: so has v.
// dimension: 2 -> 1
// kept: s
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> s; real<lower=0> v; }
model {
  s ~ exponential(1);
  2 * s * v ~ lognormal(0, 1);
  y ~ lognormal(log(v), s);
}
