// dimension: 2 -> 2
// kept: b, mu
// reason mu: the scale of
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real b; }
model {
  mu ~ normal(0, 1);
  b ~ student_t(3, 0, 1);
  y ~ normal(mu + b, exp(mu));
  1 ~ bernoulli_logit(b);
}
