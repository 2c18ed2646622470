// chain: a linear state-space model
data { int T; vector[T] y; }
parameters { real<lower=-1, upper=1> phi; real<lower=0> q; real<lower=0> r; vector[T] x; }
model {
  q ~ lognormal(-0.5, 0.4);
  r ~ lognormal(-0.5, 0.4);
  x[1] ~ normal(0, 1);
  for (t in 2:T) x[t] ~ normal(phi * x[t - 1], q);
  y ~ normal(x, r);
}
