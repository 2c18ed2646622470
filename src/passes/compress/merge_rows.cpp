// This file chooses the rows of each sum, and builds it again on them.
#include "passes/compress/merge_rows.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "expr/term.h"
#include "passes/compress/additive.h"
#include "passes/compress/row_sites.h"
#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Op;
using expr::Shape;
using expr::Term;

// Shorter sums cost less than what this would add.
constexpr std::size_t kShortestMerged = 16;

// A quarter less work pays for weights.
bool is_worth(std::size_t work, std::size_t before) {
  return 4 * work <= 3 * before;
}

// Rows that stand for all, in order, and how many each stands for.
struct Selection {
  std::vector<std::uint32_t> rows;
  std::vector<double> counts;

  [[nodiscard]] bool is_merged() const {
    return std::any_of(counts.begin(), counts.end(), [](double c) { return c != 1.0; });
  }
  [[nodiscard]] bool is_identity(std::size_t n) const {
    if (rows.size() != n) return false;
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i] != i) return false;
    }
    return true;
  }
};

Selection all_rows(std::size_t n) {
  Selection all{std::vector<std::uint32_t>(n), std::vector<double>(n, 1.0)};
  std::iota(all.rows.begin(), all.rows.end(), 0U);
  return all;
}

Selection distinct_rows(const std::vector<std::uint32_t>& classes) {
  Selection result;
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    if (classes[i] == result.rows.size()) {
      result.rows.push_back(i);
      result.counts.push_back(0.0);
    }
    result.counts[classes[i]] += 1.0;
  }
  return result;
}

