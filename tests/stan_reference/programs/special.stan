// Special functions. Left out are slopes of which Stan (Math 4.9) has few digits: of gamma_p and gamma_q by
// their first argument (1e-6). Its trigamma is good to 1e-9, so that and digamma have a small weight.
parameters {
  real<lower=0> a;
  real<lower=0> b;
  real<lower=0, upper=1> p;
  real x;
  real y;
  vector<lower=0>[3] v;
}
model {
  target += lgamma(a) - 0.01 * digamma(1 + b) + lbeta(a, b) - beta(a + 1, b) + 0.01 * trigamma(a + 0.5);
  target += log(gamma_p(2.5, b)) + log(gamma_q(1.5, a)) + log(tgamma(a + 1));
  target += log(Phi(x)) + log(Phi_approx(y)) - square(inv_Phi(p)) - erf(x) + log(erfc(y));
  target += owens_t(x, y) + log(modified_bessel_first_kind(1, a)) + bessel_first_kind(2, x);
  target += log(modified_bessel_second_kind(1, b)) + log_modified_bessel_first_kind(a, b);
  target += log1p_exp(x) - log1m_exp(-a) + expm1(-b) + log1p(a) - log1m(p) - logit(p) + log(inv_cloglog(x));
  target += -hypot(x, y) - atan2(a, x) + fma(x, y, a) * 0.1 + lmultiply(a, b) - log_diff_exp(a + b, a);
  target += -cbrt(a) - inv_sqrt(b) - inv_square(1 + a) - inv(1 + b) - fdim(a, -1) - fmax(a, -1) - fmin(b, 1e9);
  target += sinh(p) - cosh(p) + tanh(x) - asinh(y) - acosh(1 + a) + atanh(p) - asin(p) + acos(p) - atan(x);
  target += lchoose(a + 3, b) + rising_factorial(a, 3) * 0.01 - log_rising_factorial(a, b) + lmgamma(3, 2 + a);
  target += falling_factorial(a + 3, 2) * 0.01 + log_inv_logit(x) + log1m_inv_logit(y) - abs(x);
  target += -sum(square(v)) + sum(log(v)) + sum(pow(v, 1.5)) / 10 - 2 ^ p - exp2(p) + log2(a) + log10(b);
  target += log_sum_exp({x, y, a}) - log_inv_logit_diff(a + 1, a) - lambert_w0(b) + log_mix(p, x, y);
}
