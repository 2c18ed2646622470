model {
#include shared/cycle.stan
}
