// Half of 1 - v is not 1 - v, nor is 1 - v less something.
// dimension: 2 -> 2
// kept: v, w
transformed data { array[3] int n = {1, 0, 0}; }
parameters { real<lower=0, upper=1> v; real<lower=0, upper=1> w; }
model {
  v ~ beta(2, 3);
  w ~ beta(2, 3);
  n ~ bernoulli(0.5 * (1 - v));
  n ~ bernoulli(0.1 + 0.5 * (1 - w));
}
