// self-test: passes
data {
  int y;
}
parameters {
  vector<lower=0>[2] g;
}
model {
  g ~ gamma(2, 1);
  y ~ poisson(g' * g);
}
