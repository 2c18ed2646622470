functions {
#include shared/helpers.stan
}
#include "shared/data_block.stan"
parameters {
  real mu;
}
model {
  #include <shared/prior.stan> // a comment may follow
  y ~ normal(twice(mu), 1);
}
