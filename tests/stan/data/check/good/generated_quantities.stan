parameters {
  real theta;
}
generated quantities {
  int n = poisson_rng(3);
  real q = quantile(normal_rng(rep_vector(theta, 10), 1), 0.9);
  int rounded = to_int(round(theta));
  vector[5] grid = linspaced_vector(5, theta, theta + 1);
  {
    vector[n] local = rep_vector(theta, n);
    q += sum(local);
  }
}
