// This file takes sums apart into linear terms, which are added up at once, and the rest.
#include "passes/compress/statistics.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "expr/term.h"
#include "passes/compress/additive.h"
#include "passes/compress/rising_sums.h"
#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Op;
using expr::Shape;
using expr::Term;

// Shorter sums cost less than the operations this would add.
constexpr std::size_t kShortestSummarised = 32;

// Neumaier's compensated sum: exact to the last bit but one, whatever the order of magnitude.
class ExactSum {
 public:
  void add(double x) {
    const double t = sum_ + x;
    rest_ += std::fabs(sum_) >= std::fabs(x) ? (sum_ - t) + x : (x - t) + sum_;
    sum_ = t;
  }
  [[nodiscard]] double value() const {
    const double total = sum_ + rest_;
    return std::isfinite(total) ? total : sum_;
  }

 private:
  double sum_ = 0.0;
  double rest_ = 0.0;
};

class Statistics {
 public:
  explicit Statistics(const Graph& graph) : graph_(graph) {}

  Rewritten run() {
    return rebuild_where(graph_, to_, [this](NodeId id) { return rewritten_sum(id); });
  }

 private:
  [[nodiscard]] Term term(NodeId old) { return {to_.builder, to_.map[old.value]}; }
  [[nodiscard]] Term number(double x) { return constant(to_.builder, x); }

  [[nodiscard]] double weight(const AdditivePart& part, std::size_t i) const {
    return part.weights ? (*part.weights)[i] : 1.0;
  }

  [[nodiscard]] double total_weight(const AdditivePart& part, std::size_t n) const {
    ExactSum sum;
    for (std::size_t i = 0; i < n; ++i) sum.add(weight(part, i));
    return sum.value();
  }

  // Sums of weights by element of the operand of a gather.
  [[nodiscard]] Term gathered(const AdditivePart& part) {
    const expr::Index& index = graph_.index(part.part);
    const Term x = term(graph_.operand(part.part, 0));
    std::vector<ExactSum> sums(x.size());
    std::vector<bool> is_used(x.size(), false);
    for (std::size_t i = 0; i < index.size(); ++i) {
      sums[index[i]].add(weight(part, i));
      is_used[index[i]] = true;
    }
    // Elements that no row reads must not count, not even as 0 times infinity.
    std::vector<std::uint32_t> used;
    std::vector<double> totals;
    for (std::uint32_t j = 0; j < sums.size(); ++j) {
      if (!is_used[j]) continue;
      used.push_back(j);
      totals.push_back(sums[j].value());
    }
    const Term data(to_.builder, to_.builder.constant(Shape::vector(totals.size()), totals));
    return dot(data, gather(x, expr::Index::list(std::move(used))));
  }

  // X'w . b
  [[nodiscard]] Term multiplied(const AdditivePart& part) {
    const NodeId matrix = graph_.operand(part.part, 0);
    const auto numbers = graph_.constant(matrix);
    const std::size_t rows = graph_.shape(matrix).rows, cols = graph_.shape(matrix).cols;
    std::vector<double> totals(cols);
    for (std::size_t j = 0; j < cols; ++j) {
      ExactSum sum;
      for (std::size_t i = 0; i < rows; ++i) sum.add(weight(part, i) * numbers[i + j * rows]);
      totals[j] = sum.value();
    }
    const Term data(to_.builder, to_.builder.constant(Shape::vector(cols), totals));
    return dot(data, term(graph_.operand(part.part, 1)));
  }

  [[nodiscard]] bool is_constant_product(NodeId id) const {
    const NodeId matrix = graph_.operand(id, 0);
    return graph_.node(id).payload == expr::flag::kNone && graph_.is_constant(matrix) &&
           graph_.shape(matrix).is_matrix() && graph_.shape(graph_.operand(id, 1)).is_vector() &&
           graph_.shape(matrix).cols < graph_.shape(matrix).rows;
  }

