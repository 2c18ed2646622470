// This file finds which elements hang together through rows of normal factors, and whether every
// row of those that a scale touches has that scale, to one power, or that covariance.
#include "collapse/analysis/shared_scales.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/matrix_item.h"

namespace autumn::collapse {
namespace {

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

// The rows of one normal factor, with the form of their residual.
struct FactorRows {
  std::size_t factor;
  Form residual;
  NodeId scale;
  std::size_t length;  // how many rows are of one vector
};

// All rows of normal factors, and which elements of the block they connect.
class Connections {
 public:
  Connections(AliveForms& forms, const Findings& findings)
      : forms_(forms), findings_(findings), components_(forms.model()) {
    for (std::size_t f = 0; f < forms.model().factors.size(); ++f) {
      const std::optional<NormalRows> rows = forms.normal(f);
      if (!rows) continue;
      const std::size_t size = forms.builder().shape(rows->residual).size();
      const std::size_t count = row_count(forms.builder().graph(), forms.factor(f));
      const std::size_t length = rows->is_whitened ? size / count : 1;
      all_.push_back({f, forms.residual(f, *rows), rows->scale, length});
      connect(all_.back());
    }
  }

  // Whether all rows of the blocks on the right of an exclusion have the scale on its left, a
  // number or a matrix.
  [[nodiscard]] bool share_scale(const Exclusion& exclusion) {
    std::size_t variable = 0;
    while (exclusion.left.count(variable) == 0) ++variable;
    if (findings_.can_be(variable, findings_.rules.of_matrices())) {
      return share_matrix(exclusion, variable);
    }
    // One element only: others would meet each other in the block.
    if (exclusion.left.count() != 1) return false;
    const std::uint32_t element = exclusion.left.elements(variable)[0];
    if (!findings_.can_be(variable, element, findings_.rules.of_block_scales())) return false;
    const std::set<std::size_t> touched = components_of(exclusion.right);
    double exponent = 0.0;
    for (const FactorRows& rows : all_) {
      if (!is_touched(rows.residual, touched)) continue;
      const double here = exponent_of(rows.scale, variable, element);
      if (here == 0.0 || (exponent != 0.0 && exponent != here)) return false;
      exponent = here;
    }
    return true;
  }

 private:
  // One matrix, of which every row on the right has a multiple: then what is multiplied with it is
  // a matter of vectors (vector_columns.h). What its family asks has been asked before.
  [[nodiscard]] bool share_matrix(const Exclusion& exclusion, std::size_t variable) {
    const model::Variable& matrix = forms_.model().variables[variable];
    const std::vector<std::uint32_t> elements = exclusion.left.elements(variable);
    if (elements != elements_of_item(matrix, elements[0])) return false;
    const auto owner =
        std::pair(ElementPlace{as_u32(variable), elements[0]}, components_of(exclusion.right));
    const auto known = shares_matrix_.find(owner);
    if (known != shares_matrix_.end()) return known->second;
    return shares_matrix_[owner] = are_vectors(owner.first, matrix.dims.back(), owner.second);
  }

  [[nodiscard]] bool are_vectors(ElementPlace matrix, std::size_t length,
                                 const std::set<std::size_t>& touched) {
    std::vector<Form> residuals;
    for (const FactorRows& rows : all_) {
      if (!is_touched(rows.residual, touched)) continue;
      const model::Factor& factor = forms_.factor(rows.factor);
      if (matrix_item(forms_.forms(), forms_.model(), factor) != matrix) return false;
      residuals.push_back(rows.residual);
    }
    const auto counts = [this](std::size_t v, std::size_t e) { return is_in_block(v, e); };
    return vector_columns(forms_.builder(), length, residuals, counts).has_value();
  }

  [[nodiscard]] bool is_in_block(std::size_t variable, std::size_t element) const {
    return findings_.can_be(variable, element, RuleList::kBlock);
  }

  void connect(const FactorRows& rows) {
    std::map<std::size_t, std::size_t> first;
    for (const FormTerm& term : rows.residual.terms) {
      for (std::size_t p = 0; p < term.pairs.size(); ++p) {
        const std::uint32_t e = term.pairs.element(p);
        if (!is_in_block(term.variable, e)) continue;
        const std::size_t component = components_.of(term.variable, e);
        const auto [at, is_new] = first.try_emplace(term.pairs.row(p) / rows.length, component);
        if (!is_new) components_.join(components_.of(term.variable, e), at->second);
        at->second = components_.of(term.variable, e);
      }
    }
  }

  [[nodiscard]] std::set<std::size_t> components_of(const ElementSet& elements) {
    std::set<std::size_t> found;
    for (std::size_t v = 0; v < elements.variables(); ++v) {
      for (const std::uint32_t e : elements.elements(v)) {
        if (is_in_block(v, e)) found.insert(components_.of(v, e));
      }
    }
    return found;
  }

  [[nodiscard]] bool is_touched(const Form& residual, const std::set<std::size_t>& touched) {
    return std::ranges::any_of(residual.terms, [&](const FormTerm& term) {
      return std::ranges::any_of(term.pairs.elements, [&](std::uint32_t e) {
        return is_in_block(term.variable, e) && touched.contains(components_.of(term.variable, e));
      });
    });
  }

  // The exponent where every row has the scale c * v^exponent of this one element, else 0. What the
  // family of v asks of it has been asked before. What else is in the scale is part of c: it stands
  // beside v, so that only one of them is collapsed.
  [[nodiscard]] double exponent_of(NodeId node, std::size_t variable, std::uint32_t element) {
    Form scale = forms_.forms().of(node);
    std::erase_if(scale.terms, [&](const FormTerm& term) { return term.variable != variable; });
    if (!scale.is_product || scale.terms.size() != 1) return 0.0;
    const FormTerm& term = scale.terms[0];
    const std::size_t size = forms_.builder().shape(node).size();
    if (term.variable != variable || term.pairs.size() != size) return 0.0;
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      if (term.pairs.element(p) != element) return 0.0;
    }
    return term.exponent;
  }

  AliveForms& forms_;
  const Findings& findings_;
  Components components_;
  std::vector<FactorRows> all_;
  // Of a matrix and the elements beside it.
  std::map<std::pair<ElementPlace, std::set<std::size_t>>, bool> shares_matrix_;
};

}  // namespace

void waive_shared_scales(AliveForms& forms, Findings& findings) {
  const auto is_scale = [](const Exclusion& exclusion) { return exclusion.is_scale; };
  if (std::ranges::none_of(findings.exclusions, is_scale)) return;
  Connections connections(forms, findings);
  std::erase_if(findings.exclusions, [&](const Exclusion& exclusion) {
    return exclusion.is_scale && connections.share_scale(exclusion);
  });
}

}  // namespace autumn::collapse
