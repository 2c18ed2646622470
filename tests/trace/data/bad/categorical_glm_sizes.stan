parameters {
  matrix[2, 3] b;
}
model {
  {1, 2, 1} ~ categorical_logit_glm(rep_matrix(1, 2, 2), [0, 0, 0]', b);
}
