// A complex number and a matrix of them; apart from the other shapes, since not every reader of files knows them.
generated quantities {
  complex z = to_complex(3, 4);
  complex_matrix[2, 2] w;
  for (i in 1 : 2) {
    for (j in 1 : 2) {
      w[i, j] = to_complex(i, j);
    }
  }
}
