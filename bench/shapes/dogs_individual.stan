// Dogs that learn to avoid a shock, each at rates of its own; products of powers, cell by cell.
data {
  int<lower=0> dogs;
  int<lower=0> trials;
  array[dogs, trials] int<lower=0, upper=1> y;
}
transformed data {
  matrix[dogs, trials] avoided;
  matrix[dogs, trials] shocked;
  for (j in 1 : dogs) {
    avoided[j, 1] = 0;
    shocked[j, 1] = 0;
    for (t in 2 : trials) {
      avoided[j, t] = avoided[j, t - 1] + 1 - y[j, t - 1];
      shocked[j, t] = shocked[j, t - 1] + y[j, t - 1];
    }
  }
}
parameters {
  vector[2] mean_logit;
  vector<lower=0>[2] spread;
  cholesky_factor_corr[2] L;
  matrix[2, dogs] z;
}
transformed parameters {
  matrix[2, dogs] effect = rep_matrix(mean_logit, dogs) + diag_pre_multiply(spread, L) * z;
  vector[dogs] a = inv_logit(effect[1]');
  vector[dogs] b = inv_logit(effect[2]');
}
model {
  mean_logit ~ normal(0, 1.5);
  spread ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  to_vector(z) ~ std_normal();
  for (j in 1 : dogs) {
    for (t in 1 : trials) {
      real p = a[j] ^ shocked[j, t] * b[j] ^ avoided[j, t];
      y[j, t] ~ bernoulli(p);
    }
  }
}
generated quantities {
  array[dogs, trials] int replicated;
  matrix[dogs, trials] log_lik;
  for (j in 1 : dogs) {
    for (t in 1 : trials) {
      real p = a[j] ^ shocked[j, t] * b[j] ^ avoided[j, t];
      replicated[j, t] = bernoulli_rng(p);
      log_lik[j, t] = bernoulli_lpmf(y[j, t] | p);
    }
  }
}
