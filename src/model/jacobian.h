// The log Jacobian of a transform as an expression in the value of the variable, for those who have
// no unconstrained numbers: target() of a program counts it.
#pragma once

#include <optional>

#include "model/constrain.h"

namespace autumn::model {

// What `constrain` says where its value is `value` (in the shape of the variable's node). Nothing
// for unit vectors: theirs depends on a length that the value has lost.
[[nodiscard]] std::optional<expr::Term> log_jacobian_at(const Variable& variable,
                                                        const SupportTerms& support,
                                                        expr::Term value);

}  // namespace autumn::model
