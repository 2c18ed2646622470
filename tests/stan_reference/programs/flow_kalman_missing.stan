// A Kalman filter that leaves out observations it takes for outliers.
data {
  int T;
  vector[T] y;
}
parameters {
  real<lower=0> q;
  real<lower=0> r;
  real<lower=1> gate;
}
model {
  real m = 0;
  real P = 1;
  q ~ lognormal(-1, 1);
  r ~ lognormal(-1, 1);
  gate ~ exponential(1);
  for (t in 1:T) {
    real S;
    P += q;
    S = P + r;
    if (abs(y[t] - m) > gate * sqrt(S)) {
      target += -3;
    } else {
      real K = P / S;
      y[t] ~ normal(m, sqrt(S));
      m += K * (y[t] - m);
      P *= 1 - K;
    }
  }
}
