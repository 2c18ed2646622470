// The same with two emissions and known scales.
data {
  int<lower=1> T;
  int<lower=1> K;
  vector[T] u;
  vector[T] v;
  matrix<lower=0>[K, K] counts;
  real<lower=0> tau;
  real<lower=0> rho;
}
parameters {
  array[K] simplex[K] move;
  positive_ordered[K] phi;
  positive_ordered[K] lambda;
}
model {
  for (k in 1 : K) {
    target += dirichlet_lpdf(move[k] | counts[k]');
  }
  target += normal_lpdf(phi[1] | 0, 1);
  target += normal_lpdf(phi[2] | 3, 1);
  target += normal_lpdf(lambda[1] | 0, 1);
  target += normal_lpdf(lambda[2] | 3, 1);
  {
    array[K] real gathered;
    array[T, K] real forward;
    for (k in 1 : K) {
      forward[1, k] = normal_lpdf(u[1] | phi[k], tau) + normal_lpdf(v[1] | lambda[k], rho);
    }
    for (t in 2 : T) {
      for (k in 1 : K) {
        for (j in 1 : K) {
          gathered[j] = forward[t - 1, j] + log(move[j, k]) + normal_lpdf(u[t] | phi[k], tau)
                        + normal_lpdf(v[t] | lambda[k], rho);
        }
        forward[t, k] = log_sum_exp(gathered);
      }
    }
    target += log_sum_exp(forward[T]);
  }
}
