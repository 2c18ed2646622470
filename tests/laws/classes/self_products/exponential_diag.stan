// self-test: passes
data {
  vector<lower=0>[2] y;
}
parameters {
  vector<lower=0>[2] g;
}
model {
  g ~ gamma(2, 1);
  y ~ exponential(diag_matrix(g) * g);
}
