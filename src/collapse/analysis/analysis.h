// Analysis: for every element, the families it could be integrated out by, and the first reason
// against the others.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "collapse/analysis/reasons.h"
#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "collapse/forms/normal.h"
#include "collapse/plan.h"
#include "collapse/rules/family.h"

namespace autumn::collapse {

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
  [[nodiscard]] Reason reason(std::size_t variable, std::size_t element) const;
  [[nodiscard]] const std::vector<Exclusion>& exclusions() const { return exclusions_; }

 private:
  void start(const ElementSet& candidates);
  // The number of a obstacle, for `refuse`.
  [[nodiscard]] std::uint32_t add_obstacle(Obstacle obstacle);
  void refuse(std::size_t variable, std::size_t element, std::uint32_t obstacle);
  // All elements of a form.
  void refuse_all(const Form& form, std::uint32_t obstacle);
  [[nodiscard]] Form alive(std::size_t factor, std::size_t position);
  [[nodiscard]] Form without_dropped(std::size_t factor, std::size_t position, Form form) const;
  [[nodiscard]] Form alive_residual(std::size_t factor, const NormalRows& rows);
  void look_at_supports();
  void look_at_opaque(std::size_t factor);
  void look_at_normal(std::size_t factor);
  void look_at_residual(std::size_t factor, const NormalRows& rows);
  void look_at_families(std::size_t factor);
  void look_at_weight(const model::Factor& factor, const std::vector<Form>& forms);
  void look_at_prior(std::size_t factor, const Form& form);
  void look_at_argument(const model::Factor& factor, std::size_t position, const Form& form);
  void require_lognormal_priors();
  void add_powers(std::size_t factor, const FormTerm& term, std::vector<double>& powers) const;
  void keep_items_whole();
  void exclude_products(std::size_t first, const model::Factor& factor);
  void exclude_neighbours(std::size_t factor);
  void waive_shared_scales();
  [[nodiscard]] bool is_shared_scale(const Exclusion& exclusion);
  [[nodiscard]] bool could_be(std::size_t variable, Rule rule) const;
  [[nodiscard]] bool can_be(std::size_t variable, RuleSet rules) const;

  const model::Model& model_;
  const std::vector<RowMarks>& dropped_;
  Builder builder_;
  Forms forms_;
  std::vector<std::vector<RuleSet>> rules_;
  std::vector<RuleSet> possible_;  // per variable, by its support
  std::vector<std::vector<std::vector<std::uint32_t>>> obstacles_of_;  // per element
  std::vector<std::vector<std::uint8_t>> priors_;  // prior statements seen, per element
  std::vector<std::vector<std::size_t>> prior_factors_;
  std::vector<Obstacle> obstacles_;
  std::vector<Exclusion> exclusions_;
};

}  // namespace autumn::collapse
