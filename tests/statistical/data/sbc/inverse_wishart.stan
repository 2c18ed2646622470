// inverse Wishart and Wishart
data { int N; array[N] vector[2] y; array[N] vector[2] z; }
parameters { real<lower=0> b; cov_matrix[2] V; cov_matrix[2] P; }
model {
  b ~ lognormal(0, 0.5);
  V ~ inv_wishart(5, b * [[1, 0.2], [0.2, 2]]);
  P ~ wishart(4, [[1, -0.3], [-0.3, 1]] / b);
  for (n in 1:N) y[n] ~ multi_normal([b, 0]', V / n);
  z ~ multi_normal_prec([0, b]', P);
}
