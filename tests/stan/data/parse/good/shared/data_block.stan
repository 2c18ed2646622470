data {
  int N;
#include data_more.stan
}
