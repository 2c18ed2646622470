// Loops over the elements of containers, with conditions on the elements.
data {
  vector[3] y;
}
parameters {
  vector[3] v;
  matrix[2, 2] m;
  array[2] vector[2] a;
}
model {
  real up = 0;
  real down = 0;
  v ~ normal(0, 1);
  for (x in v) {
    if (x > 0) up += x;
    else down -= x^2;
  }
  for (x in m) {
    x ~ normal(0, 1);
    if (x > up) continue;
    down += 0.1 * x;
  }
  for (row in a) {
    row ~ normal(0, 1);
    if (sum(row) > down) break;
    up += dot_self(row);
  }
  y ~ normal(up, exp(0.1 * down));
}
