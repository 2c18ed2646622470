transformed data {
  real x = log_mix(1.5, 0, 0);
}
