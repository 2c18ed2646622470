// A direction of a pencil that was taken for zero moved an intercept (seed 801931)
data { int<lower=0> N; int<lower=0> J; vector[N] y; vector[N] x; array[N] int<lower=1, upper=J> g; }
parameters { real a; real b; vector[J] u; real<lower=0> s; }
model { b ~ normal(0, 1e-2); u ~ normal(a, 1e-6); y ~ normal(u[g] + b * x, 1e4 * s); }
