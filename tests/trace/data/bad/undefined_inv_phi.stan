transformed data {
  real x = inv_Phi(-0.5);
}
