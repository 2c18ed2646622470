// This file orders draws in waves: all that can be drawn now, then all that can be drawn with
// that, until nothing is left.
#include "simulate/order.h"

#include <algorithm>
#include <set>

#include "dist/distribution.h"
#include "simulate/refusal.h"
#include "simulate/rows.h"

namespace autumn::simulate {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using Flags = std::vector<char>;

bool is_all(const Flags& flags) {
  return std::ranges::find(flags, 0) == flags.end();
}

// Elementwise operations know an element if they know it of every operand; whatever only moves
// numbers moves this, too. All else needs everything: sound, and enough for series of any kind.
Flags flags_of(const Graph& graph, NodeId id, const Known& known) {
  const auto operands = graph.operands(id);
  Flags flags(graph.shape(id).size(), 1);
  if (expr::is_elementwise(graph.op(id))) {
    for (const NodeId operand : operands) {
      const Flags& from = known[operand.value];
      for (std::size_t i = 0; i < flags.size(); ++i) {
        flags[i] &= from[from.size() == 1 ? 0 : i];
      }
    }
    return flags;
  }
  switch (graph.op(id)) {
    case Op::kGather: {
      const expr::Index& index = graph.index(id);
      for (std::size_t i = 0; i < flags.size(); ++i) {
        flags[i] = known[operands[0].value][index[i]];
      }
      return flags;
    }
    case Op::kReshape: return known[operands[0].value];
    case Op::kConcat:
      flags.clear();
      for (const NodeId part : operands) {
        flags.insert(flags.end(), known[part.value].begin(), known[part.value].end());
      }
      return flags;
    default: {
      const bool is_known = std::ranges::all_of(
          operands, [&](NodeId operand) { return is_all(known[operand.value]); });
      std::ranges::fill(flags, static_cast<char>(is_known));
      return flags;
    }
  }
}

class Ordering {
 public:
  Ordering(const model::Model& model, std::vector<DrawnRow> draws, Known known)
      : model_(model), waiting_(std::move(draws)), known_(std::move(known)) {}

  [[nodiscard]] Result<std::vector<std::vector<DrawnRow>>> run() && {
    while (!waiting_.empty()) {
      std::vector<DrawnRow> wave = take_ready();
      if (wave.empty()) return stuck();
      for (DrawnRow& draw : wave) {
        draw.is_fixed = waves_.empty();
        for (const Element& at : draw.elements) known_[at.variable][at.element] = 1;
      }
      waves_.push_back(std::move(wave));
    }
    return std::move(waves_);
  }

 private:
  [[nodiscard]] const model::Factor& factor_of(const DrawnRow& draw) const {
    return model_.factors[draw.factor];
  }

  [[nodiscard]] std::vector<DrawnRow> take_ready() {
    std::set<NodeId> roots;
    for (const DrawnRow& draw : waiting_) {
      roots.insert(factor_of(draw).arguments.begin(), factor_of(draw).arguments.end());
    }
    const std::vector<NodeId> list(roots.begin(), roots.end());
    const Known known = known_elements(model_.graph, list, known_);
    const auto first = std::stable_partition(
        waiting_.begin(), waiting_.end(), [&](const DrawnRow& d) { return !is_ready(d, known); });
    std::vector<DrawnRow> ready(std::make_move_iterator(first),
                                std::make_move_iterator(waiting_.end()));
    waiting_.erase(first, waiting_.end());
    return ready;
  }

  [[nodiscard]] bool is_ready(const DrawnRow& draw, const Known& known) const {
    const model::Factor& factor = factor_of(draw);
    for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
      const NodeId argument = factor.arguments[k];
      const auto item = factor.distribution->arguments[k].item;
      for (const std::size_t place : row_places(model_.graph.shape(argument), item, draw.row)) {
        if (known[argument.value][place] == 0) return false;
      }
    }
    return true;
  }

  // A variable that the arguments of a draw read and that is not known as a whole.
  [[nodiscard]] std::uint32_t missing(const DrawnRow& draw) const {
    for (const NodeId id : reachable(model_.graph, factor_of(draw).arguments)) {
      if (model_.graph.op(id) != Op::kInput) continue;
      const std::uint32_t variable = model_.graph.node(id).payload;
      if (!is_all(known_[variable])) return variable;
    }
    internal_error("a draw that is not ready misses something", __FILE__, __LINE__);
  }

  // Goes from a draw to what it waits for, until it comes to a draw again: that one waits for
  // itself.
  [[nodiscard]] Error stuck() const {
    std::set<std::uint32_t> seen;
    const DrawnRow* draw = waiting_.data();
    std::uint32_t variable = missing(*draw);
    while (seen.insert(variable).second) {
      const auto next = std::ranges::find_if(
          waiting_, [&](const DrawnRow& each) { return each.elements[0].variable == variable; });
      AUTUMN_CHECK(next != waiting_.end(), "what is missing waits to be drawn");
      draw = &*next;
      variable = missing(*draw);
    }
    return no_order(factor_of(*draw), model_.variables[variable].name);
  }

  const model::Model& model_;
  std::vector<DrawnRow> waiting_;
  Known known_;
  std::vector<std::vector<DrawnRow>> waves_;
};

}  // namespace

Known known_elements(const Graph& graph, std::span<const NodeId> roots, const Known& inputs) {
  Known known(graph.size());
  for (const NodeId id : reachable(graph, roots)) {
    known[id.value] =
        graph.op(id) == Op::kInput ? inputs[graph.node(id).payload] : flags_of(graph, id, known);
  }
  return known;
}

Result<std::vector<std::vector<DrawnRow>>> in_order(const model::Model& model,
                                                    std::vector<DrawnRow> draws, Known known) {
  return Ordering(model, std::move(draws), std::move(known)).run();
}

}  // namespace autumn::simulate
