functions {
  real partial_sum_lpmf(array[] int slice, int start, int end, vector x, vector beta) {
    return bernoulli_logit_lupmf(slice | beta[1] + beta[2] * x[start:end]);
  }
}
data { int N; array[N] int<lower=0, upper=1> y; vector[N] x; }
parameters { vector[2] beta; }
model {
  int grainsize = 1;
  beta ~ std_normal();
  target += reduce_sum(partial_sum_lupmf, y, grainsize, x, beta);
}
