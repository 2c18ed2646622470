data {
  int N;
  int K;
  array[N] int<lower=1, upper=K> g;
  matrix[N, K] X;
  array[2] int pair;
}
parameters {
  vector[K] b;
  array[K] vector[3] bs;
}
transformed parameters {
  matrix[N, K] Z;
  vector[N] mu;
  array[K] vector[3] cs = bs;
  Z[1] = X[1] * 2;
  Z[ : , 2] = X[ : , 1];
  Z[2 : , ] = X[2 : N, ];
  Z[pair, pair] = X[pair, pair];
  Z[1, 1] = 0;
  mu[g] = b[g][1 : N];
  mu[1 : 2] = b[{1, 2}];
  cs[pair] = bs[pair];
  cs[1][2] = 1;
  cs[1, 2 : 3] = [1, 2]';
  cs[ : , 1] = rep_array(0, K);
  mu[1] += sum(b[pair]);
  mu[2 : 3] *= 2;
  Z[1] ./= X[1];
  Z .*= X;
}
