// This file finds the uses of elements and data from the forms of values and arguments.
#include "explain/uses.h"

#include <algorithm>
#include <set>

#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "dist/distribution.h"

namespace autumn::explainer {
namespace {

using expr::Op;
using model::Factor;
using model::Graph;

void sort_unique(ElementLists& lists) {
  for (auto& [variable, elements] : lists) {
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  }
}

bool is_plain(const collapse::Form& form, std::size_t size) {
  if (form.terms.size() != 1) return false;
  const collapse::FormTerm& term = form.terms[0];
  return term.kind == collapse::TermKind::kLinear && term.factor == 1.0 && !term.multiplier &&
         !term.coefficient && form.is_product && !term.pairs.is_dense && term.pairs.size() == size;
}

// Arrays that are not one number repeated are data.
bool is_data(std::span<const double> numbers) {
  return numbers.size() > 1 &&
         std::ranges::any_of(numbers, [&](double x) { return x != numbers[0]; });
}

class Uses {
 public:
  Uses(const model::Model& model, const collapse::ElementSet& collapsed,
       const collapse::ElementSet& leaves, std::span<const NamedData> data)
      : model_(model),
        collapsed_(collapsed),
        leaves_(leaves),
        data_(data),
        builder_(model.graph),
        forms_(model, builder_, all()),
        seen_(model.graph.size(), 0) {}

  FactorUses of(std::size_t f) {
    const Factor& factor = model_.factors[f];
    FactorUses uses;
    for (std::size_t p = 0; p < collapse::positions(factor); ++p) {
      ElementLists& lists = p == 0 ? uses.value : uses.arguments;
      for (const collapse::FormTerm& term : forms_.of(collapse::at_position(factor, p)).terms) {
        std::vector<std::uint32_t>& list = lists[term.variable];
        list.insert(list.end(), term.pairs.elements.begin(), term.pairs.elements.end());
      }
    }
    sort_unique(uses.value);
    sort_unique(uses.arguments);
    uses.has_data_value = model_.graph.is_constant(factor.value) && !factor.is_opaque();
    uses.has_plain_value =
        is_plain(forms_.of(factor.value), model_.graph.shape(factor.value).size());
    count_rows(factor, uses);
    uses.data = data_names(factor, uses);
    return uses;
  }

 private:
  [[nodiscard]] collapse::ElementSet all() const {
    collapse::ElementSet set(model_);
    for (std::size_t v = 0; v < set.variables(); ++v) set.insert_all(v);
    return set;
  }

  // Marks rows with a collapsed element, and apart from those rows with a leaf.
  void count_rows(const Factor& factor, FactorUses& uses) {
    constexpr std::uint8_t kTaken = 1;
    constexpr std::uint8_t kFallen = 2;
    collapse::RowMarks marks(collapse::row_count(model_.graph, factor), 0);
    const auto mark = [&](std::uint32_t row, std::uint8_t as) {
      if (row != collapse::kEveryRow && !factor.is_opaque()) {
        marks[row] |= as;
      } else {
        for (std::uint8_t& m : marks) m |= as;
      }
    };
    for (std::size_t p = 0; p < collapse::positions(factor); ++p) {
      for (const collapse::FormTerm& term : forms_.of(collapse::at_position(factor, p)).terms) {
        // Of a full matrix one element is enough.
        const std::size_t step = term.pairs.is_dense ? term.pairs.row_count : 1;
        for (std::size_t q = 0; step != 0 && q < term.pairs.size(); q += step) {
          const std::uint32_t e = term.pairs.element(q);
          if (!collapsed_.contains(term.variable, e)) continue;
          const std::uint8_t as = leaves_.contains(term.variable, e) ? kFallen : kTaken;
          mark(term.pairs.is_dense ? collapse::kEveryRow
                                   : collapse::row_of(model_.graph, factor, p, term.pairs.row(q)),
               as);
        }
      }
    }
    uses.has_rows_left = marks.empty() || std::ranges::find(marks, 0) != marks.end();
    const auto taken = static_cast<std::size_t>(std::ranges::count(marks, kTaken));
    uses.taken_rows = taken * item_length(factor);
  }

  // Of vector variates; 1 for others.
  [[nodiscard]] std::size_t item_length(const Factor& factor) const {
    if (factor.is_opaque() || factor.distribution->is_scalar()) return 1;
    const expr::Shape shape = model_.graph.shape(factor.value);
    return shape.is_matrix() ? shape.cols : shape.size();
  }

  // Visits only what the factor depends on.
  [[nodiscard]] std::vector<std::string> data_names(const Factor& factor, const FactorUses& uses) {
    std::vector<expr::NodeId> stack = factor.arguments;
    if (!uses.has_data_value) stack.push_back(factor.value);
    std::set<std::string> names;
    ++visit_;
    while (!stack.empty()) {
      const expr::NodeId id = stack.back();
      stack.pop_back();
      if (seen_[id.value] == visit_) continue;
      seen_[id.value] = visit_;
      add_name(id, names);
      for (const expr::NodeId operand : model_.graph.operands(id)) stack.push_back(operand);
    }
    return {names.begin(), names.end()};
  }

  void add_name(expr::NodeId id, std::set<std::string>& names) const {
    const Graph& graph = model_.graph;
    if (graph.is_constant(id) && is_data(graph.constant(id))) {
      names.insert(name_of_numbers(graph.constant(id)));
    }
    // Indices of groups are data too, but many an index is of our own making.
    if (graph.op(id) != Op::kGather || graph.index(id).is_range()) return;
    std::vector<double> numbers;
    for (const std::uint32_t i : graph.index(id).elements()) numbers.push_back(i + 1.0);
    if (const std::string name = name_of_numbers(numbers); !name.empty()) names.insert(name);
  }

  [[nodiscard]] std::string name_of_numbers(std::span<const double> numbers) const {
    const auto at = std::ranges::find_if(
        data_, [&](const NamedData& data) { return std::ranges::equal(data.numbers, numbers); });
    return at == data_.end() ? "" : at->name;
  }

  const model::Model& model_;
  const collapse::ElementSet& collapsed_;
  const collapse::ElementSet& leaves_;
  std::span<const NamedData> data_;
  expr::Builder builder_;
  collapse::Forms forms_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t visit_ = 0;
};

}  // namespace

std::vector<FactorUses> factor_uses(const model::Model& model,
                                    const collapse::ElementSet& collapsed,
                                    const collapse::ElementSet& leaves,
                                    std::span<const NamedData> data) {
  Uses uses(model, collapsed, leaves, data);
  std::vector<FactorUses> result;
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    result.push_back(uses.of(f));
    // A precaution about what is collapsed has been left out.
    if (!model.factors[f].is_precaution || result.back().has_rows_left) continue;
    result.back() = FactorUses{};
    result.back().has_rows_left = false;
  }
  return result;
}

std::string factor_name(const Graph& graph, const Factor& factor) {
  if (!factor.is_opaque()) return std::string(factor.distribution->name);
  if (factor.squares) return "squares";
  const bool is_indicator = graph.op(factor.value) == Op::kSelect &&
                            graph.is_constant(graph.operand(factor.value, 1)) &&
                            graph.is_constant(graph.operand(factor.value, 2));
  return is_indicator ? "condition" : "density";
}

}  // namespace autumn::explainer
