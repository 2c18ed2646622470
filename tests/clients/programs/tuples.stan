// Tuples in data and among the quantities, nested in an array as well.
data {
  tuple(int, real) given;
  array[2] tuple(real, vector[2]) rows;
}
parameters {
  real<lower=0, upper=1> theta;
}
model {
  theta ~ beta(3, 9);
}
generated quantities {
  tuple(real, vector[2]) pair = (theta, [theta, 1 - theta]');
  array[2] tuple(int, real) many = {(given.1, given.2), (given.1 + 1, rows[2].2[1])};
}
