// dimension: 2 -> 2
// kept: mu, sigma
// reason mu: student_t
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ student_t(4, mu, sigma);
}
