// A discrete epidemic whose contact rate changes at a time that is a parameter, and stops when few are left.
data {
  int<lower=1> T;
  array[T] int cases;
}
parameters {
  real<lower=0> beta;
  real<lower=0, upper=1> gamma;
  real<lower=0, upper=1> effect;
  real<lower=0, upper=10> lockdown;
}
model {
  real S = 60;
  real I = 2;
  beta ~ lognormal(0, 0.5);
  gamma ~ beta(2, 4);
  lockdown ~ normal(5, 2);
  for (t in 1:T) {
    real rate = t > lockdown ? beta * (1 - effect) : beta;
    real infected = rate * S * I / 62;
    if (infected > 0.5 * S) infected = 0.5 * S;
    S -= infected;
    I += infected - gamma * I;
    if (S < 2) break;
    cases[t] ~ poisson(infected + 0.1);
  }
}
