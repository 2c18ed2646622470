// This file finds neighbours: elements that stand in one row of a factor, one of them of a family.
#include "collapse/analysis/exclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dist/list.h"

namespace autumn::collapse {
namespace {

using model::Factor;

// An element in a row of a factor.
struct RowElement {
  std::uint32_t variable;
  std::uint32_t element;
  std::uint32_t row;
};

// The exclusions between elements of families and those that stand beside them in one factor.
class Neighbours {
 public:
  // `at` are the forms of the factor's value and arguments.
  Neighbours(const model::Model& model, const Factor& factor, const std::vector<Form>& at,
             Findings& findings)
      : model_(model), factor_(factor), findings_(findings) {
    for (std::size_t position = 0; position < at.size(); ++position) read(position, at[position]);
  }

  void exclude() {
    if (families_.empty()) return;
    for (const RowElement& one : all_) meet_families_of_row(one);
    for (auto& [variables, exclusion] : between_) {
      findings_.exclusions.push_back(std::move(exclusion));
    }
  }

 private:
  void read(std::size_t position, const Form& form) {
    for (const FormTerm& term : form.terms) {
      for (std::size_t q = 0; q < term.pairs.size(); ++q) {
        const std::uint32_t e = term.pairs.element(q);
        if (findings_.left[term.variable][e].is_empty()) continue;
        const std::uint32_t row = row_of(model_.graph, factor_, position, term.pairs.row(q));
        all_.push_back({term.variable, e, row});
        if (!findings_.can_be(term.variable, e, RuleList::kFamilies)) continue;
        families_.emplace(row, all_.back());
      }
    }
  }

  void meet_families_of_row(const RowElement& one) {
    if (one.row == kEveryRow) {
      for (const auto& [row, family] : families_) meet(family, one);
      return;
    }
    meet_families_at(one.row, one);
    // A covariance of many numbers, which is met once by an element of many rows.
    const bool is_first = met_shared_.insert({one.variable, one.element}).second;
    if (is_first) meet_families_at(kEveryRow, one);
  }

  void meet_families_at(std::uint32_t row, const RowElement& one) {
    const auto [begin, end] = families_.equal_range(row);
    for (auto at = begin; at != end; ++at) meet(at->second, one);
  }

  // One exclusion per pair of variables; elements of the same variable pair by pair.
  void meet(const RowElement& family, const RowElement& other) {
    if (is_same_item(family, other)) return;
    if (family.variable == other.variable) {
      if (!seen_.insert(std::minmax(family.element, other.element)).second) return;
      Exclusion one = empty_exclusion();
      one.left.insert(family.variable, family.element);
      one.right.insert(other.variable, other.element);
      findings_.exclusions.push_back(std::move(one));
      return;
    }
    Exclusion& exclusion =
        between_.try_emplace({family.variable, other.variable}, empty_exclusion()).first->second;
    exclusion.left.insert(family.variable, family.element);
    exclusion.right.insert(other.variable, other.element);
    exclusion.is_scale =
        is_normal() && findings_.can_be(other.variable, other.element, RuleList::kBlock);
  }

  [[nodiscard]] bool is_same_item(const RowElement& a, const RowElement& b) const {
    if (a.variable != b.variable) return false;
    if (!findings_.can_be(b.variable, b.element, findings_.rules.of_items())) {
      return a.element == b.element;
    }
    const std::size_t items = findings_.items(model_, b.variable);
    return a.element % items == b.element % items;
  }

  [[nodiscard]] bool is_normal() const {
    return factor_.distribution == &dist::normal() || factor_.distribution == &dist::lognormal() ||
           is_multi_normal(factor_);
  }

  [[nodiscard]] Exclusion empty_exclusion() const {
    return {ElementSet(model_),
            ElementSet(model_),
            {fmt::format("it stands beside {{}} in {}{}",
                         factor_.label.empty() ? "" : factor_.label + " ~ ",
                         factor_.distribution->name),
             factor_.where},
            false};
  }

  const model::Model& model_;
  const Factor& factor_;
  Findings& findings_;
  std::vector<RowElement> all_;
  std::multimap<std::uint32_t, RowElement> families_;                     // by row
  std::map<std::pair<std::uint32_t, std::uint32_t>, Exclusion> between_;  // by variables
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> met_shared_;  // variables and elements
};

bool has_family(const std::vector<Form>& at, const Findings& findings) {
  for (const Form& form : at) {
    for (const FormTerm& term : form.terms) {
      if (findings.can_be(term.variable, RuleList::kFamilies)) return true;
    }
  }
  return false;
}

}  // namespace

void exclude_products(AliveForms& forms, std::size_t first, std::size_t factor,
                      Findings& findings) {
  const Factor& f = forms.factor(factor);
  for (std::size_t k = first; k < forms.forms().conflicts().size(); ++k) {
    const Conflict& conflict = forms.forms().conflicts()[k];
    findings.exclusions.push_back(
        {conflict.left,
         conflict.right,
         {fmt::format("it is multiplied with {{}} in {}",
                      f.label.empty() ? "the density" : "the density of " + f.label),
          f.where},
         false});
  }
}

void exclude_neighbours(AliveForms& forms, std::size_t factor, Findings& findings) {
  if (forms.factor(factor).is_opaque()) return;
  const std::vector<Form> at = forms.of(factor);
  if (!has_family(at, findings)) return;
  Neighbours(forms.model(), forms.factor(factor), at, findings).exclude();
}

}  // namespace autumn::collapse
