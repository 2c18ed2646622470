// One simplex and an array of them, under Dirichlet, multinomial and categorical distributions.
data {
  int<lower=2> K;
  int<lower=1> G;
  array[G, K] int<lower=0> counts;
  int<lower=0> N;
  array[N] int<lower=1, upper=K> z;
  vector<lower=0>[K] alpha;
}
parameters {
  simplex[K] centre;
  real<lower=0> concentration;
  array[G] simplex[K] group;
  simplex[3] small;
}
model {
  centre ~ dirichlet(alpha);
  concentration ~ gamma(2, 0.1);
  for (g in 1:G) {
    group[g] ~ dirichlet(concentration * centre);
    counts[g] ~ multinomial(group[g]);
  }
  z ~ categorical(centre);
  target += 2 * log(small[1]) - square(small[2]) + small[3] * centre[1];
}
