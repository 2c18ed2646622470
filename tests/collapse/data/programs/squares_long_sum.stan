// A soft sum over many elements: they are written as running sums.
// dimension: 82 -> 2
// kept: sigma, tau
transformed data { array[79] int n1; array[79] int n2; for (i in 1:79) { n1[i] = i; n2[i] = i + 1; } }
parameters { vector[80] phi; real<lower=0> tau; real<lower=0> sigma; }
model {
  target += -0.5 * tau * dot_self(phi[n1] - phi[n2]);
  sum(phi) ~ normal(0, 0.08);
  1.3 ~ normal(phi[20], sigma);
  2.2 ~ normal(phi[70], sigma);
  tau ~ gamma(2, 1);
  sigma ~ exponential(1);
}
