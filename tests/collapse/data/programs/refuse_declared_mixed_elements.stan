// One element of a declared vector always holds, the other does not.
// dimension: 3 -> 2
// kept: b, v
// reason b: condition
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real a; real b; real<lower=0> v; }
transformed parameters { vector<lower=0>[2] s = [v, b]'; }
model {
  a ~ normal(0, 1);
  b ~ normal(1, 1);
  v ~ inv_gamma(2, 1);
  y ~ normal(a + b, sqrt(v));
}
