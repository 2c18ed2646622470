// Orthogonal compression of rows over atoms, in pieces, so that memory stays small.
#include "collapse/sufficient.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "collapse/factor_rows.h"
#include "collapse/form.h"
#include "collapse/form_terms.h"
#include "collapse/normal.h"
#include "dist/list.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "gaussian/compress.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using expr::Term;
using model::Factor;
using model::Model;
using model::SupportKind;

constexpr std::size_t kPiece = 20'000;  // rows compressed at a time
constexpr std::size_t kFewRows = 4;     // not worth looking at

std::uint32_t as_u32(std::size_t n) {
  return static_cast<std::uint32_t>(n);
}

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
    case Op::kNegate:
    case Op::kGather:
    case Op::kScatterAdd:
    case Op::kConcat:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kCumulativeSum: return worst();
    default: return std::max(worst(), AtZero::kData);
  }
}

// Whether a node is data once the atoms are zero, whatever they are multiplied with.
bool is_data_at_zero(const expr::Graph& graph, NodeId node, const ElementSet& candidates) {
  std::vector<AtZero> known(graph.size(), AtZero::kZero);
  const NodeId roots[] = {node};
  for (const NodeId id : expr::reachable(graph, roots)) {
    known[id.value] = at_zero_of(graph, id, known, candidates);
  }
  return known[node.value] != AtZero::kParameter;
}

