// This header declares the fast Fourier transform of complex numbers, for lengths that are products
// of 2, 3 and 5.
#pragma once

#include <cstddef>
#include <vector>

namespace autumn::output {

// The least such length that is this or more.
[[nodiscard]] std::size_t good_length(std::size_t least);

// Real and imaginary parts stand apart, so that neighbours share vectors.
struct ComplexNumbers {
  std::vector<double> real;
  std::vector<double> imaginary;

  void resize(std::size_t size);
};

// Keeps its table of roots and a buffer.
class Fourier {
 public:
  // A good length.
  explicit Fourier(std::size_t size);

  [[nodiscard]] std::size_t size() const { return size_; }
  // x_k becomes sum_j x_j exp(-2 pi i j k / size).
  void transform(ComplexNumbers& x);

 private:
  std::size_t size_;
  ComplexNumbers roots_;  // exp(-2 pi i k / size)
  ComplexNumbers buffer_;
};

}  // namespace autumn::output
