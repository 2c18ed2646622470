// This file traces generated quantities in attempts with symbols; a statement that resists goes to
// the interpreter, and the next attempt begins without it. What comes out is rolled and guarded.
#include "trace/generated/trace.h"

#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "dist/distribution.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/roll/roll.h"
#include "trace/distributions/finite.h"
#include "trace/distributions/random.h"
#include "trace/flatten.h"
#include "trace/generated/attempt.h"

namespace autumn::trace {
namespace {

using expr::Term;

constexpr int kMostAttempts = 8;

// The conditions under which densities are computed and numbers drawn without an error.
class Guard {
 public:
  explicit Guard(expr::Builder& builder) : builder_(builder) {}

  void add(const dist::Distribution& d, std::optional<NodeId> y,
           std::span<const NodeId> arguments) {
    std::vector<Term> terms;
    for (const NodeId argument : arguments) terms.emplace_back(builder_, argument);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      require(dist::is_in(d.arguments[k].domain, terms[k]));
      if (must_argument_be_finite(d, k)) require_finite(terms[k]);
    }
    if (d.go_together != nullptr) require(d.go_together(terms));
    if (y) require(dist::is_in(d.variate.domain, Term(builder_, *y)));
    if (y && must_value_be_finite(d)) require_finite(Term(builder_, *y));
    if (d.bounds == nullptr) return;
    const dist::Bounds bounds = d.bounds(terms);
    if (y && bounds.lower) require(Term(builder_, *y) >= *bounds.lower);
    if (y && bounds.upper) require(Term(builder_, *y) <= *bounds.upper);
    if (!bounds.lower || !bounds.upper) return;
    require(d.is_discrete() ? *bounds.lower <= *bounds.upper : *bounds.lower < *bounds.upper);
  }

  // Of the arguments of a draw.
  void add_drawable(const dist::Distribution& d, std::span<const NodeId> arguments) {
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const model::Range range = drawable_range(d, k);
      const Term x(builder_, arguments[k]);
      require(x > range.low);
      require(x < range.high);
    }
  }

  // Of a factor that is 0 where a condition holds and -inf where it does not.
  void add_condition(Term factor) { require(factor == 0.0); }

  [[nodiscard]] const std::optional<Term>& holds() const { return holds_; }

 private:
  void require_finite(Term x) { require(abs(x) < kInfinity); }

  void require(Term condition) {
    const Term all = condition.shape().is_scalar() ? condition : min_element(condition);
    if (builder_.is_constant(all.id()) && builder_.graph().constant(all.id())[0] == 1.0) return;
    if (!seen_.insert(all.id()).second) return;
    holds_ = holds_ ? *holds_ && all : all;
  }

  expr::Builder& builder_;
  std::optional<Term> holds_;
  std::set<NodeId> seen_;
};

// Vectors that stand one after the other, as distributions take them.
Term items_as_rows(Term x, const expr::Shape& item) {
  if (item.is_scalar()) return x;
  return transpose(reshape(x, expr::Shape::matrix(item.size(), x.size() / item.size())));
}

// Loops rolled and densities written out, with the guards of quantities and of random numbers as
// two more outputs.
model::Model finished(const Attempted& made) {
  model::Model model = model::roll(made.model);
  expr::Builder builder(model.graph);
  Guard of_densities(builder);
  for (const model::Factor& factor : model.factors) {
    if (factor.is_opaque()) {
      of_densities.add_condition(Term(builder, factor.value));
    } else {
      of_densities.add(*factor.distribution, factor.value, factor.arguments);
    }
  }
  Guard of_draws(builder);
  std::size_t next = made.quantities;
  for (const DrawSite& site : made.plan.sites) {
    std::vector<NodeId> arguments;
    for (const expr::Shape& shape : site.arguments) {
      arguments.push_back(items_as_rows(Term(builder, model.outputs[next++].node), shape).id());
    }
    of_draws.add(*site.distribution, std::nullopt, arguments);
    of_draws.add_drawable(*site.distribution, arguments);
  }
  for (const Guard* guard : {&of_densities, &of_draws}) {
    const NodeId node = guard->holds() ? guard->holds()->id() : builder.constant(1.0);
    model.outputs.push_back({.name = "guard", .dims = {}, .node = node, .where = {}});
  }
  model.factors.clear();
  model.graph = std::move(builder).finish({});
  return has_deferred(model) ? model::roll(expand_deferred(model)) : model;
}

// Some outputs of a model as a graph.
Guarded part_of(const model::Model& model, std::span<const model::Output> outputs, NodeId guard) {
  std::vector<NodeId> nodes;
  for (const model::Output& output : outputs) nodes.push_back(output.node);
  const bool has_guard = !model.graph.is_constant(guard) || model.graph.constant(guard)[0] != 1.0;
  if (has_guard) nodes.push_back(guard);
  expr::Builder builder(model.graph);
  return {std::move(builder).finish(std::move(nodes)), has_guard};
}

GeneratedGraph graph_of(const GeneratedProgram& program, const Split& split,
                        const Attempted& made) {
  const model::Model model = finished(made);
  const std::span<const model::Output> outputs = model.outputs;
  const std::size_t arguments = outputs.size() - 2 - made.quantities;
  GeneratedGraph result;
  result.quantities =
      part_of(model, outputs.first(made.quantities), outputs[outputs.size() - 2].node);
  if (made.plan.size > 0) {
    result.draws = GeneratedDraws{
        made.plan,
        part_of(model, outputs.subspan(made.quantities, arguments), outputs.back().node)};
  }
  for (std::size_t k = 0; k < program.made.size(); ++k) {
    if (!split.interpreted.contains(program.made[k].slot)) result.variables.push_back(k);
  }
  if (!split.interpreted.empty()) {
    result.traced = std::make_shared<const StatementSet>(split.traced);
  }
  return result;
}

std::optional<GeneratedGraph> trace_with(const GeneratedProgram& program, Drawing drawing) {
  StatementSet forced;
  for (int i = 0; i < kMostAttempts; ++i) {
    const auto parts = split(program.program->generated_quantities, forced, drawing);
    if (!parts) return std::nullopt;
    const auto is_interpreted = [&](const GeneratedVariable& v) {
      return parts->interpreted.contains(v.slot);
    };
    if (std::ranges::all_of(program.made, is_interpreted)) return std::nullopt;
    const auto made = attempt(program, *parts, drawing);
    if (const auto* done = std::get_if<Attempted>(&made)) return graph_of(program, *parts, *done);
    const stan::Statement* resisting = std::get<Resisted>(made).statement;
    if (resisting == nullptr) return std::nullopt;
    forced.insert(resisting);
  }
  return std::nullopt;
}

}  // namespace

std::optional<GeneratedGraph> trace_generated(const GeneratedProgram& program) {
  if (program.made.empty()) return std::nullopt;
  if (has_random(program.program->generated_quantities)) {
    if (auto all = trace_with(program, Drawing::kTraced)) return all;
  }
  return trace_with(program, Drawing::kInterpreted);
}

}  // namespace autumn::trace
