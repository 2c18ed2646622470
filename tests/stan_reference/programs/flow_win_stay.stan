// Several subjects; the option with the highest value, found by a loop, gets a bonus.
data {
  int S;
  int T;
  array[S, T] int c;
  array[S, T] real r;
}
parameters {
  vector<lower=0, upper=1>[S] rate;
  real bonus;
  matrix[S, 3] start;
}
model {
  rate ~ beta(2, 2);
  bonus ~ normal(0, 1);
  to_vector(start) ~ normal(0, 1);
  for (s in 1:S) {
    vector[3] v = start[s]';
    for (t in 1:T) {
      int best = 1;
      vector[3] logits = 2 * v;
      for (j in 2:3) if (v[j] > v[best]) best = j;
      logits[best] += bonus;
      c[s, t] ~ categorical_logit(logits);
      v[c[s, t]] += rate[s] * (r[s, t] - v[c[s, t]]);
    }
  }
}
