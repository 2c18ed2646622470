// The two-step task: model-based values are maxima of learned ones.
data {
  int T;
  array[T] int c1;
  array[T] int s2;
  array[T] int c2;
  array[T] int r;
}
parameters {
  real<lower=0, upper=1> alpha;
  real<lower=0, upper=1> w;
  real<lower=0> beta;
  real pers;
  matrix[2, 2] q0;
}
model {
  matrix[2, 2] q2 = q0;
  vector[2] q1 = rep_vector(0, 2);
  alpha ~ beta(2, 2);
  w ~ beta(2, 2);
  beta ~ gamma(2, 1);
  pers ~ normal(0, 0.5);
  to_vector(q0) ~ normal(0, 0.5);
  for (t in 1:T) {
    vector[2] mb;
    vector[2] net;
    for (a in 1:2) {
      mb[a] = 0.7 * max(q2[a]) + 0.3 * max(q2[3 - a]);
      net[a] = w * mb[a] + (1 - w) * q1[a];
      if (t > 1) if (c1[t - 1] == a) net[a] += pers;
    }
    c1[t] ~ categorical_logit(beta * net);
    c2[t] ~ categorical_logit(beta * q2[s2[t]]');
    q1[c1[t]] += alpha * (q2[s2[t], c2[t]] - q1[c1[t]]);
    if (r[t] > q2[s2[t], c2[t]]) q2[s2[t], c2[t]] += alpha * (r[t] - q2[s2[t], c2[t]]);
    else q2[s2[t], c2[t]] *= 1 - 0.5 * alpha;
  }
}
