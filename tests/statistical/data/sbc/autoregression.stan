// data that depend on data before them
data { int T; vector[T] y; array[T] int<lower=0> k; }
parameters { real a; real<lower=-1, upper=1> b; real<lower=0> s; real c; }
model {
  a ~ normal(0, 1);
  s ~ normal(0, 1);
  c ~ normal(0, 0.5);
  y[2:T] ~ normal(a + b * y[1:(T - 1)], s);
  for (t in 2:T) k[t] ~ poisson_log(c + 0.5 * log(k[t - 1] + 1));
}
