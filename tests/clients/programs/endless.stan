// Runs for ever, for a client that gives up waiting.
transformed data {
  real y = 1;
  while (y > 0) {
    y += 1;
  }
}
parameters {
  real x;
}
model {
  x ~ normal(0, 1);
}
