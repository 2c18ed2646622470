// One element that is not in a normal place keeps the others.
// dimension: 6 -> 6
// kept: w, x
// reason x: poisson
// reason w: not linear
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { sum_to_zero_vector[4] x; sum_to_zero_vector[4] w; }
model {
  x ~ normal(0, 1);
  w ~ normal(0, 1);
  y ~ normal(x[1:3], 1);
  y ~ normal(w[1:3], 1);
  3 ~ poisson_log(x[2]);
  0.4 ~ normal(square(w[4]), 1);
}
