// What can be collapsed alone but not together.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "collapse/analysis/analysis.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using model::Factor;

// Disjoint sets of elements, for finding which are connected by rows.
class Components {
 public:
  explicit Components(const model::Model& model) {
    std::size_t start = 0;
    for (const model::Variable& variable : model.variables) {
      starts_.push_back(start);
      start += model.graph.shape(variable.node).size();
    }
    parent_.resize(start);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  [[nodiscard]] std::size_t of(std::size_t variable, std::size_t element) {
    std::size_t x = starts_[variable] + element;
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::size_t a, std::size_t b) { parent_[a] = b; }

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> parent_;
};

// An element of a scalar family in a row of a factor.
struct Occurrence {
  std::uint32_t variable;
  std::uint32_t element;
};

}  // namespace

void Analysis::exclude_products(std::size_t first, const Factor& factor) {
  for (std::size_t k = first; k < forms_.conflicts().size(); ++k) {
    const Conflict& conflict = forms_.conflicts()[k];
    exclusions_.push_back(
        {conflict.left,
         conflict.right,
         {fmt::format("it is multiplied with {{}} in {}",
                      factor.label.empty() ? "the density" : "the density of " + factor.label),
          factor.where},
         false});
  }
}

// A family's variable leaves a marginal behind that is of no family in its neighbours. Only normal
// variables of one row go together.
void Analysis::exclude_neighbours(std::size_t factor) {
  const Factor& f = model_.factors[factor];
  if (f.is_opaque()) return;
  const auto is_family = [&](std::size_t v, std::size_t e) {
    return (rules_[v][e] & ~kGaussianRules) != 0;
  };
  std::vector<Form> forms;
  bool has_family = false;
  for (std::size_t p = 0; p < positions(f); ++p) {
    forms.push_back(alive(factor, p));
    for (const FormTerm& term : forms.back().terms) {
      has_family = has_family || can_be(term.variable, static_cast<RuleSet>(~kGaussianRules));
    }
  }
  if (!has_family) return;
  // Rows that have an element of a family, and which.
  std::multimap<std::uint32_t, Occurrence> families;
  const auto each = [&](auto&& function) {
    for (std::size_t p = 0; p < forms.size(); ++p) {
      for (const FormTerm& term : forms[p].terms) {
        for (std::size_t q = 0; q < term.pairs.size(); ++q) {
          const std::uint32_t e = term.pairs.element(q);
          if (rules_[term.variable][e] == 0) continue;
          function(p, term.variable, e, row_of(model_.graph, f, p, term.pairs.row(q)));
        }
      }
    }
  };
  each([&](std::size_t, std::uint32_t v, std::uint32_t e, std::uint32_t row) {
    if (is_family(v, e)) families.emplace(row, Occurrence{v, e});
  });
  if (families.empty()) return;
  const bool is_normal = f.distribution == &dist::normal() || f.distribution == &dist::lognormal();
  const auto is_same_unit = [&](const Occurrence& a, std::uint32_t v, std::uint32_t e) {
    if (a.variable != v) return false;
    if ((rules_[v][e] & bit(Rule::kDirichlet)) == 0) return a.element == e;
    const std::size_t items = rules_[v].size() / model_.variables[v].dims.back();
    return a.element % items == e % items;
  };
  // One exclusion per pair of variables; elements of the same variable pair by pair.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Exclusion> found;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const Reason reason{fmt::format("it stands beside {{}} in {}{}",
                                  f.label.empty() ? "" : f.label + " ~ ", f.distribution->name),
                      f.where};
  const auto meet = [&](const Occurrence& a, std::uint32_t v, std::uint32_t e) {
    if (is_same_unit(a, v, e)) return;
    if (a.variable == v) {
      if (!seen.insert(std::minmax(a.element, e)).second) return;
      Exclusion one{ElementSet(model_), ElementSet(model_), reason, false};
      one.left.insert(v, a.element);
      one.right.insert(v, e);
      exclusions_.push_back(std::move(one));
      return;
    }
    auto [at, is_new] = found.try_emplace(
        {a.variable, v}, Exclusion{ElementSet(model_), ElementSet(model_), reason, false});
    at->second.left.insert(a.variable, a.element);
    at->second.right.insert(v, e);
    at->second.is_scale = is_normal && (rules_[v][e] & kGaussianRules) != 0;
  };
  each([&](std::size_t, std::uint32_t v, std::uint32_t e, std::uint32_t row) {
    if (row == kEveryRow) {
      for (const auto& [other_row, a] : families) meet(a, v, e);
      return;
    }
    for (const std::uint32_t r : {row, kEveryRow}) {
      const auto [begin, end] = families.equal_range(r);
      for (auto at = begin; at != end; ++at) meet(at->second, v, e);
    }
  });
  for (auto& [variables, exclusion] : found) exclusions_.push_back(std::move(exclusion));
}

