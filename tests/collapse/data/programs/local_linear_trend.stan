// dimension: 13 -> 3
// kept: s_level, s_slope, sigma
transformed data { vector[5] y = [1, 2, 0.3, 4, 2.2]'; }
parameters { vector[5] level; vector[5] slope; real<lower=0> s_level; real<lower=0> s_slope; real<lower=0> sigma; }
model {
  level[1] ~ normal(0, 10);
  slope[1] ~ normal(0, 2);
  level[2:5] ~ normal(level[1:4] + slope[1:4], s_level);
  slope[2:5] ~ normal(slope[1:4], s_slope);
  y ~ normal(level, sigma);
  s_level ~ exponential(1);
  s_slope ~ exponential(1);
  sigma ~ exponential(1);
}
