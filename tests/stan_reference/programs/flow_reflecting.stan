// A walk with reflecting boundaries.
data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  vector[T] e;
  real<lower=0> sigma;
}
transformed parameters {
  vector<lower=0, upper=1>[T] x;
  {
    real place = 0.5;
    for (t in 1:T) {
      place += 0.6 * e[t];
      while (place < 0 || place > 1) {
        if (place < 0) place = -place;
        if (place > 1) place = 2 - place;
      }
      x[t] = place;
    }
  }
}
model {
  e ~ normal(0, 1);
  sigma ~ normal(0.3, 0.2);
  y ~ normal(x, sigma);
}
