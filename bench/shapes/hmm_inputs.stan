// The same with transitions and emissions that hang on inputs.
data {
  int<lower=1> T;
  int<lower=1> K;
  int<lower=1> M;
  array[T] real y;
  array[T] vector[M] u;
}
parameters {
  simplex[K] start;
  array[K] vector[M] w;
  array[K] vector[M] b;
  array[K] real<lower=0> sigma;
}
transformed parameters {
  array[T] vector[K] unscaled;
  array[T] vector[K] move;
  array[T] vector[K] logmove;
  array[T] vector[K] emission;
  array[T] vector[K] logalpha;
  for (t in 1 : T) {
    for (j in 1 : K) {
      unscaled[t, j] = u[t]' * w[j];
    }
    move[t] = softmax(unscaled[t]);
    logmove[t] = log(move[t]);
  }
  for (t in 1 : T) {
    for (j in 1 : K) {
      emission[t, j] = normal_lpdf(y[t] | u[t]' * b[j], sigma[j]);
    }
  }
  {
    array[K] real gathered;
    for (j in 1 : K) {
      logalpha[1, j] = log(start[j]) + emission[1, j];
    }
    for (t in 2 : T) {
      for (j in 1 : K) {
        for (i in 1 : K) {
          gathered[i] = logalpha[t - 1, i] + logmove[t][i] + emission[t, j];
        }
        logalpha[t, j] = log_sum_exp(gathered);
      }
    }
  }
}
model {
  for (j in 1 : K) {
    w[j] ~ normal(0, 5);
    b[j] ~ normal(0, 5);
  }
  sigma ~ normal(0, 3);
  target += log_sum_exp(logalpha[T]);
}
