// Early returns out of nested loops, in functions called by functions.
functions {
  real first_above(vector x, real limit) {
    for (i in 1:num_elements(x)) {
      if (x[i] > limit) return x[i] - limit;
    }
    return -1;
  }
  real score(vector x, vector limits) {
    real total = 0;
    for (i in 1:num_elements(limits)) {
      for (j in 1:3) {
        real f = first_above(x, limits[i] * j);
        if (f < 0) return total - limits[i];
        total += f;
        if (total > 3) {
          return 3 + log(total);
        }
      }
    }
    return total;
  }
}
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector<lower=0>[3] limits;
  real<lower=0> sigma;
}
model {
  limits ~ lognormal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(score(x, limits), sigma);
}
