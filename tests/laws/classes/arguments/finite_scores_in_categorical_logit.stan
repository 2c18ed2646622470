// density at {"b": [0.5, -0.5], "s": 1}: finite
// density at {"b": [0.5, -0.5], "s": 0}: rejected
// Stan asks for finite logits, though a category may well have no probability.
parameters {
  vector[2] b;
  real s;
}
model {
  b ~ std_normal();
  s ~ normal(1, 0.1);
  1 ~ categorical_logit([b[1], b[2] + log(s)]');
}
