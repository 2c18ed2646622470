// Learning with two rates, one for better and one for worse than expected.
data {
  int<lower=0> T;
  array[T] int<lower=1, upper=2> choice;
  vector[T] reward;
}
parameters {
  real<lower=0, upper=1> gain_rate;
  real<lower=0, upper=1> loss_rate;
  real<lower=0> beta;
  vector[2] q0;
}
model {
  vector[2] q = q0;
  gain_rate ~ beta(1.5, 1.5);
  loss_rate ~ beta(1.5, 1.5);
  beta ~ gamma(2, 1);
  q0 ~ normal(0.5, 0.5);
  for (t in 1:T) {
    real delta;
    choice[t] ~ categorical_logit(beta * q);
    delta = reward[t] - q[choice[t]];
    if (delta >= 0) {
      q[choice[t]] += gain_rate * delta;
    } else {
      q[choice[t]] += loss_rate * delta;
    }
  }
}
