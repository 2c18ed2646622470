model {
#include shared/wrong.stan
  x = 1 +;
}
