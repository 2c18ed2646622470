functions { }
data {
}
transformed data {} parameters
{
  real y;
} transformed
parameters { } model { y ~ normal(0, 1); }
generated
  quantities { }
