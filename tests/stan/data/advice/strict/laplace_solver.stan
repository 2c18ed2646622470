// A solver in the likelihood of a Laplace approximation.
functions {
  vector system(vector x, vector y) {
    return x - y;
  }
  real helper(vector theta) {
    return sum(solve_newton(system, theta, theta));
  }
  real likelihood(vector theta, real eta) {
    return helper(theta) + eta;
  }
  matrix kernel(int n, real alpha) {
    return diag_matrix(rep_vector(alpha, n));
  }
}
parameters {
  real<lower=0> alpha;
  real eta;
}
model {
  target += laplace_marginal(likelihood, (eta, ), kernel, (2, alpha));
}
