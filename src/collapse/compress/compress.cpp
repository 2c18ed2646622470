// This file replaces normal factors by sufficient rows: it finds what may be an atom, which rows
// share a scale, and the factors that stand in for them.
#include "collapse/compress/compress.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/numbers.h"
#include "collapse/compress/atom_rows.h"
#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "collapse/forms/form_terms.h"
#include "collapse/forms/normal.h"
#include "collapse/forms/row_scales.h"
#include "dist/list.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/compress/row_sites.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using expr::Term;
using model::Factor;
using model::Model;
using model::SupportKind;

constexpr std::size_t kFewRows = 4;  // not worth looking at
// An entry by itself costs as much as this many in a matrix.
constexpr std::size_t kSparseColumn = 32;

// Elements that may be atoms: real ones, and on request bounded ones as well.
ElementSet linear_elements(const Model& model, bool with_bounded) {
  ElementSet set(model);
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const SupportKind kind = model.variables[v].support.kind;
    const bool is_bounded = kind == SupportKind::kLower || kind == SupportKind::kUpper ||
                            kind == SupportKind::kInterval;
    if (kind == SupportKind::kReal || (with_bounded && is_bounded)) set.insert_all(v);
  }
  return set;
}

// What is known of a node once the atoms are zero.
enum class AtZero : std::uint8_t { kZero, kData, kParameter };

AtZero at_zero_of(const expr::Graph& graph, NodeId id, const std::vector<AtZero>& known,
                  const ElementSet& candidates) {
  using expr::Op;
  const auto of = [&](std::size_t k) { return known[graph.operand(id, k).value]; };
  const auto worst = [&] {
    AtZero result = AtZero::kZero;
    for (const NodeId x : graph.operands(id)) result = std::max(result, known[x.value]);
    return result;
  };
  switch (graph.op(id)) {
    case Op::kConstant: return AtZero::kData;
    case Op::kInput:
      return candidates.count(graph.node(id).payload) != 0 ? AtZero::kZero : AtZero::kParameter;
    case Op::kMul:
    case Op::kMatmul:
    case Op::kDot:
      return of(0) == AtZero::kZero || of(1) == AtZero::kZero ? AtZero::kZero : worst();
    case Op::kDiv: return of(0) == AtZero::kZero ? AtZero::kZero : worst();
    case Op::kAdd:
    case Op::kSub:
    case Op::kNegate: return worst();
    default:
      return expr::only_moves_or_adds(graph.op(id)) ? worst() : std::max(worst(), AtZero::kData);
  }
}

// Of all that a node needs, whatever the atoms are multiplied with.
std::vector<AtZero> known_at_zero(const expr::Graph& graph, NodeId node,
                                  const ElementSet& candidates) {
  std::vector<AtZero> known(graph.size(), AtZero::kZero);
  const NodeId roots[] = {node};
  for (const NodeId id : expr::reachable(graph, roots)) {
    known[id.value] = at_zero_of(graph, id, known, candidates);
  }
  return known;
}

class Compressing {
 public:
  explicit Compressing(const Model& model) : model_(model), builder_(model.graph) {}

  Model run() && {
    Model result = model_;
    result.factors.clear();
    bool has_changed = false;
    for (const Factor& factor : model_.factors) {
      std::vector<Factor> smaller = compressed(factor);
      has_changed = has_changed || !smaller.empty();
      if (smaller.empty()) smaller.push_back(factor);
      for (Factor& part : smaller) result.factors.push_back(std::move(part));
    }
    if (!has_changed) return model_;
    result.graph = std::move(builder_).finish({});
    return result;
  }

 private:
  // Empty if the factor stays as it is.
  std::vector<Factor> compressed(const Factor& factor) {
    const bool is_normal = factor.distribution == &dist::normal();
    const bool is_lognormal =
        factor.distribution == &dist::lognormal() && builder_.is_constant(factor.value);
    if ((!is_normal && !is_lognormal) || factor.weight) return {};
    const std::size_t rows = row_count(builder_.graph(), factor);
    if (rows < kFewRows) return {};
    const std::optional<NormalRows> normal = normal_rows(builder_, factor);
    if (!normal || builder_.shape(normal->residual).size() != rows) return {};
    const std::optional<ScaleClasses> classes = scale_classes(normal->scale, rows);
    if (!classes) return {};
    const std::optional<AtomRows> atoms = atom_rows(*normal, rows);
    return atoms ? replaced(factor, *normal, *atoms, *classes) : std::vector<Factor>{};
  }

  // None if rows with the same scale are few.
  std::optional<ScaleClasses> scale_classes(NodeId scale, std::size_t rows) {
    const std::optional<RowScales> scales = row_scales(builder_, scale, rows);
    if (!scales || (scales->count > 1 && scales->count * kFewRows > rows)) return std::nullopt;
    return in_classes(scales->scales, scales->class_of_row, scales->count);
  }

