// A loop with break in a while over true, and a flag.
data {
  vector[2] y;
}
parameters {
  real<lower=0, upper=5> x;
  real w;
}
model {
  real z = x;
  int steps = 0;
  int done = 0;
  x ~ lognormal(0, 1);
  w ~ normal(0, 1);
  while (1) {
    if (z < 0.5) {
      done = 1;
    } else if (z > 2) {
      z -= 0.7;
    } else {
      z *= 0.6;
      if (steps == 3) break;
    }
    if (done) break;
    steps += 1;
  }
  y ~ normal(z + w * steps, 1);
  if (!done) target += -0.1 * w;
}