// Stable, by counting: linear in rows and groups.
Selection sorted_by(const expr::Index& index, const Selection& rows) {
  std::vector<std::uint32_t> starts(index.bound() + 1, 0);
  for (const std::uint32_t row : rows.rows) ++starts[index[row] + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  Selection result{std::vector<std::uint32_t>(rows.rows.size()),
                   std::vector<double>(rows.rows.size())};
  for (std::size_t k = 0; k < rows.rows.size(); ++k) {
    const std::uint32_t to = starts[index[rows.rows[k]]]++;
    result.rows[to] = rows.rows[k];
    result.counts[to] = rows.counts[k];
  }
  return result;
}

class RowMerger {
 public:
  explicit RowMerger(const Graph& graph)
      : graph_(graph), needed_in_order_(needed_in_order(graph)) {}

  Rewritten run() {
    return rebuild_where(graph_, to_, [this](NodeId id) { return rewritten_sum(id); });
  }

 private:
  // A cone that may be built again: nobody needs its arrays as they are.
  [[nodiscard]] std::optional<RowCone> free_cone(const std::vector<NodeId>& roots) const {
    auto cone = row_cone(graph_, roots);
    if (!cone || cone->inner.empty()) return std::nullopt;
    for (const NodeId id : cone->inner) {
      if (needed_in_order_[id.value]) return std::nullopt;
    }
    return cone;
  }

  // The gather to sort by: of those with runs of some length, the one from the longest array.
  [[nodiscard]] std::optional<NodeId> main_group(const RowCone& cone, std::size_t rows) const {
    constexpr std::size_t kRun = 4;
    std::optional<NodeId> best;
    const auto size = [&](NodeId id) { return graph_.shape(graph_.operand(id, 0)).size(); };
    for (const NodeId leaf : cone.leaves) {
      if (graph_.op(leaf) != Op::kGather || size(leaf) * kRun > rows) continue;
      if (!best || size(leaf) > size(*best)) best = leaf;
    }
    return best;
  }

  [[nodiscard]] Selection choose(const RowCone& cone,
                                 const std::vector<std::uint32_t>& classes) const {
    Selection rows = all_rows(cone.rows);
    Selection distinct = distinct_rows(classes);
    if (is_worth(distinct.rows.size(), cone.rows)) rows = std::move(distinct);
    const auto group = main_group(cone, rows.rows.size());
    return group ? sorted_by(graph_.index(*group), rows) : rows;
  }

  [[nodiscard]] std::vector<double> selected(std::span<const double> numbers,
                                             const Selection& rows) const {
    std::vector<double> result(rows.rows.size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = numbers[rows.rows[k]];
    return result;
  }

  [[nodiscard]] NodeId leaf_on(NodeId id, const Selection& rows) {
    const std::size_t n = rows.rows.size();
    switch (graph_.op(id)) {
      case Op::kConstant:
        return to_.builder.constant(Shape::vector(n), selected(graph_.constant(id), rows));
      case Op::kBroadcast:
        return to_.builder.broadcast(to_.map[graph_.operand(id, 0).value], Shape::vector(n));
      case Op::kGather: {
        std::vector<std::uint32_t> elements(n);
        for (std::size_t k = 0; k < n; ++k) elements[k] = graph_.index(id)[rows.rows[k]];
        return to_.builder.gather(to_.map[graph_.operand(id, 0).value],
                                  expr::Index::list(std::move(elements)), Shape::vector(n));
      }
      default: break;
    }
    const NodeId matrix = graph_.operand(id, 0);
    const Shape shape = graph_.shape(matrix);
    std::vector<double> numbers;
    numbers.reserve(n * shape.cols);
    for (std::size_t j = 0; j < shape.cols; ++j) {
      const auto column =
          selected(graph_.constant(matrix).subspan(j * shape.rows, shape.rows), rows);
      numbers.insert(numbers.end(), column.begin(), column.end());
    }
    return to_.builder.apply(Op::kMatmul,
                             {to_.builder.constant(Shape::matrix(n, shape.cols), numbers),
                              to_.map[graph_.operand(id, 1).value]});
  }

  // The roots of a cone, computed on the selected rows.
  [[nodiscard]] std::vector<Term> on_rows(const std::vector<NodeId>& roots, const RowCone& cone,
                                          const Selection& rows) {
    std::unordered_map<std::uint32_t, NodeId> made;
    for (const NodeId leaf : cone.leaves) made.emplace(leaf.value, leaf_on(leaf, rows));
    std::vector<NodeId> operands;
    for (const NodeId id : cone.inner) {
      operands.clear();
      for (const NodeId x : graph_.operands(id)) {
        const auto it = made.find(x.value);
        operands.push_back(it == made.end() ? to_.map[x.value] : it->second);
      }
      made.emplace(id.value, to_.builder.apply(graph_.op(id), operands));
    }
    std::vector<Term> result;
    for (const NodeId root : roots) result.emplace_back(to_.builder, made.at(root.value));
    return result;
  }

  [[nodiscard]] Term data(std::vector<double> numbers) {
    return {to_.builder, to_.builder.constant(Shape::vector(numbers.size()), numbers)};
  }

  // How much each selected row counts: weights of equal rows are added up.
  [[nodiscard]] static std::vector<double> totals(const std::vector<std::uint32_t>& classes,
                                                  std::span<const double> weights,
                                                  const Selection& rows) {
    std::vector<double> by_class(classes.size(), 0.0);
    for (std::size_t i = 0; i < classes.size(); ++i) by_class[classes[i]] += weights[i];
    std::vector<double> result(rows.rows.size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = by_class[classes[rows.rows[k]]];
    return result;
  }

  // sum_i weights_i x_i, from x on the selected rows; no weights are all 1.
  [[nodiscard]] Term weighted_sum(Term x, std::span<const double> weights,
                                  const std::vector<std::uint32_t>& classes,
                                  const Selection& rows) {
    if (weights.empty()) return rows.is_merged() ? dot(data(rows.counts), x) : sum(x);
    return dot(data(rows.is_merged() ? totals(classes, weights, rows) : selected(weights, rows)),
               x);
  }

  // A part of a sum on its own distinct rows.
  struct Apart {
    AdditivePart part;
    RowCone cone;
    std::vector<std::uint32_t> classes;
    Selection rows;
  };

  // Elementwise operations on how many rows.
  [[nodiscard]] static std::size_t cost(const RowCone& cone, const Selection& rows) {
    return cone.inner.size() * rows.rows.size();
  }

  // The parts of a sum, if apart they are less work than together.
  [[nodiscard]] std::vector<Apart> parts_apart(NodeId id, std::size_t cost_together) const {
    std::vector<Apart> result;
    std::size_t total = 0;
    std::vector<AdditivePart> parts = additive_parts(graph_, id);
    if (parts.size() < 2) return {};
    for (AdditivePart& part : parts) {
      auto cone = graph_.shape(part.part).is_scalar() ? std::nullopt : free_cone({part.part});
      if (!cone) return {};
      std::vector<std::uint32_t> classes = row_classes(graph_, *cone);
      Selection rows = choose(*cone, classes);
      total += cost(*cone, rows);
      if (!is_worth(total, cost_together)) return {};
      result.push_back({std::move(part), *std::move(cone), std::move(classes), std::move(rows)});
    }
    return result;
  }

  [[nodiscard]] Term sum_apart(const std::vector<Apart>& parts) {
    std::optional<Term> total;
    for (const Apart& a : parts) {
      const Term x = on_rows({a.part.part}, a.cone, a.rows)[0];
      const auto weights =
          a.part.weights ? std::span<const double>(*a.part.weights) : std::span<const double>();
      Term y = weighted_sum(x, weights, a.classes, a.rows);
      for (const NodeId factor : a.part.factors) y = Term(to_.builder, to_.map[factor.value]) * y;
      for (const NodeId divisor : a.part.divisors)
        y = y / Term(to_.builder, to_.map[divisor.value]);
      if (a.part.sign < 0) y = -y;
      total = total ? *total + y : y;
    }
    return *total;
  }

  std::optional<Term> rewritten_sum(NodeId id) {
    const Op op = graph_.op(id);
    if (op != Op::kSum && op != Op::kDot) return std::nullopt;
    const std::size_t n = graph_.shape(graph_.operand(id, 0)).size();
    if (n < kShortestMerged) return std::nullopt;
    std::vector<NodeId> roots;
    std::span<const double> weights;
    for (const NodeId x : graph_.operands(id)) {
      const bool is_weight = op == Op::kDot && graph_.is_constant(x) && weights.empty();
      is_weight ? void(weights = graph_.constant(x)) : roots.push_back(x);
    }
    const auto cone = free_cone(roots);
    if (!cone) return std::nullopt;
    const std::vector<std::uint32_t> classes = row_classes(graph_, *cone);
    const Selection rows = choose(*cone, classes);
    const std::vector<Apart> parts = parts_apart(id, cost(*cone, rows));
    if (!parts.empty()) return sum_apart(parts);
    if (rows.is_identity(n)) return std::nullopt;
    const std::vector<Term> x = on_rows(roots, *cone, rows);
    if (x.size() == 1) return weighted_sum(x[0], weights, classes, rows);
    return rows.is_merged() ? dot(data(rows.counts), x[0] * x[1]) : dot(x[0], x[1]);
  }

  const Graph& graph_;
  std::vector<bool> needed_in_order_;
  Rebuilding to_;
};

}  // namespace

Rewritten merge_rows(const Graph& graph) {
  return RowMerger(graph).run();
}

}  // namespace autumn::passes
