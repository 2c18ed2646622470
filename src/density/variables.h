// The variables of a model as expressions of the unconstrained vector, for those who lower.
#pragma once

#include <optional>
#include <vector>

#include "density/lower.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/constrain.h"

namespace autumn::density {

[[nodiscard]] std::vector<Slice> places_of(const model::Model& model);

struct Variables {
  // Of the variables so far: what the model's inputs are replaced by.
  std::vector<expr::NodeId> values;
  std::vector<expr::Term> log_jacobians;
};

// A node of the model as an expression of the variables.
[[nodiscard]] std::optional<expr::Term> copied(expr::Builder& builder, const model::Model& model,
                                               std::optional<expr::NodeId> node,
                                               const Variables& variables);

// A variable from its own numbers; those that its support refers to are there.
[[nodiscard]] model::Constrained constrain_one(expr::Builder& builder, const model::Model& model,
                                               std::size_t variable, const Variables& variables,
                                               expr::Term free);

// Every variable, in the order they are declared.
[[nodiscard]] Variables constrain_all(expr::Builder& builder, const model::Model& model,
                                      expr::Term unconstrained);

// The log densities of these factors as expressions of the variables.
[[nodiscard]] std::vector<expr::NodeId> log_densities(expr::Builder& builder,
                                                      const model::Model& model,
                                                      const std::vector<model::Factor>& factors,
                                                      const Variables& variables);

}  // namespace autumn::density
