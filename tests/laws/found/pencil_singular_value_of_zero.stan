// A singular value of a pencil below the rounding of the largest one mattered (seed 801327)
data { int<lower=0> N; vector[N] x; }
parameters { real a; real b; real<lower=0> s; }
model { a ~ normal(0, 1e2); b ~ normal(a, 1e-8); 1 ~ normal(a + b * x, 1e8 * s); }
