// Rows without columns of a pencil took on the rounding of others (seed 805227)
data { int<lower=0> N; int<lower=0> J; vector[N] x; }
parameters { real a; real b; vector[J] u; real<lower=0> s; }
model { a ~ normal(0, 1e2); b ~ normal(1e6, 1); u ~ normal(a, 1e-6); 1 ~ normal(u + b * x, s); }
