// A distribution is its density as an expression, its support, its cdf, and an exact sampler.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/streams.h"
#include "dist/domain.h"
#include "expr/operation.h"
#include "expr/term.h"

namespace autumn::dist {

using expr::Operand;
using expr::Term;
using Arguments = std::span<const Term>;
// Values of the arguments for one draw.
using ArgumentValues = std::span<const Operand>;
// Values of scalar arguments for several draws: one number for all, or one per draw.
using ArgumentColumns = std::span<const std::span<const double>>;

// The rank of one item: a number, a vector, a matrix.
enum class Item : std::uint8_t { kScalar = 0, kVector = 1, kMatrix = 2 };

struct Argument {
  std::string_view name;
  Domain domain = Domain::kReal;
  Item item = Item::kScalar;
};

// Bounds of the support that depend on arguments; closed where finite. What they leave open the
// domain of the variate says.
struct Bounds {
  std::optional<Term> lower = std::nullopt;
  std::optional<Term> upper = std::nullopt;
};

// One distribution, in Stan's parametrisation, with all its constants.
//
// Scalar variates are elementwise: the variate and every scalar argument broadcast, and the density
// is an array with one log density per element. A vector variate of length K is one item; an N x K
// matrix is N items, one per row, and the density then is a vector of length N. A vector argument
// may come per item too, as N rows; a matrix argument belongs to all items. Discrete variates are
// constants.
//
// Densities assume that arguments lie in their domains and the variate in the support: whoever adds
// a factor checks what is constant and adds indicator factors for what is not (model/validity.h).
// At the ends of a closed support they take their limits.
struct Distribution {
  std::string_view name;
  Argument variate;
  std::vector<Argument> arguments;
  // The argument that is seen only through its difference to the variate, if there is one.
  std::optional<std::size_t> location = std::nullopt;
  Term (*log_density)(Term y, Arguments args) = nullptr;
  // Null where the domain of the variate is the support.
  Bounds (*bounds)(Arguments args) = nullptr;
  // Where arguments that lie in their domains go together (lower < upper): 1, else 0, per row or
  // for all. Elsewhere the density is zero or NaN. Null where they always do.
  Term (*go_together)(Arguments args) = nullptr;
  // log P(Y <= y) and log P(Y > y), elementwise; null where there is no usable form.
  Term (*log_cdf)(Term y, Arguments args) = nullptr;
  Term (*log_ccdf)(Term y, Arguments args) = nullptr;
  // One exact draw of one item, in storage order.
  void (*draw)(Random& random, ArgumentValues args, std::span<double> out) = nullptr;
  // Of scalar items: the first draws of several streams, equal to the bit to those of `draw`. Null
  // where it would be no faster.
  void (*draw_many)(const Streams& streams, ArgumentColumns args, std::span<double> out) = nullptr;

  [[nodiscard]] bool is_discrete() const { return dist::is_discrete(variate.domain); }
  [[nodiscard]] bool is_scalar() const { return variate.item == Item::kScalar; }
};

// The value of a scalar argument of a draw.
[[nodiscard]] inline double scalar(ArgumentValues args, std::size_t k) {
  return args[k].numbers[0];
}
[[nodiscard]] inline double scalar(ArgumentColumns args, std::size_t k, std::size_t draw) {
  return args[k].size() == 1 ? args[k][0] : args[k][draw];
}

}  // namespace autumn::dist