// The rows of a factor over atoms, with data coefficients.
struct AtomRows {
  std::vector<std::vector<std::pair<std::uint32_t, double>>> entries;  // (atom, R) per row
  std::vector<double> constants;
  std::optional<NodeId> atoms;  // their values, a vector; none if there are no atoms
  std::size_t atom_count = 0;
};

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
    if (rows < kFewRows || builder_.shape(factor.arguments[1]).size() != 1) return {};
    const std::optional<NormalRows> normal = normal_rows(builder_, factor);
    for (const bool with_bounded : {true, false}) {
      const std::optional<AtomRows> atoms = atom_rows(*normal, rows, with_bounded);
      if (atoms) return replaced(factor, *normal, *atoms);
    }
    return {};
  }

  std::optional<AtomRows> atom_rows(const NormalRows& normal, std::size_t rows, bool with_bounded) {
    const ElementSet candidates = linear_elements(model_, with_bounded);
    Forms forms(model_, builder_, candidates);
    const Form form = forms.of(normal.residual);
    if (!forms.conflicts().empty() || !forms.of(normal.scale).is_free()) return std::nullopt;
    std::optional<std::vector<double>> constants = at_zero(normal.residual, candidates);
    if (!constants) return std::nullopt;
    AtomRows result{.entries = {}, .constants = std::move(*constants), .atoms = {}};
    result.entries.resize(rows);
    std::vector<Term> atoms;
    for (const FormTerm& term : form.terms) {
      if (term.kind != TermKind::kLinear || !add_term(term, atoms, result)) return std::nullopt;
    }
    if (result.atom_count + 1 >= rows) return std::nullopt;
    if (!atoms.empty()) result.atoms = (atoms.size() == 1 ? atoms[0] : expr::concat(atoms)).id();
    return result;
  }

  // The residuals with all atoms at zero, if they are data.
  std::optional<std::vector<double>> at_zero(NodeId residual, const ElementSet& candidates) {
    if (!is_data_at_zero(builder_.graph(), residual, candidates)) return std::nullopt;
    std::vector<expr::Array> point;  // one where nothing is divided by zero
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const Shape shape = model_.graph.shape(model_.variables[v].node);
      const double value = candidates.count(v) == 0 ? 1.0 : 0.0;
      point.push_back({shape, std::vector<double>(shape.size(), value)});
    }
    const NodeId nodes[] = {residual};
    return expr::interpret(builder_.graph(), nodes, point)[0].numbers;
  }

  // Atoms of one term: its elements, each times its coefficient, which must be the same in every
  // row.
  bool add_term(const FormTerm& term, std::vector<Term>& atoms, AtomRows& result) {
    constexpr std::uint32_t kNone = 0xffffffffU;
    std::vector<std::uint32_t> atom_of(
        model_.graph.shape(model_.variables[term.variable].node).size(), kNone);
    std::vector<std::uint32_t> elements;
    std::vector<std::uint32_t> slots;
    std::span<const double> multipliers;
    if (term.multiplier) multipliers = builder_.graph().constant(term.multiplier->node);
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      const std::uint32_t e = term.pairs.element(p);
      const std::uint32_t slot = term.coefficient ? slot_of(*term.coefficient, builder_, p) : 0;
      if (atom_of[e] == kNone) {
        atom_of[e] = as_u32(elements.size());
        elements.push_back(e);
        slots.push_back(slot);
      } else if (slots[atom_of[e]] != slot) {
        return false;
      }
      double value = -term.factor;
      if (term.multiplier) value *= multipliers[slot_of(*term.multiplier, builder_, p)];
      result.entries[term.pairs.row(p)].emplace_back(as_u32(result.atom_count + atom_of[e]), value);
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
    return true;
  }

  // The triangular factor of all rows, taken in pieces.
  static gaussian::Compressed triangular(const AtomRows& atoms) {
    gaussian::Compressed total;
    total.rows.columns = atoms.atom_count + 1;
    const std::size_t n = atoms.entries.size();
    for (std::size_t start = 0; start < n; start += kPiece) {
      gaussian::Rows rows = std::move(total.rows);
      rows.columns = atoms.atom_count + 1;
      for (std::size_t i = start; i < std::min(n, start + kPiece); ++i) {
        for (const auto& [atom, value] : atoms.entries[i]) {
          rows.column.push_back(atom);
          rows.value.push_back(value);
        }
        rows.column.push_back(as_u32(atoms.atom_count));
        rows.value.push_back(atoms.constants[i]);
        rows.row_starts.push_back(as_u32(rows.column.size()));
      }
      gaussian::Compressed next = gaussian::compress(rows, gaussian::LastColumn::kConstant);
      total.rows = std::move(next.rows);
      total.rest += next.rest;
    }
    return total;
  }

  std::vector<Factor> replaced(const Factor& factor, const NormalRows& normal,
                               const AtomRows& atoms) {
    const gaussian::Compressed small = triangular(atoms);
    std::size_t before = atoms.entries.size();
    for (const auto& row : atoms.entries) before += row.size();
    if (2 * small.rows.column.size() > before) return {};
    std::vector<Factor> parts;
    const std::size_t rows = small.rows.rows();
    if (rows != 0) parts.push_back(row_factor(factor, small.rows, atoms));
    const std::size_t left = atoms.entries.size() - rows;
    if (left != 0) parts.push_back(rest_factor(factor, small.rest, left));
    if (normal.extra) {
      Factor extra;
      extra.value = *normal.extra;
      extra.label = factor.label;
      extra.where = factor.where;
      parts.push_back(std::move(extra));
    }
    return parts;
  }

  Factor row_factor(const Factor& factor, const gaussian::Rows& rows, const AtomRows& atoms) {
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
    result.arguments = {mean_of(atoms, n, row_of_entry, atom_of_entry, values),
                        factor.arguments[1]};
    return result;
  }

  // R times the atoms: a matrix where most of it is there, otherwise entry by entry.
  NodeId mean_of(const AtomRows& atoms, std::size_t n, const std::vector<std::uint32_t>& rows,
                 const std::vector<std::uint32_t>& columns, const std::vector<double>& values) {
    if (!atoms.atoms || values.empty()) return builder_.constant(0.0);
    const Term vector(builder_, *atoms.atoms);
    if (3 * values.size() >= n * atoms.atom_count) {
      std::vector<double> matrix(n * atoms.atom_count, 0.0);
      for (std::size_t q = 0; q < values.size(); ++q) matrix[rows[q] + n * columns[q]] += values[q];
      const Term m(builder_, builder_.constant(Shape::matrix(n, atoms.atom_count), matrix));
      return expr::matmul(m, vector).id();
    }
    const Term each = Term(builder_, builder_.constant(Shape::vector(values.size()), values)) *
                      expr::gather(vector, expr::Index::list(columns));
    return expr::scatter_add(each, expr::Index::list(rows), Shape::vector(n)).id();
  }

  // `count` rows with this sum of squares are one row `count` times.
  Factor rest_factor(const Factor& factor, double rest, std::size_t count) {
    const double n = static_cast<double>(count);
    Factor result = factor;
    result.distribution = &dist::normal();
    result.value = builder_.constant(std::sqrt(rest / n));
    result.arguments = {builder_.constant(0.0), factor.arguments[1]};
    result.weight = builder_.constant(n);
    return result;
  }

  const Model& model_;
  Builder builder_;
};

}  // namespace

Model with_sufficient_rows(const Model& model) {
  return Compressing(model).run();
}

}  // namespace autumn::collapse
