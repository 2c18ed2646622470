functions {
  real decay_lpdf(real y, real k) {
    return log(k) - k * y;
  }
}
parameters {
  real<lower=1> y;
}
model {
  y ~ decay(2) T[1, ];
}
