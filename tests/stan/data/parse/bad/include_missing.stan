model {
#include missing.stan
#include
#include <unclosed.stan
}
