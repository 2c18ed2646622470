// A FamilyRule is what a conjugate exponential family must say of itself so that its variables can
// be integrated out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collapse/rules/positive.h"
#include "dist/distribution.h"
#include "expr/term.h"
#include "model/model.h"

namespace autumn::collapse {

using dist::Arguments;
using expr::Term;

// How an expression contains an element v.
enum class UseKind : std::uint8_t {
  kPower,       // c * v^k with c > 0 free of v
  kFreePower,   // c * v^(k * power) with a power free of v
  kComplement,  // 1 - v
  kOdds,        // v / (1 - v)
  kLog,         // k * log v, and something free of v added (of an opaque factor)
  kOther,       // any other way
};

// One place where an element stands in a factor.
struct Use {
  const dist::Distribution* distribution = nullptr;  // null for an opaque factor
  std::size_t position = 0;                          // 0 is the value, k the k-th argument
  UseKind kind = UseKind::kOther;
  double exponent = 1.0;                             // of kPower, kFreePower and kLog
  std::optional<expr::NodeId> power = std::nullopt;  // of kFreePower
  bool is_bare = false;                              // c is 1 and k is 1: the element itself

  bool operator==(const Use&) const = default;
};

// A factor's part in an integral, one entry per row (per item and category for vectors): increments
// of the natural parameters, and the log of what does not contain v.
struct Share {
  std::vector<Term> increments;
  Term remainder;
};

// Parameters of a family or sums of increments, one array over the elements each.
using Parameters = std::vector<Term>;

enum class FamilyItem : std::uint8_t {
  kScalar,
  kVector,  // whole vectors, the last extent of the variable (the rows of an array of simplexes)
  // A whole matrix, one for each prior. The natural parameters are a number and a matrix C C': the
  // increments of a share are the sum over its rows, and columns of C, which are put beside those
  // of the other shares. Where it is the matrix of a block, sums have a border above C
  // (matrix_rate.h).
  kMatrix,
};

// A family in v with density proportional to exp(eta . T(v)). The product of a prior and all shares
// is again in the family, so that
//   log of the integral over v = log_marginal(prior, sums of increments) + sum of remainders
//   v given everything else    ~ recovery()(posterior(prior, sums))
// for all factors at once, whatever their number (docs/method.md).
struct FamilyRule {
  std::string_view name;   // as the plan prints it: "inverse gamma"
  FamilyItem item;         // what one v is
  std::size_t parameters;  // how many numbers a prior and a share have per element
  // Whether the family lives on exactly this support.
  bool (*fits)(const expr::Graph& graph, const model::Support& support);
  // The distribution of v given the rest; its arguments are what `posterior` gives.
  const dist::Distribution& (*recovery)();
  // The parameters of a factor that has v itself as its value and belongs to the family; nothing if
  // it does not. One entry per row, or scalars. Null if there is none in the family.
  std::optional<Parameters> (*prior)(const dist::Distribution& distribution, Arguments arguments);
  // Whether a factor that has v among its arguments (position > 0), or an opaque one that is a
  // function of v (position 0), keeps the family's form. Only
  // arguments other than that of the use are read (the exponent of a Weibull scale must fit its
  // shape).
  bool (*accepts)(const Use& use, Arguments arguments);
  // The share of such a factor. In `arguments` the element has been set to one, so that c * v^k is
  // c; the argument of the use itself is meaningless for kComplement and kOdds. Shapes are those of
  // the factor's rows (for vectors a matrix of rows x K wherever the density is an array, else a
  // vector), and what is the same in all rows of a constant factor is stored, so that sums fold.
  Share (*share)(const Use& use, Term value, Arguments arguments);
  // Without a prior (the flat density 1 on the support): nullopt.
  Term (*log_marginal)(const std::optional<Parameters>& prior, const Parameters& sums);
  Parameters (*posterior)(const std::optional<Parameters>& prior, const Parameters& sums);
  // Whether the integral without a prior is finite, where that can be seen from the sums
  // (constants, or positive by their form). Never wrongly true. Of factors with a distribution:
  // where opaque ones are among the shares, all parameters of the posterior must be positive.
  bool (*is_proper_when_flat)(const Parameters& sums, const InputSigns& inputs);
  // Whether v may be the scale of all rows of a Gaussian block, c times a power of v: natural
  // parameters are the power of the precision and the rate of its exponential.
  bool can_scale_a_block = false;
};

}  // namespace autumn::collapse
