// stanc refuses this ("Condition in conditional must be of type int"); we take it.
parameters {
  real c;
}
model {
  c ~ normal(0, 1);
  if (c) target += c;
}
