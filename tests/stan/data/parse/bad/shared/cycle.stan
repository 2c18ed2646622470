  target += 1;
#include ../include_cycle.stan
#include cycle.stan
