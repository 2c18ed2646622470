// A density of a vector that returns early, and one that loops with conditions; called by ~ and by target +=.
functions {
  real skewed_lpdf(vector y, real m, real s1, real s2) {
    real lp = 0;
    if (s1 > 1.3) return normal_lupdf(y | m, s1);
    for (n in 1:num_elements(y)) {
      lp += normal_lupdf(y[n] | m, y[n] < m ? s1 : s2);
    }
    return lp - num_elements(y) * log(s1 + s2);
  }
}
data {
  int N;
  vector[N] y;
}
parameters {
  real m;
  real<lower=0> s1;
  real<lower=0> s2;
}
model {
  m ~ normal(0, 1);
  s1 ~ exponential(0.5);
  s2 ~ exponential(1);
  y ~ skewed(m, s1, s2);
  if (m > 0) target += skewed_lpdf(y | m, s2, s1);
  else target += skewed_lupdf(y | -m, s2, s1);
}
