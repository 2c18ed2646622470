// Decline of lung capacity with the lines of the patients integrated out by hand, and drawn back.
//
// Given the rest, the deviations of a patient's line from the mean line are normal with precision P = D + X'X / sigma^2 (D diagonal, X
// the ones and the weeks of the visits) and mean P^-1 X'r / sigma^2, r the residuals from the mean line.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> patient;
  vector[N] week;
  vector[N] y;
}
transformed data {
  vector[J] n = rep_vector(0, J);  // sums over the visits of a patient
  vector[J] t = rep_vector(0, J);
  vector[J] tt = rep_vector(0, J);
  for (i in 1:N) {
    n[patient[i]] += 1;
    t[patient[i]] += week[i];
    tt[patient[i]] += square(week[i]);
  }
}
parameters {
  real mu_alpha;
  real<lower=0> sigma_alpha;
  real mu_beta;
  real<lower=0> sigma_beta;
  real<lower=0> sigma;
}
transformed parameters {
  real w = inv_square(sigma);
  vector[J] p11 = inv_square(sigma_alpha) + w * n;
  vector[J] p12 = w * t;
  vector[J] p22 = inv_square(sigma_beta) + w * tt;
  vector[J] det = p11 .* p22 - square(p12);
  vector[N] r = y - mu_alpha - mu_beta * week;
  vector[J] h1 = rep_vector(0, J);
  vector[J] h2 = rep_vector(0, J);
  for (i in 1:N) {
    h1[patient[i]] += w * r[i];
    h2[patient[i]] += w * r[i] * week[i];
  }
}
model {
  mu_alpha ~ normal(0, 500);
  sigma_alpha ~ cauchy(0, 100);
  mu_beta ~ normal(0, 3);
  sigma_beta ~ cauchy(0, 3);
  sigma ~ cauchy(0, 100);
  target += -N * log(sigma) - J * log(sigma_alpha * sigma_beta) - 0.5 * sum(log(det));
  target += -0.5 * w * dot_self(r)
            + 0.5 * sum((p22 .* square(h1) - 2 * p12 .* h1 .* h2 + p11 .* square(h2)) ./ det);
}
generated quantities {
  vector[J] alpha;
  vector[J] beta;
  for (j in 1:J) {
    real first = (p22[j] * h1[j] - p12[j] * h2[j]) / det[j];
    real second = (p11[j] * h2[j] - p12[j] * h1[j]) / det[j];
    real d = normal_rng(first, sqrt(p22[j] / det[j]));
    alpha[j] = mu_alpha + d;
    beta[j] = mu_beta + normal_rng(second - p12[j] / p22[j] * (d - first), inv_sqrt(p22[j]));
  }
}
