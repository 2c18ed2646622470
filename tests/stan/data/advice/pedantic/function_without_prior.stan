// A likelihood of the user's gives no prior.
functions {
  real outcome_lpdf(vector y, real mu) {
    return normal_lpdf(y | mu, 1);
  }
}
data {
  int N;
  vector[N] y;
}
parameters {
  real mu;
  real x;
}
model {
  y ~ outcome(mu);
  x ~ uniform(1, 0);
}
