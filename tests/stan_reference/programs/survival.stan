// Times to an event with censoring, by hand-written hazards and by distributions' tails.
data {
  int<lower=0> N;
  vector<lower=0>[N] t;
  array[N] int<lower=0, upper=1> event;
  matrix[N, 2] x;
  int<lower=0> n_pieces;
  vector[n_pieces + 1] knots;
}
parameters {
  vector[2] beta;
  real<lower=0> shape;
  vector<lower=0>[n_pieces] hazard;
  real<lower=0> gompertz;
}
model {
  vector[N] log_scale = -x * beta / shape;
  beta ~ normal(0, 1);
  shape ~ gamma(2, 1);
  hazard ~ gamma(0.5, 0.5);
  gompertz ~ exponential(2);
  for (n in 1:N) {
    if (event[n] == 1) {
      t[n] ~ weibull(shape, exp(log_scale[n]));
    } else {
      target += weibull_lccdf(t[n] | shape, exp(log_scale[n]));
    }
  }
  for (n in 1:N) {
    real cumulative = 0;
    for (k in 1:n_pieces) {
      if (t[n] > knots[k]) {
        real stop = fmin(t[n], knots[k + 1]);
        cumulative += hazard[k] * (stop - knots[k]);
        if (event[n] && t[n] <= knots[k + 1]) {
          target += log(hazard[k]) + x[n] * beta;
        }
      }
    }
    target += -cumulative * exp(x[n] * beta);
  }
  target += dot_product(to_vector(event), log(shape) + gompertz * t) - shape / gompertz * sum(expm1(gompertz * t));
}
