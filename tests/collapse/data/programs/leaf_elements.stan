// Some elements of an array are unobserved.
// dimension: 6 -> 1
// kept: tau
transformed data { vector[2] y = [0.2, 0.9]'; }
parameters { real<lower=0> tau; vector[5] theta; }
model {
  tau ~ exponential(1);
  theta ~ student_t(4, 0, tau);
  target += 0;
  y ~ normal(1, tau);
}
