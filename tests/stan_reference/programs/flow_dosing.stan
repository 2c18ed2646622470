// One-compartment model with a lag that is estimated: doses count once time has passed the lag.
data {
  int<lower=0> N;
  int<lower=0> D;
  vector[N] time;
  vector[D] dose_at;
  vector[D] amount;
  vector<lower=0>[N] y;
}
parameters {
  real<lower=0> ke;
  real<lower=0> volume;
  real<lower=0, upper=1> lag;
  real<lower=0> sigma;
}
model {
  ke ~ lognormal(-1, 0.5);
  volume ~ lognormal(0, 0.5);
  lag ~ beta(1.5, 1.5);
  sigma ~ normal(0, 0.5);
  for (n in 1:N) {
    real conc = 0.01;
    for (d in 1:D) {
      real since = time[n] - dose_at[d] - lag;
      if (since <= 0) continue;
      conc += amount[d] / volume * exp(-ke * since);
    }
    y[n] ~ lognormal(log(conc), sigma);
  }
}
