// This header declares modified Bessel functions of the first kind as the von Mises distribution
// needs them.
#pragma once

namespace autumn::special {

// log I0(x), even in x, never overflowing; relative error 8u with u = 2^-53.
[[nodiscard]] double log_bessel_i0(double x);

// I1(x) / I0(x), the derivative of log I0; odd in x, +-1 at the infinities; relative error 16u.
[[nodiscard]] double bessel_i1_i0_ratio(double x);

}  // namespace autumn::special
