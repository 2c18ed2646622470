// A mean with a prior of its own scale stays beside its flat standard deviation, which goes: data that differ from each
// other leave a sum of squares at every mean.
// dimension: 2 -> 1
// kept: mu
transformed data { vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real mu; real<lower=0> s; }
model {
  mu ~ normal(0, 1);
  y ~ normal(mu, s);
}
