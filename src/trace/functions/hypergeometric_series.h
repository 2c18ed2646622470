// Hypergeometric functions as numbers: by their series, by its transformations, and by what its
// partial sums tend to where it converges slowly.
#pragma once

#include <span>
#include <vector>

namespace autumn::trace {

// The arguments: those above (a), those below (b), and z.
struct HypergeometricArguments {
  std::span<const double> a;
  std::span<const double> b;
  double z;
};

// A value with its slopes by a, b and z, one after the other.
struct HypergeometricValue {
  double value;
  std::vector<double> slopes;
};

// NaN stands for what does not exist and for what would have too few digits, each slope by itself;
// without slopes if nobody wants them.
[[nodiscard]] HypergeometricValue hypergeometric(const HypergeometricArguments& x,
                                                 bool wants_slopes);

// Where the series is at the end of its disc (z = 1, or close to -1), so that it converges slowly
// or only because its terms alternate.
[[nodiscard]] HypergeometricValue hypergeometric_at_edge(const HypergeometricArguments& x,
                                                         bool wants_slopes);

}  // namespace autumn::trace
