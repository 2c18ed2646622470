// Errors feed back through theta: mu and phi are affine, theta is not.
// dimension: 4 -> 2
// kept: sigma, theta
transformed data { vector[5] y = [0.4, 1.2, 0.9, 3, 2]'; }
parameters { real mu; real phi; real theta; real<lower=0> sigma; }
model {
  vector[5] nu;
  vector[5] err;
  nu[1] = mu + phi * 0.5;
  err[1] = y[1] - nu[1];
  for (t in 2:5) {
    nu[t] = mu + phi * y[t - 1] + theta * err[t - 1];
    err[t] = y[t] - nu[t];
  }
  mu ~ normal(0, 10);
  phi ~ normal(0, 2);
  theta ~ normal(0, 0.5);
  sigma ~ cauchy(0, 2.5);
  err ~ normal(0, sigma);
}
