// exp(x) is infinite above 709.78, and degrees of freedom must be finite
// every draw: x in [0, 709.783]
// reference: x mean 354.891 sd 204.897 within 0.03
parameters {
  real<lower=0, upper=1500> x;
  real z;
}
model {
  z ~ student_t(exp(x), 0, 1);
}