  // Of elements on the whole line, and with the bounded ones where the residual needs these: more
  // elements never help where fewer have left data, but are not linear.
  std::optional<AtomRows> atom_rows(const NormalRows& normal, std::size_t rows) {
    for (const bool with_bounded : {false, true}) {
      const ElementSet candidates = linear_elements(model_, with_bounded);
      // First, because it is a walk over nodes, while forms may be as large as the data.
      const std::vector<AtZero> known =
          known_at_zero(builder_.graph(), normal.residual, candidates);
      if (known[normal.residual.value] == AtZero::kParameter) continue;
      return atom_rows_of(candidates, known, normal, rows);
    }
    return std::nullopt;
  }

  std::optional<AtomRows> atom_rows_of(const ElementSet& candidates,
                                       const std::vector<AtZero>& known, const NormalRows& normal,
                                       std::size_t rows) {
    Forms forms(model_, builder_, candidates);
    const Form form = forms.of(normal.residual);
    if (!forms.conflicts().empty() || !forms.of(normal.scale).is_free()) return std::nullopt;
    AtomRows result{.terms = {}, .constants = at_zero(normal.residual, known), .atoms = {}};
    std::vector<Term> atoms;
    for (const FormTerm& term : form.terms) {
      if (term.kind != TermKind::kLinear || !add_term(term, atoms, result)) return std::nullopt;
    }
    if (result.atom_count + 1 >= rows) return std::nullopt;
    for (AtomTerm& term : result.terms) sort_pairs(term, rows);
    if (!atoms.empty()) result.atoms = (atoms.size() == 1 ? atoms[0] : expr::concat(atoms)).id();
    return result;
  }

  // The residuals, which are data, with all atoms at zero. What is zero by that is not computed:
  // atoms may be multiplied with parameters, and these have no values here (the logarithm of one
  // that is set to something would do for one program and be infinite in another).
  std::vector<double> at_zero(NodeId residual, const std::vector<AtZero>& known) {
    std::vector<expr::Array> point;
    for (const model::Variable& variable : model_.variables) {
      const Shape shape = model_.graph.shape(variable.node);
      point.push_back({shape, std::vector<double>(shape.size(), 0.0)});
    }
    const NodeId nodes[] = {residual};
    const auto clear = [&](NodeId id, std::span<const expr::Operand>, std::span<double> value) {
      if (known[id.value] == AtZero::kZero) std::ranges::fill(value, 0.0);
    };
    return expr::interpret_watched(builder_.graph(), nodes, point, clear)[0].numbers;
  }

