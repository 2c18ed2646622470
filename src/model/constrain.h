// A transform goes from unconstrained numbers to the values of a variable, with the log Jacobian,
// as expressions.
#pragma once

#include "expr/term.h"
#include "model/model.h"

namespace autumn::model {

// The value of a variable (in its node's shape) and the log absolute Jacobian determinant of the
// transform (a scalar).
struct Constrained {
  expr::Term value;
  expr::Term log_jacobian;
};

// Bounds, offset and multiplier of a support, in the builder of the transform.
struct SupportTerms {
  std::optional<expr::Term> lower = std::nullopt;
  std::optional<expr::Term> upper = std::nullopt;
  std::optional<expr::Term> offset = std::nullopt;
  std::optional<expr::Term> multiplier = std::nullopt;
};

// `free` is a vector of `unconstrained_size(...)` numbers: items in storage order (first index
// fastest), and for each free coordinate of an item all items before the next coordinate. The
// transforms are Stan's (docs/from-stan.md says of which version; simplexes by the isometric log
// ratio).
[[nodiscard]] Constrained constrain(const Variable& variable, const SupportTerms& support,
                                    expr::Term free);

}  // namespace autumn::model
