// A drug that is absorbed at a rate and eliminated by a saturable path.
functions {
  vector slope(real t, vector amount, real absorbed, real half, real most, real dose, real volume) {
    real inflow = t > 0 ? exp(-absorbed * t) * dose * absorbed / volume : 0;
    return [inflow - most / volume * amount[1] / (half + amount[1])]';
  }
}
data {
  real<lower=0> dose;
  real<lower=0> volume;
  int<lower=1> N;
  array[N] real<lower=0> times;
  array[N] real<lower=0> concentration;
}
parameters {
  real<lower=0> absorbed;
  real<lower=0> half;
  real<lower=0> most;
  real<lower=0> sigma;
}
transformed parameters {
  array[N] vector[1] amount = ode_bdf(slope, [0]', 0, times, absorbed, half, most, dose, volume);
}
model {
  absorbed ~ cauchy(0, 1);
  half ~ cauchy(0, 1);
  most ~ cauchy(0, 1);
  sigma ~ cauchy(0, 1);
  for (n in 1 : N) {
    concentration[n] ~ lognormal(log(fmax(1e-9, amount[n, 1])), sigma);
  }
}
