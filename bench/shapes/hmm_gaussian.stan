// A hidden Markov chain with normal emissions, its forward recursion written as loops.
data {
  int<lower=1> T;
  int<lower=1> K;
  array[T] real y;
}
parameters {
  simplex[K] start;
  array[K] simplex[K] move;
  ordered[K] mu;
  array[K] real<lower=0> sigma;
}
transformed parameters {
  array[T] vector[K] logalpha;
  {
    array[K] real gathered;
    logalpha[1] = log(start) + normal_lpdf(y[1] | mu, sigma);
    for (t in 2 : T) {
      for (j in 1 : K) {
        for (i in 1 : K) {
          gathered[i] = logalpha[t - 1, i] + log(move[i, j]) + normal_lpdf(y[t] | mu[j], sigma[j]);
        }
        logalpha[t, j] = log_sum_exp(gathered);
      }
    }
  }
}
model {
  target += log_sum_exp(logalpha[T]);
}
generated quantities {
  array[T] vector[K] alpha;
  for (t in 1 : T) {
    alpha[t] = softmax(logalpha[t]);
  }
}
