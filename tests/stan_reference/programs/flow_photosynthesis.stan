// The smallest of several limiting rates, with which one it is deciding the noise.
data {
  int N;
  vector[N] light;
  vector[N] a;
}
parameters {
  real<lower=0> vmax;
  real<lower=0> slope;
  real<lower=0> tpu;
  vector<lower=0>[3] noise;
}
model {
  vmax ~ lognormal(0, 0.5);
  slope ~ lognormal(0, 0.5);
  tpu ~ lognormal(0, 0.5);
  noise ~ lognormal(-1, 0.5);
  for (n in 1:N) {
    vector[3] limit = [vmax * light[n] / (light[n] + 0.5), slope * light[n], tpu]';
    array[3] int order = sort_indices_asc(limit);
    a[n] ~ normal(limit[order[1]], noise[order[1]]);
  }
}
