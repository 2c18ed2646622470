// Non-centred: a cumulative sum of increments.
// dimension: 7 -> 2
// kept: sigma, tau
transformed data { vector[5] y = [1, 2, 0.3, 4, 2.2]'; }
parameters { vector[5] z; real<lower=0> tau; real<lower=0> sigma; }
transformed parameters { vector[5] x = cumulative_sum(tau * z); }
model {
  z ~ std_normal();
  y ~ normal(x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
