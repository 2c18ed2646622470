// Functions that have kinks of their own: min, max, abs, step, floor, fmax, int_step.
data {
  vector[4] y;
}
parameters {
  vector[4] x;
}
model {
  x ~ normal(0, 1);
  y ~ normal(max(x) - min(x), 1);
  y ~ normal(abs(x), 1.2);
  target += fmax(x[1], x[2]) * step(x[3]) - fdim(x[4], x[1]) * int_step(x[2]);
  target += -floor(2 * x[1]) * x[2] + ceil(x[3]) * x[4] + round(x[4]);
  if (floor(3 * x[1]) == 1 || trunc(2 * x[2]) != 0) target += x[1] * x[2];
}