// A scale shared by a whole Gaussian block goes together with the block (design, section 5.2): the
// marginal of the block is a power of it times an exponential.
void Analysis::waive_shared_scales() {
  std::vector<Exclusion> left;
  for (Exclusion& exclusion : exclusions_) {
    if (!(exclusion.is_scale && is_shared_scale(exclusion))) left.push_back(std::move(exclusion));
  }
  exclusions_ = std::move(left);
}

bool Analysis::is_shared_scale(const Exclusion& exclusion) {
  // One element only: others would meet each other in the block.
  if (exclusion.left.count() != 1) return false;
  std::size_t variable = 0;
  while (exclusion.left.count(variable) == 0) ++variable;
  const std::uint32_t element = exclusion.left.elements(variable)[0];
  const RuleSet scale_rules = bit(Rule::kGamma) | bit(Rule::kInverseGamma);
  if ((rules_[variable][element] & scale_rules) == 0) return false;
  const auto is_gaussian = [&](std::size_t v, std::size_t e) {
    return (rules_[v][e] & kGaussianRules) != 0;
  };
  // Which elements hang together through rows of normal factors.
  struct Rows {
    std::size_t factor;
    Form residual;
    NodeId scale;
  };
  std::vector<Rows> all;
  Components components(model_);
  for (std::size_t f = 0; f < model_.factors.size(); ++f) {
    const std::optional<NormalRows> rows = normal_rows(builder_, model_.factors[f]);
    if (!rows) continue;
    Form residual = alive_residual(f, *rows);
    std::map<std::uint32_t, std::size_t> first;
    for (const FormTerm& term : residual.terms) {
      for (std::size_t p = 0; p < term.pairs.size(); ++p) {
        const std::uint32_t e = term.pairs.element(p);
        if (!is_gaussian(term.variable, e)) continue;
        const std::size_t component = components.of(term.variable, e);
        const auto [at, is_new] = first.try_emplace(term.pairs.row(p), component);
        if (!is_new) components.join(components.of(term.variable, e), at->second);
        at->second = components.of(term.variable, e);
      }
    }
    all.push_back({f, std::move(residual), rows->scale});
  }
  std::set<std::size_t> touched;
  for (std::size_t v = 0; v < exclusion.right.variables(); ++v) {
    for (const std::uint32_t e : exclusion.right.elements(v)) {
      if (is_gaussian(v, e)) touched.insert(components.of(v, e));
    }
  }
  // Every row of those must have the scale c * v^(+-1/2).
  double exponent = 0.0;
  for (const Rows& rows : all) {
    bool is_touched = false;
    for (const FormTerm& term : rows.residual.terms) {
      for (const std::uint32_t e : term.pairs.elements) {
        is_touched = is_touched || (is_gaussian(term.variable, e) &&
                                    touched.contains(components.of(term.variable, e)));
      }
    }
    if (!is_touched) continue;
    Form scale = forms_.of(rows.scale);
    // What stays anyway is part of c.
    std::erase_if(scale.terms, [&](const FormTerm& t) {
      return std::ranges::all_of(t.pairs.elements,
                                 [&](std::uint32_t e) { return rules_[t.variable][e] == 0; });
    });
    if (!scale.is_product || scale.terms.size() != 1) return false;
    const FormTerm& term = scale.terms[0];
    if (term.variable != variable || term.pairs.size() != builder_.shape(rows.scale).size()) {
      return false;
    }
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      if (term.pairs.element(p) != element) return false;
    }
    if (term.exponent != 0.5 && term.exponent != -0.5) return false;
    if (exponent != 0.0 && exponent != term.exponent) return false;
    exponent = term.exponent;
  }
  return true;
}

}  // namespace autumn::collapse
