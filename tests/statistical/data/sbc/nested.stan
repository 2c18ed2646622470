// nested groups
data { int N; array[N] int class; array[4] int school; vector[N] y; }
parameters { real mu; real<lower=0> s_school; real<lower=0> s_class; vector[2] a; vector[4] b; }
model {
  mu ~ normal(0, 2);
  s_school ~ lognormal(-0.5, 0.5);
  s_class ~ lognormal(-0.5, 0.5);
  a ~ normal(mu, s_school);
  b ~ normal(a[school], s_class);
  y ~ normal(b[class], 0.5);
}
