// dimension: 2 -> 1
// kept: free
// reason free: the data do not determine it
// A parameter that nothing mentions has no distribution to be drawn from.
parameters { real free; real mu; }
model { mu ~ normal(0, 1); }
