// The parts that the limits of blocks share: input, sums of logs, priors of scales.
#pragma once

#include <cmath>
#include <cstddef>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace blocks {

using Vector = std::vector<double>;
using Input = std::map<std::string, Vector>;

// A density at a point, with its gradient unless that is null. Up to a constant, on the
// unconstrained scale, Jacobian included.
struct Density {
  virtual ~Density() = default;
  virtual double operator()(const double* x, double* gradient) = 0;
};

// Lines of a name, a count and so many numbers.
inline Input read(const std::string& path) {
  Input input;
  std::ifstream file(path);
  std::string name;
  std::size_t count = 0;
  while (file >> name >> count) {
    Vector& values = input[name];
    values.resize(count);
    for (double& value : values) file >> value;
  }
  return input;
}

// log(v[0]) + log(v[1]) + ..., by products of eight. The arguments are not extreme.
inline double sum_of_logs(const double* v, std::size_t count) {
  double sum = 0;
  std::size_t k = 0;
  for (; k + 8 <= count; k += 8) {
    sum += std::log(((v[k] * v[k + 1]) * (v[k + 2] * v[k + 3])) *
                    ((v[k + 4] * v[k + 5]) * (v[k + 6] * v[k + 7])));
  }
  for (; k < count; ++k) sum += std::log(v[k]);
  return sum;
}

// normal(0, spread) of a scale exp(x), with the Jacobian; adds to the derivative by x.
inline double half_normal(double x, double spread, double* derivative) {
  const double ratio = std::exp(2 * x) / (spread * spread);
  if (derivative) *derivative += 1 - ratio;
  return x - 0.5 * ratio;
}

}  // namespace blocks
