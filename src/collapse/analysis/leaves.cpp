// This file finds leaves: uses are counted once, and a row that falls takes its uses with it.
#include "collapse/analysis/leaves.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"
#include "collapse/rules/supports.h"
#include "dist/distribution.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using dist::Domain;
using model::Factor;
using model::SupportKind;

// Whether bounds that depend on arguments are exactly the declared ones. Equal expressions are the
// same node.
bool has_declared_bounds(Builder& builder, const Factor& factor, const model::Support& support) {
  std::vector<expr::Term> arguments;
  for (const NodeId argument : factor.arguments) arguments.emplace_back(builder, argument);
  const dist::Bounds bounds = factor.distribution->bounds(arguments);
  const auto is_same = [](const std::optional<expr::Term>& bound,
                          const std::optional<NodeId>& declared) {
    return bound.has_value() == declared.has_value() && (!bound || bound->id() == *declared);
  };
  return is_same(bounds.lower, support.lower) && is_same(bounds.upper, support.upper);
}

// Whether the distribution lives on exactly the declared support, so that it integrates to one.
bool fills_support(Builder& builder, const Factor& factor, const model::Variable& variable) {
  const dist::Distribution& d = *factor.distribution;
  const model::Support& support = variable.support;
  const expr::Graph& graph = builder.graph();
  if (d.bounds != nullptr) return has_declared_bounds(builder, factor, support);
  switch (support.kind) {
    // A density on the circle is none on the line.
    case SupportKind::kReal: return d.variate.domain == Domain::kReal && &d != &dist::von_mises();
    case SupportKind::kLower:
      return is_positive_half_line(graph, support) &&
             (d.variate.domain == Domain::kPositive || d.variate.domain == Domain::kNonNegative);
    case SupportKind::kInterval:
      return is_unit_interval(graph, support) &&
             (d.variate.domain == Domain::kUnit || d.variate.domain == Domain::kOpenUnit);
    default: return model::properties_of(support.kind).item_domain == d.variate.domain;
  }
}

// One use of an element in a row.
struct RowUse {
  std::uint32_t variable;
  std::uint32_t element;
};

// The uses of a factor, row by row; those of arguments that all rows share at the end.
struct FactorUses {
  std::vector<std::uint32_t> start;  // per row, one more for the shared, one more for the end
  std::vector<RowUse> uses;
};

// A row whose value is made of elements and nothing else.
struct ValueRow {
  std::uint32_t factor = 0;
  std::uint32_t row = 0;
};

class Stripping {
 public:
  Stripping(const model::Model& model, const ElementSet& candidates)
      : model_(model),
        candidates_(candidates),
        builder_(model.graph),
        forms_(model, builder_, all()) {
    leaves_.dropped.resize(model.factors.size());
    count_uses();
    find_values();
  }

  Leaves run() && {
    std::vector<ValueRow> wave;
    for (std::uint32_t f = 0; f < model_.factors.size(); ++f) {
      for (std::uint32_t r = 0; r < value_elements_[f].size(); ++r) {
        if (is_leaf(f, r)) wave.push_back({f, r});
      }
    }
    while (!wave.empty()) wave = drop(wave);
    return std::move(leaves_);
  }

 private:
  [[nodiscard]] ElementSet all() const {
    ElementSet set(model_);
    for (std::size_t v = 0; v < set.variables(); ++v) set.insert_all(v);
    return set;
  }

  template <typename Function>
  void each_use(std::size_t f, Function function) {
    const Factor& factor = model_.factors[f];
    for (std::size_t p = 0; p < positions(factor); ++p) {
      const Form form = forms_.of(at_position(factor, p));
      for (const FormTerm& term : form.terms) {
        if (is_too_long_for_a_list(term)) continue;
        for (std::size_t q = 0; q < term.pairs.size(); ++q) {
          function(row_of(model_.graph, factor, p, term.pairs.row(q)), term.variable,
                   term.pairs.element(q));
        }
      }
    }
  }

  // What stands in too many rows to go through them is no leaf, whichever of them fall.
  void count_long_uses(std::size_t f) {
    const Factor& factor = model_.factors[f];
    for (std::size_t p = 0; p < positions(factor); ++p) {
      for (const FormTerm& term : forms_.of(at_position(factor, p)).terms) {
        if (!is_too_long_for_a_list(term)) continue;
        for (const std::uint32_t e : term.pairs.elements) ++uses_[term.variable][e];
      }
    }
  }

  void count_uses() {
    for (const model::Variable& variable : model_.variables) {
      uses_.emplace_back(model_.graph.shape(variable.node).size(), 0U);
      value_of_.emplace_back(uses_.back().size());
    }
    for (std::size_t f = 0; f < model_.factors.size(); ++f) {
      if (model_.factors[f].is_precaution) continue;
      each_use(f, [&](std::uint32_t, std::uint32_t v, std::uint32_t e) { ++uses_[v][e]; });
      count_long_uses(f);
    }
    for (const model::Variable& variable : model_.variables) {
      for (const std::optional<NodeId>& bound : {variable.support.lower, variable.support.upper}) {
        if (!bound) continue;
        for (const FormTerm& term : forms_.of(*bound).terms) {
          for (const std::uint32_t e : term.pairs.elements) ++uses_[term.variable][e];
        }
      }
    }
  }

