// Carbon that moves between two pools of soil and leaves both: what has left is seen.
functions {
  vector flow(real t, vector pool, real fast, real slow, real to_slow, real to_fast) {
    return [to_fast * slow * pool[2] - fast * pool[1], to_slow * fast * pool[1] - slow * pool[2]]';
  }
}
data {
  real<lower=0> total;
  int<lower=1> N;
  array[N] real<lower=0> times;
  vector[N] gone;
}
parameters {
  real<lower=0> fast;
  real<lower=0> slow;
  real<lower=0> to_slow;
  real<lower=0> to_fast;
  real<lower=0, upper=1> share;
  real<lower=0> sigma;
}
transformed parameters {
  array[N] vector[2] pool
    = ode_rk45(flow, [share * total, (1 - share) * total]', 0, times, fast, slow, to_slow, to_fast);
}
model {
  share ~ beta(10, 1);
  fast ~ normal(0, 1);
  slow ~ normal(0, 1);
  to_slow ~ normal(0, 1);
  to_fast ~ normal(0, 1);
  sigma ~ cauchy(0, 1);
  for (n in 1 : N) {
    gone[n] ~ normal(total - sum(pool[n]), sigma);
  }
}
