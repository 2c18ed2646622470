// The semicolon after the statement is missing, which is found at the next token: line 10, column 2.
data {
  real y;
}
parameters {
  real mu;
}
model {
  mu ~ normal(0, 1)
  y ~ normal(mu, 1);
}
