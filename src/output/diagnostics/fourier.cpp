// This file transforms in passes, one per prime factor or pair of twos, each from one buffer to the
// other in an order that needs no sorting afterwards (Stockham).
#include "output/diagnostics/fourier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace autumn::output {
namespace {

// A pass of radix r over sequences of `length` numbers that are `stride` apart.
struct Pass {
  std::size_t length;
  std::size_t stride;
  const ComplexNumbers& roots;
  const ComplexNumbers& from;
  ComplexNumbers& to;
};

struct Complex {
  double re;
  double im;
};

Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
Complex operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Complex operator*(double a, Complex b) {
  return {a * b.re, a * b.im};
}
// -i times it.
Complex turned(Complex a) {
  return {a.im, -a.re};
}

// The transforms of 2, 3, 4 and 5 numbers.
void transform_few(std::array<Complex, 2>& x) {
  x = {x[0] + x[1], x[0] - x[1]};
}

void transform_few(std::array<Complex, 3>& x) {
  const double s = 0.5 * std::numbers::sqrt3;
  const Complex sum = x[1] + x[2];
  const Complex middle = x[0] - 0.5 * sum;
  const Complex side = s * turned(x[1] - x[2]);
  x = {x[0] + sum, middle + side, middle - side};
}

void transform_few(std::array<Complex, 4>& x) {
  const Complex a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = turned(x[1] - x[3]);
  x = {a + c, b + d, a - c, b - d};
}

void transform_few(std::array<Complex, 5>& x) {
  // Cosine and sine of 72 and 144 degrees.
  constexpr double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410;
  constexpr double s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
  const Complex a = x[1] + x[4], b = x[2] + x[3];
  const Complex c = turned(x[1] - x[4]), d = turned(x[2] - x[3]);
  const Complex even1 = x[0] + c1 * a + c2 * b, even2 = x[0] + c2 * a + c1 * b;
  const Complex odd1 = s1 * c + s2 * d, odd2 = s2 * c - s1 * d;
  x = {x[0] + a + b, even1 + odd1, even2 + odd2, even2 - odd2, even1 - odd1};
}

template <std::size_t R>
void run(const Pass& pass) {
  const std::size_t part = pass.length / R;
  const double* __restrict from_re = pass.from.real.data();
  const double* __restrict from_im = pass.from.imaginary.data();
  double* __restrict to_re = pass.to.real.data();
  double* __restrict to_im = pass.to.imaginary.data();
  for (std::size_t p = 0; p < part; ++p) {
    std::array<Complex, R> root;
    for (std::size_t k = 0; k < R; ++k) {
      const std::size_t at = p * k * pass.stride;
      root[k] = {pass.roots.real[at], pass.roots.imaginary[at]};
    }
    for (std::size_t q = 0; q < pass.stride; ++q) {
      std::array<Complex, R> x;
      for (std::size_t k = 0; k < R; ++k) {
        const std::size_t at = q + pass.stride * (p + k * part);
        x[k] = {from_re[at], from_im[at]};
      }
      transform_few(x);
      for (std::size_t k = 0; k < R; ++k) {
        const std::size_t at = q + pass.stride * (R * p + k);
        const Complex y = root[k] * x[k];
        to_re[at] = y.re;
        to_im[at] = y.im;
      }
    }
  }
}

std::size_t radix_of(std::size_t length) {
  for (const std::size_t radix : {4U, 5U, 3U}) {
    if (length % radix == 0) return radix;
  }
  return 2;
}

}  // namespace

std::size_t good_length(std::size_t least) {
  for (std::size_t length = std::max<std::size_t>(least, 1);; ++length) {
    std::size_t rest = length;
    for (const std::size_t prime : {2U, 3U, 5U}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1) return length;
  }
}

void ComplexNumbers::resize(std::size_t size) {
  real.resize(size);
  imaginary.resize(size);
}

Fourier::Fourier(std::size_t size) : size_(size) {
  AUTUMN_CHECK(good_length(size) == size, "the length of a transform is a product of 2, 3 and 5");
  roots_.resize(size);
  buffer_.resize(size);
  for (std::size_t k = 0; k < size; ++k) {
    const double angle =
        -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    roots_.real[k] = std::cos(angle);
    roots_.imaginary[k] = std::sin(angle);
  }
}

void Fourier::transform(ComplexNumbers& x) {
  std::size_t stride = 1;
  for (std::size_t length = size_; length > 1;) {
    const std::size_t radix = radix_of(length);
    const Pass pass{length, stride, roots_, x, buffer_};
    switch (radix) {
      case 2: run<2>(pass); break;
      case 3: run<3>(pass); break;
      case 4: run<4>(pass); break;
      default: run<5>(pass); break;
    }
    std::swap(x, buffer_);
    length /= radix;
    stride *= radix;
  }
}

}  // namespace autumn::output
