// Everything is in the scale.
// dimension: 4 -> 4
// kept: alpha0, alpha1, beta1, mu
transformed data { vector[5] y = [0.4, 1.2, 0.9, 3, 2]'; }
parameters { real mu; real<lower=0> alpha0; real<lower=0, upper=1> alpha1; real<lower=0, upper=(1 - alpha1)> beta1; }
model {
  vector[5] sigma;
  sigma[1] = 0.8;
  for (t in 2:5) sigma[t] = sqrt(alpha0 + alpha1 * pow(y[t - 1] - mu, 2) + beta1 * pow(sigma[t - 1], 2));
  y ~ normal(mu, sigma);
}
