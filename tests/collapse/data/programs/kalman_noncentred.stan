// States built step by step from innovations.
// dimension: 8 -> 3
// kept: phi, sigma, tau
transformed data { vector[5] y = [1, 2, 0.3, 4, 2]'; }
parameters { vector[5] z; real<lower=-1, upper=1> phi; real<lower=0> tau; real<lower=0> sigma; }
transformed parameters {
  vector[5] x;
  x[1] = z[1];
  for (t in 2:5) x[t] = phi * x[t - 1] + tau * z[t];
}
model {
  z ~ std_normal();
  phi ~ uniform(-1, 1);
  tau ~ exponential(1);
  sigma ~ exponential(1);
  y ~ normal(x, sigma);
}
