// A seed says of which combination of the two parts of a block derivatives are wanted.
#pragma once

namespace autumn::gaussian {

// Of -residual / 2 * (the rest) + determinant * (the log normaliser).
struct Seed {
  double residual = 1.0;
  double determinant = 1.0;
};

}  // namespace autumn::gaussian
