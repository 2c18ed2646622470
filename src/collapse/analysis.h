// Analysis: for every element, the families it could be integrated out by, and the first reason
// against the others.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "collapse/factor_rows.h"
#include "collapse/family.h"
#include "collapse/form.h"
#include "collapse/normal.h"
#include "collapse/plan.h"

namespace autumn::collapse {

// Sets of rules, as bits.
using RuleSet = std::uint8_t;
[[nodiscard]] constexpr RuleSet bit(Rule rule) {
  return static_cast<RuleSet>(1U << static_cast<unsigned>(rule));
}
inline constexpr RuleSet kGaussianRules =
    static_cast<RuleSet>((1U << static_cast<unsigned>(Rule::kGaussian)) |
                         (1U << static_cast<unsigned>(Rule::kLogGaussian)));

struct Reason {
  std::string text;
  SourceRange where;
};

// The rule of a scalar family; null for the others.
[[nodiscard]] const FamilyRule* family_of(Rule rule);
[[nodiscard]] std::span<const Rule> family_rules();

// How an element stands in an argument of a factor.
[[nodiscard]] Use use_of(const model::Factor& factor, std::size_t position, const FormTerm& term,
                         bool is_product);

// Two sets that can not both be collapsed.
struct Exclusion {
  ElementSet left;
  ElementSet right;
  Reason reason;
  bool is_scale = false;  // left is the scale of rows whose mean has the elements on the right
};

inline constexpr std::size_t kNoFactor = std::numeric_limits<std::size_t>::max();

class Analysis {
 public:
  // `dropped` marks, for each factor, the rows that leaves have taken away.
  Analysis(const model::Model& model, const ElementSet& candidates,
           const std::vector<RowMarks>& dropped);

  [[nodiscard]] RuleSet rules(std::size_t variable, std::size_t element) const {
    return rules_[variable][element];
  }
  // The first of the possible rules.
  [[nodiscard]] Rule rule(std::size_t variable, std::size_t element) const;
  // Which factor is its prior; kNoFactor if none is.
  [[nodiscard]] std::size_t prior_factor(std::size_t variable, std::size_t element) const {
    return prior_factors_[variable][element];
  }
  [[nodiscard]] const Reason& reason(std::size_t variable, std::size_t element) const {
    return reasons_[why_[variable][element]];
  }
  [[nodiscard]] const std::vector<Exclusion>& exclusions() const { return exclusions_; }

 private:
  void start(const ElementSet& candidates);
  [[nodiscard]] std::uint32_t add_reason(std::string text, const SourceRange& where);
  void refuse(std::size_t variable, std::size_t element, RuleSet rules, std::uint32_t reason);
  // All elements of a form at this position of a factor, but those in dropped rows.
  void refuse_all(const Form& form, RuleSet rules, std::uint32_t reason);
  [[nodiscard]] Form alive(std::size_t factor, std::size_t position);
  [[nodiscard]] Form without_dropped(std::size_t factor, std::size_t position, Form form) const;
  [[nodiscard]] Form alive_residual(std::size_t factor, const NormalRows& rows);
  void look_at_supports();
  void look_at_opaque(std::size_t factor);
  void look_at_normal(std::size_t factor);
  void look_at_families(std::size_t factor);
  void look_at_prior(std::size_t factor, const Form& form);
  void look_at_argument(const model::Factor& factor, std::size_t position, const Form& form);
  void require_lognormal_priors();
  void add_powers(std::size_t factor, const FormTerm& term, std::vector<double>& powers) const;
  void keep_items_whole();
  void exclude_products(std::size_t first, const model::Factor& factor);
  void exclude_neighbours(std::size_t factor);
  void waive_shared_scales();
  [[nodiscard]] bool is_shared_scale(const Exclusion& exclusion);
  [[nodiscard]] bool can_be(std::size_t variable, RuleSet rules) const;

  const model::Model& model_;
  const std::vector<RowMarks>& dropped_;
  Builder builder_;
  Forms forms_;
  std::vector<std::vector<RuleSet>> rules_;
  std::vector<std::vector<std::uint32_t>> why_;
  std::vector<std::vector<std::uint8_t>> priors_;  // prior statements seen, per element
  std::vector<std::vector<std::size_t>> prior_factors_;
  std::vector<Reason> reasons_;
  std::vector<Exclusion> exclusions_;
};

}  // namespace autumn::collapse
