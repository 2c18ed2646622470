// Local containers whose size depends on parameters.
data {
  vector[5] y;
}
parameters {
  vector[5] x;
  real c;
}
model {
  int n = 0;
  x ~ normal(0, 1);
  c ~ normal(0, 0.5);
  for (i in 1:5) if (x[i] > c) n += 1;
  {
    vector[n] above;
    vector[5 - n] below;
    int a = 0;
    int b = 0;
    for (i in 1:5) {
      if (x[i] > c) {
        a += 1;
        above[a] = x[i];
      } else {
        b += 1;
        below[b] = x[i];
      }
    }
    if (n > 0) y[1:n] ~ normal(above, 0.5);
    if (n < 5) y[(n + 1):5] ~ student_t(3, below, 1);
    target += -1.0 * size(below) * sum(below .* below) - num_elements(above);
  }
}
