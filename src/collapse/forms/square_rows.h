// This header turns weighted squares of one expression into rows with scales.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "collapse/forms/semidefinite.h"
#include "expr/term.h"
#include "model/model.h"

namespace autumn::collapse {

// All squares of one base and scale: minus half of base' Q base / scale^2, where Q is a diagonal,
// and for each column of the base a matrix.
struct SquareForm {
  expr::NodeId base;
  std::optional<expr::Term> scale;  // 1 if there is none
  std::vector<double> diagonal;
  std::optional<SymmetricMatrix> matrix = std::nullopt;
};

// Rows with one scale, or one each.
struct SquareRows {
  expr::Term residual;
  expr::Term scale;
};

// Adds the rows of a form. Returns what stands in the way, in words, if it has none.
[[nodiscard]] std::optional<std::string_view> add_rows(expr::Builder& builder,
                                                       const SquareForm& form,
                                                       std::vector<SquareRows>& rows);

// All rows as those of one factor; there must be some.
[[nodiscard]] model::Squares joined(const std::vector<SquareRows>& rows);

}  // namespace autumn::collapse
