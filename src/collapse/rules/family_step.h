// A step of a conjugate family: where its elements stand, and the terms that follow from it.
#pragma once

#include <optional>
#include <vector>

#include "collapse/analysis/family_uses.h"
#include "collapse/blocks/gaussian_block.h"
#include "collapse/plan.h"

namespace autumn::collapse {

// The factor that is the prior, with one row per element (item), in their order.
struct PriorRows {
  std::size_t factor = 0;
  std::vector<std::uint32_t> rows;
};

// Rows of a factor that have elements among their arguments.
struct ShareRows {
  std::size_t factor = 0;
  Use use;
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> targets;  // per row: which element (item) of the step
};

struct FamilyStep {
  const FamilyRule* rule = nullptr;
  std::size_t variable = 0;
  std::vector<std::uint32_t> elements;
  std::size_t items = 0;   // elements, or whole vectors
  std::size_t length = 1;  // of an item
  std::size_t side = 1;    // of an item that is a matrix
  std::optional<PriorRows> prior;
  std::vector<ShareRows> shares;
  const GaussianBlock* block = nullptr;  // whose scale it is
};

// The factors in which an element is, for each of the elements of a set: so that many steps need
// not look at all factors each.
class FactorsOfElements {
 public:
  FactorsOfElements(const model::Model& model, Builder& builder, const ElementSet& elements);

  // Of any of these, in order.
  [[nodiscard]] std::vector<std::size_t> of(const Step& step) const;

 private:
  std::vector<std::vector<std::vector<std::uint32_t>>> factors_;  // by variable and element
};

// Finds the rows of the step's elements in these factors. `taken` marks rows that are gone already.
[[nodiscard]] FamilyStep find_family_step(const model::Model& model, const Step& step,
                                          Builder& builder, const std::vector<RowMarks>& taken,
                                          const std::vector<std::size_t>& factors);

// Everything in terms of `to`, in which the collapsed elements have been set to their neutral
// values.
struct FamilyTerms {
  std::optional<Parameters> prior;
  Parameters sums;
  // The same for a proof that they are positive: what a block adds to a rate is one if that is
  // surely positive, and else zero; what may underflow adds nothing.
  Parameters provable;
  std::vector<Term> remainders;
};
[[nodiscard]] FamilyTerms family_terms(const model::Model& model, const FamilyStep& step,
                                       Builder& from, Builder& to, const Copies& copies);

// Whether the integral is finite for all values of what is kept: it is with a prior and factors of
// distributions; else it must be seen from the terms.
[[nodiscard]] bool is_proper(const FamilyStep& step, const FamilyTerms& terms,
                             const InputSigns& inputs);

}  // namespace autumn::collapse
