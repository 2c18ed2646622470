// Latent Dirichlet allocation: every word of a document is a mixture over topics.
data {
  int<lower=2> K;
  int<lower=2> V;
  int<lower=1> M;
  int<lower=1> N;
  array[N] int<lower=1, upper=V> word;
  array[N] int<lower=1, upper=M> document;
  vector<lower=0>[K] alpha;
  vector<lower=0>[V] beta;
}
parameters {
  array[M] simplex[K] topics;
  array[K] simplex[V] words;
}
model {
  for (m in 1 : M) {
    topics[m] ~ dirichlet(alpha);
  }
  for (k in 1 : K) {
    words[k] ~ dirichlet(beta);
  }
  for (n in 1 : N) {
    array[K] real weight;
    for (k in 1 : K) {
      weight[k] = log(topics[document[n], k]) + log(words[k, word[n]]);
    }
    target += log_sum_exp(weight);
  }
}
