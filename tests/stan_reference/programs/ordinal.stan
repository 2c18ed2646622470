// Ordered answers: cutpoints, an ordered logistic and a hand-written ordered probit.
data {
  int<lower=2> K;
  int<lower=0> N;
  int<lower=1> D;
  array[N] int<lower=1, upper=K> y;
  matrix[N, D] x;
}
parameters {
  vector[D] beta;
  ordered[K - 1] cut;
  ordered[K - 1] probit_cut;
  positive_ordered[3] steps;
}
model {
  vector[N] eta = x * beta;
  beta ~ normal(0, 1);
  cut ~ normal(0, 3);
  probit_cut ~ student_t(3, 0, 2);
  steps ~ exponential(0.8);
  for (n in 1:N) {
    y[n] ~ ordered_logistic(eta[n], cut);
  }
  for (n in 1:N) {
    vector[K] theta;
    theta[1] = Phi(probit_cut[1] - eta[n]);
    for (k in 2:(K - 1)) {
      theta[k] = Phi(probit_cut[k] - eta[n]) - Phi(probit_cut[k - 1] - eta[n]);
    }
    theta[K] = 1 - Phi(probit_cut[K - 1] - eta[n]);
    target += log(theta[y[n]]);
  }
  y ~ ordered_logistic(eta * steps[1], cut + steps[2] - steps[3]);
}
