// Nothing determines it.
// dimension: 3 -> 2
// kept: x
// reason x: do not determine it
parameters { sum_to_zero_vector[3] x; real a; }
model { a ~ normal(0, 1); 0.3 ~ normal(a, 1); }
