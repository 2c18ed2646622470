// Neither a power of the wrong kind nor a product of two is of the form of a family.
// dimension: 4 -> 4
// kept: a, s, v, w
// reason v: it is in squares that are added to target, and what is squared is not linear in it
// reason w: no distribution
transformed data { vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real a; real<lower=0> s; real<lower=0> v; real<lower=0> w; }
model {
  target += -square(log(v));
  y ~ normal(0, sqrt(v));
  target += -log1p(w);
  y ~ normal(0, sqrt(w));
  target += a * log(s);
  y ~ normal(0, s);
  a ~ normal(0, 1);
}
