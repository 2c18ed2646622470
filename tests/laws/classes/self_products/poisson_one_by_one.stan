// self-test: passes
data {
  int y;
}
parameters {
  matrix<lower=0>[1, 1] G;
}
model {
  G[1, 1] ~ gamma(2, 1);
  y ~ poisson((G * G)[1, 1]);
}
