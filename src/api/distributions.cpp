// This file makes the public distributions, each a name with its arguments.
#include "autumn/distributions.hpp"

namespace autumn {

#define AUTUMN_X1(name, a)           \
  Distribution name(const Expr& a) { \
    return {#name, {a}};             \
  }
#define AUTUMN_X2(name, a, b)                       \
  Distribution name(const Expr& a, const Expr& b) { \
    return {#name, {a, b}};                         \
  }
#define AUTUMN_X3(name, a, b, c)                                   \
  Distribution name(const Expr& a, const Expr& b, const Expr& c) { \
    return {#name, {a, b, c}};                                     \
  }
AUTUMN_DISTRIBUTION_FUNCTIONS(AUTUMN_X1, AUTUMN_X2, AUTUMN_X3)
#undef AUTUMN_X1
#undef AUTUMN_X2
#undef AUTUMN_X3

Distribution std_normal() {
  return {"std_normal", {}};
}

Distribution lkj_corr(std::size_t dimension, const Expr& eta) {
  return {"lkj_corr", {eta}, false, dimension};
}

Distribution lkj_corr_cholesky(std::size_t dimension, const Expr& eta) {
  return {"lkj_corr_cholesky", {eta}, false, dimension};
}

Distribution half_normal(const Expr& sigma) {
  return {"normal", {0.0, sigma}, true};
}
Distribution half_cauchy(const Expr& sigma) {
  return {"cauchy", {0.0, sigma}, true};
}
Distribution half_student_t(const Expr& nu, const Expr& sigma) {
  return {"student_t", {nu, 0.0, sigma}, true};
}

}  // namespace autumn
