// Conditions inside of a function that returns a vector, with sizes that are not known.
functions {
  vector clipped(vector x, real low, real high) {
    vector[num_elements(x)] z = x;
    for (i in 1:num_elements(x)) {
      if (z[i] < low) z[i] = low;
      else if (z[i] > high) z[i] = high;
    }
    return z;
  }
  vector positive_part(vector x) {
    int n = 0;
    for (i in 1:rows(x)) if (x[i] > 0) n += 1;
    {
      vector[n] out;
      int k = 0;
      for (i in 1:rows(x)) {
        if (x[i] > 0) {
          k += 1;
          out[k] = x[i];
        }
      }
      return out;
    }
  }
}
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real low;
  real<lower=low> high;
}
model {
  vector[N] mu = clipped(a + b * x, low, high);
  vector[num_elements(positive_part(mu))] p = positive_part(mu);
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  low ~ normal(-1, 1);
  high ~ normal(1, 1);
  y ~ normal(mu, 1);
  p ~ exponential(1.5);
}
