// This file finds the terms of a density that `~` drops: it writes the density with an input for
// everything that is differentiated, and adds up the terms of the sum that read no input.
#include "trace/distributions/dropped.h"

#include <algorithm>

#include "expr/interpret.h"
#include "trace/distributions/call.h"
#include "trace/distributions/summands.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Term;

class FixedTerms {
 public:
  explicit FixedTerms(const expr::Graph& graph) : graph_(graph), is_fixed_(graph.size()) {
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      const auto operands = graph.operands(NodeId{i});
      is_fixed_[i] = graph.op(NodeId{i}) != Op::kInput &&
                     std::ranges::all_of(operands, [&](NodeId x) { return is_fixed_[x.value]; });
    }
  }

  // Of `count` copies of a node, each of its elements counted.
  [[nodiscard]] double sum_in(NodeId id, double weight) const {
    if (is_fixed_[id.value]) return weight * total(id);
    const auto operands = graph_.operands(id);
    const auto part = [&](std::size_t k, double factor) {
      const double copies = static_cast<double>(graph_.shape(id).size()) /
                            static_cast<double>(graph_.shape(operands[k]).size());
      return sum_in(operands[k], weight * factor * copies);
    };
    switch (graph_.op(id)) {
      case Op::kAdd: return part(0, 1.0) + part(1, 1.0);
      case Op::kSub: return part(0, 1.0) + part(1, -1.0);
      case Op::kNegate: return part(0, -1.0);
      case Op::kSum:
      case Op::kReshape: return sum_in(operands[0], weight);
      case Op::kMul:
        for (const std::size_t k : {0U, 1U}) {
          const bool is_number =
              is_fixed_[operands[k].value] && graph_.shape(operands[k]).is_scalar();
          if (is_number) return part(1 - k, total(operands[k]));
        }
        return 0.0;
      default: return 0.0;
    }
  }

 private:
  [[nodiscard]] double total(NodeId id) const {
    double sum = 0.0;
    for (const double x : interpret_fixed(graph_, id).numbers) sum += x;
    return sum;
  }

  const expr::Graph& graph_;
  std::vector<bool> is_fixed_;
};

std::vector<bool> differentiated_in(std::span<const TypedArgument> arguments) {
  std::vector<bool> result;
  for (const TypedArgument& x : arguments) {
    result.push_back(x.is_differentiated || !x.value.is_known());
  }
  return result;
}

std::optional<double> dropped_of_items(std::string_view distribution,
                                       std::span<const TypedArgument> arguments) {
  std::vector<SummandItem> items;
  for (const auto& [value, is_differentiated] : arguments) {
    const std::size_t rows = value.is_scalar() ? 1 : value.dims()[0];
    items.push_back({.numbers = value.is_known() ? value.numbers() : std::span<const double>{},
                     .rows = rows,
                     .size = value.size()});
  }
  return dropped_item_summands(distribution, items, differentiated_in(arguments));
}

// Element by element, for densities whose summands are in a table.
std::optional<double> summed_by_element(std::string_view distribution, const LaidOut& laid,
                                        std::span<const TypedArgument> arguments) {
  const std::vector<bool> is_differentiated = differentiated_in(arguments);
  std::vector<double> numbers(arguments.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < laid.count.value_or(1); ++i) {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const Value& x = k == 0 ? *laid.y : laid.arguments[k - 1];
      if (x.is_known()) numbers[k] = x.is_scalar() ? x.number() : x.numbers()[i];
    }
    const auto dropped = dropped_summands(distribution, numbers, is_differentiated);
    if (!dropped) return std::nullopt;
    sum += *dropped;
  }
  return sum;
}

}  // namespace

double dropped_terms(Machine& machine, std::string_view distribution,
                     std::span<const TypedArgument> arguments) {
  const bool is_any = std::ranges::any_of(arguments, &TypedArgument::is_differentiated);
  if (is_any) {
    if (const auto sum = dropped_of_items(distribution, arguments)) return *sum;
  }
  std::vector<Value> values;
  for (const TypedArgument& x : arguments.subspan(1)) values.push_back(x.value);
  const NamedCall named = resolve_distribution(machine, distribution, values);
  const LaidOut laid =
      lay_out(distribution, *named.distribution, &arguments[0].value, named.arguments);
  // Fused regressions have other arguments than they were called with.
  const bool is_same = laid.arguments.size() == values.size() && !distribution.ends_with("_glm");
  // Stan drops all of it or nothing.
  if (is_any && named.distribution->name == "ordered_logistic") return 0.0;
  if (is_same && is_any) {
    if (const auto sum = summed_by_element(named.distribution->name, laid, arguments)) return *sum;
  }
  expr::Builder builder;
  const auto term = [&](const Value& x, std::size_t k) {
    const expr::Shape shape = node_shape(x.dims());
    const bool is_input = !x.is_known() || (is_same && arguments[k].is_differentiated);
    return Term(builder,
                is_input ? builder.input("x", shape) : builder.constant(shape, x.numbers()));
  };
  const Term y = term(*laid.y, 0);
  std::vector<Term> terms;
  for (std::size_t k = 0; k < laid.arguments.size(); ++k)
    terms.push_back(term(laid.arguments[k], k + 1));
  const NodeId density = named.distribution->log_density(y, terms).id();
  return FixedTerms(builder.graph()).sum_in(density, 1.0);
}

}  // namespace autumn::trace
