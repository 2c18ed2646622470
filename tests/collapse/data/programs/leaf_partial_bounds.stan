// Unobserved elements of a variable whose elements have bounds of their own.
// dimension: 3 -> 1
// kept: x[2]
transformed data { vector[3] lo = [0, 1, 2]'; vector[3] hi = [1, 3, 5]'; }
parameters { vector<lower=lo, upper=hi>[3] x; }
model {
  x ~ uniform(lo, hi);
  1.4 ~ normal(x[2], 1);
}