  // Atoms of one term: its elements, each times its coefficient, which must be the same in every
  // row.
  bool add_term(const FormTerm& term, std::vector<Term>& atoms, AtomRows& result) {
    constexpr std::uint32_t kNone = 0xffffffffU;
    std::vector<std::uint32_t> atom_of(
        model_.graph.shape(model_.variables[term.variable].node).size(), kNone);
    std::vector<std::uint32_t> elements;
    std::vector<std::uint32_t> slots;
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      const std::uint32_t e = term.pairs.element(p);
      const std::uint32_t slot = term.coefficient ? slot_of(*term.coefficient, builder_, p) : 0;
      if (atom_of[e] == kNone) {
        atom_of[e] = as_u32(result.atom_count + elements.size());
        elements.push_back(e);
        slots.push_back(slot);
      } else if (slots[atom_of[e] - result.atom_count] != slot) {
        return false;
      }
    }
    Term values = expr::gather(Term(builder_, model_.variables[term.variable].node),
                               expr::Index::list(elements));
    if (term.coefficient) {
      const Term coefficient(builder_, term.coefficient->node);
      values =
          values * (coefficient.size() == 1 ? expr::reshape(coefficient, Shape::scalar())
                                            : expr::gather(coefficient, expr::Index::list(slots)));
    }
    atoms.push_back(values);
    result.atom_count += elements.size();
    result.terms.push_back(
        {.form = term, .atom_of = std::move(atom_of), .starts = {}, .pairs = {}});
    return true;
  }

  std::vector<Factor> replaced(const Factor& factor, const NormalRows& normal,
                               const AtomRows& atoms, const ScaleClasses& classes) {
    const Factored small = factored(builder_, atoms, classes);
    if (2 * small.rows.column.size() > small.entries_before) return {};
    std::vector<Factor> parts;
    if (small.rows.rows() != 0) parts.push_back(row_factor(factor, small, atoms, classes));
    if (small.rows.rows() != atoms.rows()) parts.push_back(rest_factor(factor, small, classes));
    if (normal.extra) {
      Factor extra;
      extra.value = *normal.extra;
      extra.label = factor.label;
      extra.where = factor.where;
      parts.push_back(std::move(extra));
    }
    return parts;
  }

  Factor row_factor(const Factor& factor, const Factored& small, const AtomRows& atoms,
                    const ScaleClasses& classes) {
    const gaussian::SparseRows& rows = small.rows;
    const std::size_t n = rows.rows();
    const std::size_t width = atoms.atom_count;
    std::vector<double> constants(n, 0.0);
    std::vector<std::uint32_t> row_of_entry;
    std::vector<std::uint32_t> atom_of_entry;
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t q = rows.row_starts[i]; q < rows.row_starts[i + 1]; ++q) {
        if (rows.column[q] == width) {
          constants[i] += rows.value[q];
          continue;
        }
        row_of_entry.push_back(as_u32(i));
        atom_of_entry.push_back(rows.column[q]);
        values.push_back(rows.value[q]);
      }
    }
    Factor result = factor;
    result.distribution = &dist::normal();
    result.value = builder_.constant(Shape::vector(n), constants);
    const NodeId scale =
        classes.count() == 1
            ? classes.scales
            : builder_.gather(classes.scales, expr::Index::list(small.class_of_row),
                              Shape::vector(n));
    result.arguments = {mean_of(atoms, n, row_of_entry, atom_of_entry, values), scale};
    return result;
  }

  // R times the atoms: columns that are mostly there as a matrix, the others entry by entry.
  NodeId mean_of(const AtomRows& atoms, std::size_t n, const std::vector<std::uint32_t>& rows,
                 const std::vector<std::uint32_t>& columns, const std::vector<double>& values) {
    if (!atoms.atoms || values.empty()) return builder_.constant(0.0);
    std::vector<std::size_t> counts(atoms.atom_count, 0);
    for (const std::uint32_t column : columns) ++counts[column];
    constexpr std::uint32_t kSparse = 0xffffffffU;
    std::vector<std::uint32_t> place(atoms.atom_count, kSparse);  // among the dense columns
    std::vector<std::uint32_t> dense;
    for (std::uint32_t c = 0; c < atoms.atom_count; ++c) {
      if (kSparseColumn * counts[c] < n) continue;
      place[c] = as_u32(dense.size());
      dense.push_back(c);
    }
    std::vector<double> matrix(n * dense.size(), 0.0);
    std::vector<std::uint32_t> sparse_rows;
    std::vector<std::uint32_t> sparse_columns;
    std::vector<double> sparse_values;
    for (std::size_t q = 0; q < values.size(); ++q) {
      if (place[columns[q]] != kSparse) {
        matrix[rows[q] + n * place[columns[q]]] += values[q];
        continue;
      }
      sparse_rows.push_back(rows[q]);
      sparse_columns.push_back(columns[q]);
      sparse_values.push_back(values[q]);
    }
    const Term vector(builder_, *atoms.atoms);
    std::optional<Term> mean;
    if (!dense.empty()) {
      const Term m(builder_, builder_.constant(Shape::matrix(n, dense.size()), matrix));
      mean = expr::matmul(m, expr::gather(vector, expr::Index::list(dense)));
    }
    if (!sparse_values.empty()) {
      const Term numbers(builder_,
                         builder_.constant(Shape::vector(sparse_values.size()), sparse_values));
      const Term each = numbers * expr::gather(vector, expr::Index::list(sparse_columns));
      const Term sum = expr::scatter_add(each, expr::Index::list(sparse_rows), Shape::vector(n));
      mean = mean ? *mean + sum : sum;
    }
    return mean->id();
  }

  // n rows with this sum of squares are one row n times; one such row per class.
  Factor rest_factor(const Factor& factor, const Factored& small, const ScaleClasses& classes) {
    std::vector<double> values;
    std::vector<double> counts;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t c = 0; c < classes.count(); ++c) {
      const std::uint32_t left = classes.starts[c + 1] - classes.starts[c] - small.taken[c];
      if (left == 0) continue;
      values.push_back(std::sqrt(small.rest[c] / left));
      counts.push_back(left);
      numbers.push_back(c);
    }
    const Shape shape = classes.count() == 1 ? Shape::scalar() : Shape::vector(numbers.size());
    Factor result = factor;
    result.distribution = &dist::normal();
    result.value = builder_.constant(shape, values);
    result.arguments = {builder_.constant(0.0),
                        classes.count() == 1
                            ? classes.scales
                            : builder_.gather(classes.scales, expr::Index::list(numbers), shape)};
    result.weight = builder_.constant(shape, counts);
    return result;
  }

  const Model& model_;
  Builder builder_;
};

}  // namespace

Model compress(const Model& model) {
  return Compressing(model).run();
}

}  // namespace autumn::collapse
