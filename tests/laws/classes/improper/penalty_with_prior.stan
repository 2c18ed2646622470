// The same penalty, and one element that has a prior.
// proper
parameters {
  vector[3] b;
}
model {
  matrix[3, 3] Q = [[1, -1, 0], [-1, 2, -1], [0, -1, 1]];
  target += -0.5 * quad_form(Q, b);
  b[2] ~ student_t(4, 0, 2);
}
