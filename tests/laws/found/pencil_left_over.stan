// What is left over of a pencil was the difference of larger numbers (seed 801547)
data { int<lower=0> N; int<lower=0> J; vector[N] y; }
parameters { real a; vector[J] u; real<lower=0> s; real<lower=0> h; }
model { a ~ normal(0, 1e8); u ~ normal(a, s); y ~ normal(a + 1e4 * u[1], h); }
