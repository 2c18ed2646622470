// A tuple of one part.
functions {
  real first(tuple(real,) x) {
    return x.1;
  }
}
model {
  print(first((3.5,)));
}
