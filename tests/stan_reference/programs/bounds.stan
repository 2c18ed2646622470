// Every scalar support, with bounds that are data, other parameters, and expressions of both.
data {
  int<lower=0> N;
  vector[N] y;
  real<lower=0> width;
}
transformed data {
  real middle = mean(y);
  real spread = sd(y);
}
parameters {
  real free;
  real<lower=0> scale;
  real<upper=width> below;
  real<lower=-width, upper=width> inside;
  real<lower=inside> above;
  real<lower=below, upper=below + scale> between;
  real<offset=middle, multiplier=spread> shifted;
  real<offset=free, multiplier=scale> centred;
  real<multiplier=scale> stretched;
  real<lower=0, upper=1> p;
  vector<lower=free, upper=free + 2>[3] v;
}
model {
  free ~ normal(0, 2);
  scale ~ lognormal(0.2, 0.7);
  below ~ double_exponential(0.5, 1.3);
  inside ~ student_t(4, 0.1, 1.2);
  above ~ cauchy(0, 2.5);
  between ~ logistic(free, 1.1);
  shifted ~ normal(middle, 0.5);
  centred ~ normal(free, scale);
  stretched ~ gumbel(0, scale);
  p ~ beta(2, 3.5);
  v ~ normal(above, 1.5);
  y ~ normal(shifted + inside, scale + abs(between));
}
