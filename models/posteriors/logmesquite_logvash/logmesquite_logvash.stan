// Weight of mesquite bushes on the volume, area, shape and height of their canopies, all in logs;
// flat priors.
data {
  int<lower=0> N;
  vector[N] weight;
  vector[N] diam1;
  vector[N] diam2;
  vector[N] canopy_height;
  vector[N] total_height;
  vector[N] group;
}
transformed data {
  vector[N] log_weight = log(weight);
  vector[N] volume = log(diam1 .* diam2 .* canopy_height);
  vector[N] area = log(diam1 .* diam2);
  vector[N] shape = log(diam1 ./ diam2);
  vector[N] height = log(total_height);
}
parameters {
  vector[6] beta;
  real<lower=0> sigma;
}
model {
  log_weight ~ normal(beta[1] + beta[2] * volume + beta[3] * area + beta[4] * shape
                      + beta[5] * height + beta[6] * group, sigma);
}
