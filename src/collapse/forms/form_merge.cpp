// This file merges the terms of what is packed from many numbers.
#include <algorithm>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;

// The linear terms of one variable, some of which have a coefficient.
class LinearTerms {
 public:
  explicit LinearTerms(Builder& builder) : builder_(builder) {}

  void add(const FormTerm& term) {
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      List& list = term.coefficient ? with_coefficient_ : plain_;
      list.pairs.row_count = std::max(list.pairs.row_count, term.pairs.row_count);
      list.pairs.rows.push_back(term.pairs.row(p));
      list.pairs.elements.push_back(term.pairs.element(p));
      double factor = term.factor;
      if (term.multiplier) {
        factor *= builder_.graph().constant(
            term.multiplier->node)[slot_of(*term.multiplier, builder_, p)];
      }
      list.factors.push_back(factor);
      if (term.coefficient) slots_.push_back(slot_of_node(coefficient_of(*term.coefficient, p)));
    }
  }

  void finish(std::uint32_t variable, std::vector<FormTerm>& terms) {
    for (List* list : {&plain_, &with_coefficient_}) {
      if (list->factors.empty()) continue;
      FormTerm term;
      term.variable = variable;
      term.multiplier =
          Numbers{builder_.constant(Shape::vector(list->factors.size()), list->factors), {}};
      term.pairs = std::move(list->pairs);
      if (list == &with_coefficient_) {
        term.coefficient = Numbers{expr::concat(coefficients_).id(), std::move(slots_)};
      }
      terms.push_back(std::move(term));
    }
  }

 private:
  struct List {
    Pairs pairs = {};
    std::vector<double> factors = {};
  };

  [[nodiscard]] expr::Term coefficient_of(const Numbers& numbers, std::size_t p) {
    const expr::Term node(builder_, numbers.node);
    return node.size() == 1 ? expr::reshape(node, Shape::scalar())
                            : expr::element(node, slot_of(numbers, builder_, p));
  }

  [[nodiscard]] std::uint32_t slot_of_node(expr::Term coefficient) {
    const auto [at, is_new] =
        slot_of_node_.try_emplace(coefficient.id(), as_u32(coefficients_.size()));
    if (is_new) coefficients_.push_back(coefficient);
    return at->second;
  }

  Builder& builder_;
  List plain_, with_coefficient_;
  std::vector<std::uint32_t> slots_;
  std::map<NodeId, std::uint32_t> slot_of_node_;
  std::vector<expr::Term> coefficients_;
};

// Pairs in an unknown way: a list of all, or wide if one of them is.
class OtherTerms {
 public:
  void add(const FormTerm& term) {
    if (term.pairs.is_wide) {
      if (wide_) {
        wide_->pairs.row_count = std::max(wide_->pairs.row_count, term.pairs.row_count);
      } else {
        wide_ = term;
      }
      return;
    }
    const bool is_unfollowed = !pairs_.empty() && first_.is_unfollowed;
    if (pairs_.empty()) first_ = term;
    first_.is_unfollowed = is_unfollowed || term.is_unfollowed;
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      pairs_.emplace_back(term.pairs.row(p), term.pairs.element(p));
    }
  }

  // Of what is wide, and a list, both are said.
  void finish(std::vector<FormTerm>& terms) {
    if (!pairs_.empty()) {
      std::ranges::sort(pairs_);
      pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
      const std::size_t rows = first_.pairs.row_count;
      first_.pairs = {.is_dense = false, .row_count = rows, .rows = {}, .elements = {}};
      for (const auto& [row, element] : pairs_) {
        first_.pairs.row_count = std::max<std::size_t>(first_.pairs.row_count, row + 1U);
        first_.pairs.rows.push_back(row);
        first_.pairs.elements.push_back(element);
      }
      terms.push_back(std::move(first_));
    }
    if (wide_) terms.push_back(*std::move(wide_));
  }

 private:
  std::optional<FormTerm> wide_;
  FormTerm first_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

bool is_other(const FormTerm& term) {
  return term.kind == TermKind::kOther;
}

}  // namespace

std::vector<FormTerm> with_united_others(std::vector<FormTerm> terms) {
  if (std::ranges::count_if(terms, is_other) < 2) return terms;
  std::map<std::uint32_t, OtherTerms> other;
  std::vector<FormTerm> result;
  for (FormTerm& term : terms) {
    if (is_other(term)) {
      other[term.variable].add(term);
    } else {
      result.push_back(std::move(term));
    }
  }
  for (auto& [variable, all] : other) all.finish(result);
  return result;
}

std::vector<FormTerm> merged(Builder& builder, std::vector<FormTerm> terms) {
  std::map<std::uint32_t, LinearTerms> linear;
  std::map<std::uint32_t, OtherTerms> other;
  std::vector<FormTerm> result;
  for (FormTerm& term : terms) {
    if (term.kind == TermKind::kLinear && term.exponent == 1.0) {
      linear.try_emplace(term.variable, builder).first->second.add(term);
    } else if (term.kind == TermKind::kOther) {
      other[term.variable].add(term);
    } else {
      result.push_back(std::move(term));
    }
  }
  for (auto& [variable, all] : linear) all.finish(variable, result);
  for (auto& [variable, all] : other) all.finish(result);
  return result;
}

}  // namespace autumn::collapse
