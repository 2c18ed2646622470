// Sums, weights per element, columns of a matrix and loops.
// dimension: 21 -> 2
// kept: sigma, tau
transformed data {
  vector[3] w = [1.5, 0, 2]';
  matrix[2, 2] Q = [[2, -1.5], [-1.5, 2]];
  vector[3] y = [0.4, 1.2, 0.9]';
}
parameters {
  vector[3] a; vector[3] b; vector[3] c; matrix[2, 3] M; vector[4] z; real<lower=0> tau; real<lower=0> sigma;
}
model {
  target += -0.5 * tau * (dot_self(a) + 2 * dot_self(b - a)) - sum(w .* square(c)) / 3;
  target += -0.5 * dot_product(w .* b, b);
  target += -trace_quad_form(Q, M);
  for (i in 2:4) target += -0.5 * square((z[i] - 0.3 * z[i - 1]) / sigma) - log(sigma);
  target += -z[1] * z[1];
  y ~ normal(a + b + c + M[1]' + z[1:3], sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
