// Eight schools: effects made one by one.
data {
  int<lower=0> J;
  array[J] real y;
  array[J] real<lower=0> sigma;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector[J] z;
}
transformed parameters {
  vector[J] theta;
  for (j in 1 : J) {
    theta[j] = mu + tau * z[j];
  }
}
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 5);
  for (j in 1 : J) {
    z[j] ~ std_normal();
    y[j] ~ normal(theta[j], sigma[j]);
  }
}