  // Of log rising factorials of one number. The sign is in the weights, so that the same weights
  // are in the slope of what is added in the end.
  [[nodiscard]] std::optional<Term> rising(const AdditivePart& part) {
    const NodeId lengths = graph_.operand(part.part, 1);
    const Term a = term(graph_.operand(part.part, 0));
    if (!a.shape().is_scalar() || !graph_.is_constant(lengths)) return std::nullopt;
    const auto factors = factor_weights(graph_.constant(lengths),
                                        [&](std::size_t i) { return part.sign * weight(part, i); });
    if (!factors) return std::nullopt;
    if (factors->empty()) return number(0.0);
    std::vector<double> steps(factors->size());
    std::iota(steps.begin(), steps.end(), 0.0);
    const Shape shape = Shape::vector(steps.size());
    const Term data(to_.builder, to_.builder.constant(shape, *factors));
    const Term x = dot(data, log(a + Term(to_.builder, to_.builder.constant(shape, steps))));
    return part.sign < 0 ? -x : x;
  }

  // The sum of a part by statistics of the data, before sign and factors; nothing if it is not
  // linear in fewer numbers.
  std::optional<Term> reduced(const AdditivePart& part, std::size_t n) {
    const NodeId id = part.part;
    if (graph_.shape(id).is_scalar()) return number(total_weight(part, n)) * term(id);
    switch (graph_.op(id)) {
      case Op::kBroadcast: return number(total_weight(part, n)) * term(graph_.operand(id, 0));
      case Op::kConstant: {
        ExactSum sum;
        for (std::size_t i = 0; i < n; ++i) sum.add(weight(part, i) * graph_.constant(id)[i]);
        return number(sum.value());
      }
      case Op::kGather:
        if (graph_.shape(graph_.operand(id, 0)).size() >= n) return std::nullopt;
        return gathered(part);
      case Op::kMatmul:
        return is_constant_product(id) ? std::optional(multiplied(part)) : std::nullopt;
      case Op::kLogRising: return rising(part);
      default: return std::nullopt;
    }
  }

  [[nodiscard]] Term scaled(const AdditivePart& part, Term x) {
    for (const NodeId factor : part.factors) x = term(factor) * x;
    for (const NodeId divisor : part.divisors) x = x / term(divisor);
    return x;
  }

  static void add_to(std::optional<Term>& total, double sign, Term x) {
    if (!total) {
      total = sign < 0 ? -x : x;
    } else {
      total = sign < 0 ? *total - x : *total + x;
    }
  }

  static bool same_scale(const AdditivePart& a, const AdditivePart& b) {
    const bool same_weights =
        a.weights == b.weights || (a.weights && b.weights && *a.weights == *b.weights);
    return same_weights && a.factors == b.factors && a.divisors == b.divisors;
  }

  // What is not linear, parts with the same weights and factors together.
  void add_rest(std::optional<Term>& total, std::vector<AdditivePart> rest) {
    while (!rest.empty()) {
      const AdditivePart first = rest.front();
      std::optional<Term> array;
      std::vector<AdditivePart> others;
      for (AdditivePart& part : rest) {
        if (same_scale(part, first)) {
          add_to(array, part.sign * first.sign, term(part.part));
        } else {
          others.push_back(std::move(part));
        }
      }
      Term x = *array;
      if (first.weights) {
        x = dot(Term(to_.builder, to_.builder.constant(x.shape(), *first.weights)), x);
      } else {
        x = sum(x);
      }
      add_to(total, first.sign, scaled(first, x));
      rest = std::move(others);
    }
  }

  std::optional<Term> rewritten_sum(NodeId id) {
    if (graph_.op(id) != Op::kSum && graph_.op(id) != Op::kDot) return std::nullopt;
    const std::size_t n = graph_.shape(graph_.operand(id, 0)).size();
    if (n < kShortestSummarised) return std::nullopt;
    std::optional<Term> total;
    std::vector<AdditivePart> rest;
    for (AdditivePart& part : additive_parts(graph_, id)) {
      if (const auto x = reduced(part, n)) {
        add_to(total, part.sign, scaled(part, *x));
      } else {
        rest.push_back(std::move(part));
      }
    }
    if (!total) return std::nullopt;
    add_rest(total, std::move(rest));
    return total;
  }

  const Graph& graph_;
  Rebuilding to_;
};

}  // namespace

Rewritten statistics(const Graph& graph) {
  return Statistics(graph).run();
}

}  // namespace autumn::passes
