// Stripping leaves makes new ones, until an observation.
// dimension: 6 -> 1
// kept: s
transformed data { vector[2] y = [0.2, 0.9]'; }
parameters { real<lower=0> s; real mu; real<lower=0> x; real z; vector[2] w; }
model {
  s ~ exponential(1);
  mu ~ normal(0, 1);
  y ~ normal(mu, s);
  x ~ gamma(2 + square(mu), s);
  z ~ student_t(3, mu * x, 1 + x);
  w ~ normal(sin(z), exp(mu));
}
