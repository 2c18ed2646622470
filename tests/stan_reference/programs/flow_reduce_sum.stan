// Partial sums over rows with conditions on parameters.
functions {
  real part_lpdf(array[] real y, int start, int end, real a, real b, real cut) {
    real total = 0;
    for (i in 1:size(y)) {
      if (y[i] > cut) total += normal_lupdf(y[i] | a, 1.1);
      else total += student_t_lpdf(y[i] | 4, b * (start + i - 1), 1.1);
    }
    if (total < -8) return 0.9 * total;
    return total;
  }
}
data {
  int N;
  array[N] real y;
}
parameters {
  real a;
  real b;
  real cut;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  cut ~ normal(0, 1);
  target += reduce_sum_static(part_lupdf, y, N, a, b, cut);
}
