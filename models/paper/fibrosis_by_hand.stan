// Decline of lung capacity with the lines of the patients integrated out by hand, and drawn back.
//
// Given the rest, the deviations of a patient's line from the mean line are normal with precision P = D + X'X / sigma^2 (D diagonal, X
// the ones and the weeks of the visits) and mean P^-1 h, h = X'r / sigma^2, r the residuals from the mean line.
functions {
  // The columns are P[1,1], P[1,2], P[2,2], h[1], h[2]; one row per patient.
  matrix conditionals(matrix sums, vector mu, vector sd, real w) {
    matrix[rows(sums), 5] result;
    result[, 1] = inv_square(sd[1]) + w * sums[, 1];
    result[, 2] = w * sums[, 2];
    result[, 3] = inv_square(sd[2]) + w * sums[, 3];
    result[, 4] = w * (sums[, 4] - mu[1] * sums[, 1] - mu[2] * sums[, 2]);
    result[, 5] = w * (sums[, 5] - mu[1] * sums[, 2] - mu[2] * sums[, 3]);
    return result;
  }
}
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> patient;
  vector[N] week;
  vector[N] y;
}
transformed data {
  matrix[J, 5] sums = rep_matrix(0, J, 5);  // of 1, week, week^2, y, week * y over the visits of a patient
  for (i in 1:N) sums[patient[i]] += [1, week[i], square(week[i]), y[i], week[i] * y[i]];
}
parameters {
  real mu_alpha;
  real<lower=0> sigma_alpha;
  real mu_beta;
  real<lower=0> sigma_beta;
  real<lower=0> sigma;
}
model {
  real w = inv_square(sigma);
  matrix[J, 5] c = conditionals(sums, [mu_alpha, mu_beta]', [sigma_alpha, sigma_beta]', w);
  vector[J] det = c[, 1] .* c[, 3] - square(c[, 2]);
  mu_alpha ~ normal(0, 500);
  sigma_alpha ~ cauchy(0, 100);
  mu_beta ~ normal(0, 3);
  sigma_beta ~ cauchy(0, 3);
  sigma ~ cauchy(0, 100);
  target += -N * log(sigma) - J * log(sigma_alpha * sigma_beta) - 0.5 * sum(log(det));
  target += -0.5 * w * dot_self(y - mu_alpha - mu_beta * week);
  target += 0.5 * sum((c[, 3] .* square(c[, 4]) - 2 * c[, 2] .* c[, 4] .* c[, 5]
                       + c[, 1] .* square(c[, 5])) ./ det);
}
generated quantities {
  vector[J] alpha;
  vector[J] beta;
  {
    matrix[J, 5] c = conditionals(sums, [mu_alpha, mu_beta]', [sigma_alpha, sigma_beta]', inv_square(sigma));
    for (j in 1:J) {
      real det = c[j, 1] * c[j, 3] - square(c[j, 2]);
      real first = (c[j, 3] * c[j, 4] - c[j, 2] * c[j, 5]) / det;
      real second = (c[j, 1] * c[j, 5] - c[j, 2] * c[j, 4]) / det;
      real d = normal_rng(first, sqrt(c[j, 3] / det));
      alpha[j] = mu_alpha + d;
      beta[j] = mu_beta + normal_rng(second - c[j, 2] / c[j, 3] * (d - first), inv_sqrt(c[j, 3]));
    }
  }
}
