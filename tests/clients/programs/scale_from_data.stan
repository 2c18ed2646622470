// A scale that data can make negative: line 9 then rejects every initial value.
data {
  real scale;
}
parameters {
  real mu;
}
model {
  mu ~ cauchy(0, scale);
}
