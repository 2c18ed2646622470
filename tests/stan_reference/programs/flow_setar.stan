// A self-exciting threshold autoregression: which regression holds depends on the last value.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  vector[2] alpha;
  vector<lower=-1, upper=1>[2] phi;
  real r;
  vector<lower=0>[2] sigma;
}
model {
  alpha ~ std_normal();
  r ~ normal(0, 1);
  sigma ~ exponential(1);
  for (t in 2:T) {
    if (y[t - 1] <= r) {
      y[t] ~ normal(alpha[1] + phi[1] * y[t - 1], sigma[1]);
    } else {
      y[t] ~ student_t(5, alpha[2] + phi[2] * y[t - 1], sigma[2]);
    }
  }
}
