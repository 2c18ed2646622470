// improper: a - b
data {
  vector<lower=0>[5] y;
}
parameters {
  real a;
  real b;
}
model {
  for (n in 1:5) {
    y[n] ~ normal(a + b, 1) T[0, ];
  }
}
