// A domain is what a function of Stan asks of an argument, as a letter.
#pragma once

#include <cstddef>

#include "signatures/facts.h"

namespace autumn::signatures {

//   u  between 0.2 and 0.8              p  between 1.2 and 2.2         P  3 to 4
//   n  between -0.9 and -0.2            w  between -0.35 and -0.1      g  0.05 to 0.15
//   m  between 2.1 and 2.9
//   s  a covariance matrix              l  its Cholesky factor         H  symmetric or Hermitian
//   c  a correlation matrix             k  its Cholesky factor
//   x  sums to one, along the last index                               y  along the first of two
//   o  positive and ordered             d  of length one               z  sums to zero
//   e  a vector of one number           f  one of three
//   0 to 9  that integer                a  integers 1, 2, ...          j  three of these
//   #  how many elements the first argument has
[[nodiscard]] char domain_of(const Fact& fact, std::size_t place);

}  // namespace autumn::signatures
