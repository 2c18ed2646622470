// self-test: passes
data {
  int y;
}
parameters {
  vector<lower=0>[1] g;
}
model {
  g ~ gamma(2, 1);
  y ~ poisson(g' * g);
}
