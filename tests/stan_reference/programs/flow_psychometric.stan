// A psychometric function with lapses that are counted only above a threshold of the stimulus.
data {
  int<lower=0> N;
  vector[N] x;
  array[N] int n;
  array[N] int k;
}
parameters {
  real m;
  real<lower=0> w;
  real<lower=0, upper=0.3> lapse;
  real<lower=0, upper=0.3> guess;
}
transformed parameters {
  vector<lower=0, upper=1>[N] p;
  for (i in 1:N) {
    real z = (x[i] - m) / w;
    p[i] = Phi_approx(z);
    if (z > 1) p[i] = (1 - lapse) * p[i];
    else if (z < -1 || p[i] < guess) p[i] = guess + (1 - guess) * p[i];
  }
}
model {
  m ~ normal(0, 1);
  w ~ lognormal(0, 0.5);
  lapse ~ beta(1, 10);
  guess ~ beta(1, 10);
  k ~ binomial(n, p);
}
