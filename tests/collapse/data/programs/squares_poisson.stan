// Squares are not what is in the way of effects on counts.
// dimension: 9 -> 9
// kept: b0, phi, rho, sigma, theta
// reason phi: poisson_log
// reason theta: poisson_log
transformed data { array[3] int n1 = {1, 2, 3}; array[3] int n2 = {2, 3, 1}; array[3] int y = {1, 4, 2}; }
parameters { real b0; vector[3] phi; vector[3] theta; real<lower=0> sigma; real<lower=0> rho; }
model {
  target += -0.5 * dot_self(phi[n1] - phi[n2]);
  sum(phi) ~ normal(0, 0.003);
  theta ~ std_normal();
  b0 ~ std_normal();
  sigma ~ exponential(1);
  rho ~ exponential(1);
  y ~ poisson_log(b0 + sigma * (rho * phi + theta));
}
