// A normal factor is anything that is a sum of squares of affine residuals over scales; this
// header declares how they are read.
#pragma once

#include <optional>

#include "expr/builder.h"
#include "model/model.h"

namespace autumn::collapse {

using expr::Builder;
using expr::NodeId;

// log density = sum over rows of log normal(residual | 0, scale), plus the sum of `extra`.
struct NormalRows {
  NodeId residual;  // one number per row
  NodeId scale;     // a scalar, or one per row
  // lognormal: - log value; multi_normal: - log det L; squares: what normalises the rows
  std::optional<NodeId> extra = std::nullopt;
  bool is_whitened = false;  // rows are combinations of the elements of an item
  bool is_whole = false;  // squares of an opaque factor, which go together; its weight is in them
};

// The rows of a factor, if it is normal, std_normal, lognormal, multi_normal, multi_normal_cholesky
// or multi_normal_prec (whitened by the Cholesky factor), or an opaque one with squares: these have
// no normaliser, and `extra` takes the one of the rows away. Weights are not looked at.
[[nodiscard]] std::optional<NormalRows> normal_rows(Builder& builder, const model::Factor& factor);

// multi_normal, multi_normal_cholesky or multi_normal_prec.
[[nodiscard]] bool is_multi_normal(const model::Factor& factor);

// The weight that multiplies the rows of a factor, which squares have in their residuals.
[[nodiscard]] inline std::optional<NodeId> row_weight(const model::Factor& factor) {
  return factor.squares ? std::nullopt : factor.weight;
}

}  // namespace autumn::collapse
