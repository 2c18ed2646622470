parameters {
  real a;
  real<lower=0> b;
  real<lower=-1> c;
  real d;
  real<lower=-2, upper=2> e;
  vector[2] f;
  corr_matrix[2] R;
  real g;
  real<lower=1, upper=0> nowhere;
}
model {
  a ~ gamma(2, 3);
  b ~ beta(1, 1);
  c ~ lognormal(0, 1);
  d ~ uniform(0, 1);
  e ~ uniform(-1, 1);
  f ~ dirichlet(rep_vector(1, 2));
  R ~ lkj_corr(2);
  g ~ normal(0, 1) T[0, ];
}