  // Rows of factors that could be leaves: their value is a plain piece of one variable.
  void find_values() {
    value_elements_.resize(model_.factors.size());
    for (std::size_t f = 0; f < model_.factors.size(); ++f) {
      const Factor& factor = model_.factors[f];
      if (factor.is_opaque() || factor.weight) continue;
      const Form form = forms_.of(factor.value);
      const std::size_t size = model_.graph.shape(factor.value).size();
      if (form.terms.size() != 1 || form.terms[0].pairs.size() != size) continue;
      const FormTerm& term = form.terms[0];
      if (term.kind != TermKind::kLinear || term.factor != 1.0 || term.multiplier ||
          term.coefficient || !form.is_product) {
        continue;
      }
      const std::size_t rows = row_count(model_.graph, factor);
      // One element for several rows is no leaf: it has several factors.
      if (rows == 0 || size % rows != 0 || (size < rows)) continue;
      if (!fills_support(builder_, factor, model_.variables[term.variable])) continue;
      collect_values(f, term, rows);
    }
  }

  void collect_values(std::size_t f, const FormTerm& term, std::size_t rows) {
    value_elements_[f].resize(rows);
    std::vector<std::uint32_t> at(term.pairs.size());
    for (std::size_t p = 0; p < at.size(); ++p) at[term.pairs.row(p)] = term.pairs.element(p);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::uint32_t row = row_of(model_.graph, model_.factors[f], 0, as_u32(i));
      value_elements_[f][row].push_back({term.variable, at[i]});
      value_of_[term.variable][at[i]] = {as_u32(f), row};
    }
    if (!has_whole_items(f, term.variable)) value_elements_[f].clear();
  }

  // A constrained vector or matrix must be all of an item.
  [[nodiscard]] bool has_whole_items(std::size_t f, std::size_t variable) const {
    const model::Variable& v = model_.variables[variable];
    if (model::item_rank(v.support.kind) == 0) return true;
    const std::size_t length = model::item_size(v.support.kind, v.dims);
    const std::size_t items = uses_[variable].size() / length;
    for (const std::vector<RowUse>& row : value_elements_[f]) {
      if (row.size() != length) return false;
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (row[k].element != row[0].element % items + items * k) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_leaf(std::uint32_t f, std::uint32_t r) const {
    if (value_elements_[f].empty()) return false;
    if (!leaves_.dropped[f].empty() && leaves_.dropped[f][r] != 0) return false;
    return std::ranges::all_of(value_elements_[f][r], [&](const RowUse& use) {
      return uses_[use.variable][use.element] == 1 &&
             candidates_.contains(use.variable, use.element);
    });
  }

  // Takes the rows away and returns those that have become leaves by it.
  std::vector<ValueRow> drop(const std::vector<ValueRow>& wave) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_factor;
    for (const ValueRow& leaf : wave) by_factor[leaf.factor].push_back(leaf.row);
    std::vector<RowUse> released;
    for (auto& [f, rows] : by_factor) {
      std::ranges::sort(rows);
      add_step(f, rows);
      for (const std::uint32_t r : rows) release(f, r, released);
    }
    std::vector<ValueRow> next;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // items have several elements
    for (const RowUse& use : released) {
      const std::optional<ValueRow>& at = value_of_[use.variable][use.element];
      if (at && is_leaf(at->factor, at->row) && seen.emplace(at->factor, at->row).second) {
        next.push_back(*at);
      }
    }
    return next;
  }

  void add_step(std::uint32_t f, const std::vector<std::uint32_t>& rows) {
    Step step{.rule = kLeafRule,
              .variable = value_elements_[f][rows[0]][0].variable,
              .elements = {},
              .factor = f,
              .rows = rows};
    const std::size_t length = value_elements_[f][rows[0]].size();
    for (std::size_t k = 0; k < length; ++k) {
      for (const std::uint32_t r : rows) step.elements.push_back(value_elements_[f][r][k].element);
    }
    leaves_.steps.push_back(std::move(step));
  }

  void release(std::uint32_t f, std::uint32_t r, std::vector<RowUse>& released) {
    RowMarks& dropped = leaves_.dropped[f];
    if (dropped.empty()) dropped.assign(row_count(model_.graph, model_.factors[f]), 0);
    dropped[r] = 1;
    const FactorUses& uses = uses_of(f);
    const auto take = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t q = begin; q < end; ++q) {
        --uses_[uses.uses[q].variable][uses.uses[q].element];
        released.push_back(uses.uses[q]);
      }
    };
    take(uses.start[r], uses.start[r + 1]);
    if (++dropped_count_[f] == dropped.size()) {
      take(uses.start[dropped.size()], uses.start[dropped.size() + 1]);
    }
  }

  const FactorUses& uses_of(std::uint32_t f) {
    const auto [at, is_new] = row_uses_.try_emplace(f);
    if (!is_new) return at->second;
    const std::size_t rows = row_count(model_.graph, model_.factors[f]);
    FactorUses& result = at->second;
    result.start.assign(rows + 2, 0);
    const auto place = [&](std::uint32_t row) { return row == kEveryRow ? rows : row; };
    each_use(f, [&](std::uint32_t row, std::uint32_t, std::uint32_t) {
      ++result.start[place(row) + 1];
    });
    std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
    result.uses.resize(result.start.back());
    std::vector<std::uint32_t> next(result.start.begin(), result.start.end() - 1);
    each_use(f, [&](std::uint32_t row, std::uint32_t v, std::uint32_t e) {
      result.uses[next[place(row)]++] = {v, e};
    });
    return result;
  }

  const model::Model& model_;
  const ElementSet& candidates_;
  Builder builder_;
  Forms forms_;
  Leaves leaves_;
  std::vector<std::vector<std::uint32_t>> uses_;
  std::vector<std::vector<std::optional<ValueRow>>> value_of_;
  std::vector<std::vector<std::vector<RowUse>>> value_elements_;  // per factor and row
  std::map<std::uint32_t, FactorUses> row_uses_;
  std::map<std::uint32_t, std::size_t> dropped_count_;
};

}  // namespace

Leaves find_leaves(const model::Model& model, const ElementSet& candidates) {
  return Stripping(model, candidates).run();
}

}  // namespace autumn::collapse
