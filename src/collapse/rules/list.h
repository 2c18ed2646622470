// The list of conjugate families: a family is one file in this folder and one line here.
#pragma once

#include <span>
#include <vector>

#include "collapse/rules/rule.h"
#include "collapse/rules/rule_set.h"

namespace autumn::collapse {

// Where several fit an element, the first is taken.
#define AUTUMN_FAMILIES(X) \
  X(beta)                  \
  X(gamma)                 \
  X(inverse_gamma)         \
  X(dirichlet)             \
  X(inverse_wishart)       \
  X(wishart)               \
  X(root_inverse_gamma)

#define AUTUMN_DECLARE_FAMILY(name) [[nodiscard]] const FamilyRule& name##_rule();
AUTUMN_FAMILIES(AUTUMN_DECLARE_FAMILY)
#undef AUTUMN_DECLARE_FAMILY

using Families = std::span<const FamilyRule* const>;
[[nodiscard]] Families all_families();

// Everything but leaves, in the order in which a plan takes the steps: the Gaussian block first,
// since a scale that it shares is collapsed after it, then the families.
class RuleList {
 public:
  explicit RuleList(Families families);

  [[nodiscard]] std::size_t size() const { return rules_.size(); }
  [[nodiscard]] const Rule& operator[](std::size_t place) const { return rules_[place]; }
  [[nodiscard]] auto begin() const { return rules_.begin(); }
  [[nodiscard]] auto end() const { return rules_.end(); }

  static constexpr RuleSet kGaussian = RuleSet::only(0);
  static constexpr RuleSet kLogGaussian = RuleSet::only(1);
  static constexpr RuleSet kBlock = kGaussian.with(kLogGaussian);
  static constexpr RuleSet kFamilies = RuleSet::all().without(kBlock);
  // The families of whole vectors or matrices, those of matrices alone, and those that a scale of a
  // Gaussian block can have.
  [[nodiscard]] RuleSet of_items() const { return of_items_; }
  [[nodiscard]] RuleSet of_matrices() const { return of_matrices_; }
  [[nodiscard]] RuleSet of_block_scales() const { return of_block_scales_; }

 private:
  std::vector<Rule> rules_;
  RuleSet of_items_;
  RuleSet of_matrices_;
  RuleSet of_block_scales_;
};

// The rules whose elements live on exactly this support.
[[nodiscard]] RuleSet rules_for(const RuleList& rules, const expr::Graph& graph,
                                const model::Support& support);

}  // namespace autumn::collapse
