// This header says how an expression depends on one node: DEPENDENT, AFFINE, LINEAR and
// AFFINE_COEFF of the paper.
//
// All are decided operation by operation, so they are sound but incomplete: (v + 1) - 1 is not
// found to be linear, nor v - v to be independent of v.
#pragma once

#include "oracle/expression.h"

namespace autumn::oracle {

// Whether v occurs in e.
[[nodiscard]] bool dependent(const Expr& e, NodeId v);

// Whether e = p v + q with p and q free of v; p may be 0.
[[nodiscard]] bool affine(const Expr& e, NodeId v);

// Whether e = p v with p free of v, and v occurs.
[[nodiscard]] bool linear(const Expr& e, NodeId v);

struct AffineCoefficients {
  Expr p;
  Expr q;
};

// The p and q of an affine e.
[[nodiscard]] AffineCoefficients affine_coeff(const Expr& e, NodeId v);

}  // namespace autumn::oracle
