// Parameters in arrays, vectors and matrices of every constrained type, used by all kinds of index.
data {
  int<lower=1> A;
  int<lower=1> B;
  array[A, B] real y;
  array[4] int<lower=1> pick;
}
parameters {
  array[A, B] real<lower=0> scales;
  array[A] vector<lower=-1, upper=3>[B] boxed;
  matrix<lower=0>[A, B] positive;
  array[2] matrix[A, B] cube;
  array[2, 2] row_vector<upper=1>[B] rows_;
  array[A] ordered[3] cuts;
  array[2] positive_ordered[3] grows;
  array[2] cholesky_factor_corr[3] factors;
  array[2] cov_matrix[2] covs;
  array[2] real<offset=1, multiplier=2> moved;
  vector<lower=[0, 1, 2]', upper=[1, 3, 7]'>[3] own;
}
model {
  for (a in 1:A) {
    for (b in 1:B) {
      y[a, b] ~ normal(boxed[a, b] + cube[1][a, b], scales[a, b] + positive[a, b]);
    }
    y[a] ~ student_t(5, cube[2][a], positive[a]);
    scales[a] ~ lognormal(0, 1);
    boxed[a] ~ normal(to_vector(cube[2][a]), 2);
    cuts[a] ~ normal(own, 2);
    to_vector(rows_[a, 1]) ~ normal(rows_[a, 2]', 1.5);
  }
  to_vector(positive) ~ gamma(2, 1.5);
  to_vector(cube[1]) ~ normal(0, 1);
  for (i in 1:2) {
    to_vector(cube[i, , 2]) ~ normal(1, 1);
    factors[i] ~ lkj_corr_cholesky(1.5);
    covs[i] ~ wishart(4, identity_matrix(2));
    grows[i] ~ exponential(i * 0.5);
  }
  to_vector(rows_[1, 2]) ~ normal(moved[2], 1);
  to_vector(rows_[2, 2]) ~ normal(moved[1], 1);
  moved ~ normal(0.5, 2);
  cuts[1][pick[1:2]] ~ normal(0.3, 1);
  own[pick[3:4]] ~ normal(grows[1, 2:3], 1.2);
  target += -sum(square(factors[2][2:3, 1])) + sum(covs[1, 1:2, 2]) * 0.1;
}
