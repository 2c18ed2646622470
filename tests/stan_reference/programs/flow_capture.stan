// Capture and recapture: survival depends on whether a trait lies above a threshold that is a parameter.
functions {
  vector prob_unseen(int T, vector phi, real p) {
    vector[T] chi;
    chi[T] = 1;
    for (i in 1:(T - 1)) {
      int t = T - i;
      chi[t] = 1 - phi[t] + phi[t] * (1 - p) * chi[t + 1];
    }
    return chi;
  }
}
data {
  int N;
  int T;
  array[N, T] int seen;
  vector[N] z;
}
parameters {
  vector<lower=0, upper=1>[2] survival;
  real<lower=0, upper=1> p;
  real threshold;
  real<lower=0, upper=4> shock;
}
model {
  threshold ~ normal(0, 1);
  for (n in 1:N) {
    vector[T - 1] phi;
    vector[T] chi;
    int first = 0;
    int last = 0;
    for (t in 1:T) {
      if (seen[n, t]) {
        if (!first) first = t;
        last = t;
      }
      if (t < T) {
        phi[t] = z[n] > threshold ? survival[1] : survival[2];
        if (t > shock) phi[t] *= 0.8;
      }
    }
    chi = prob_unseen(T, phi, p);
    for (t in (first + 1):last) {
      target += log(phi[t - 1]);
      seen[n, t] ~ bernoulli(p);
    }
    target += log(chi[last]);
  }
}
