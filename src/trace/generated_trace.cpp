// Attempts with symbols; a statement that resists goes to the interpreter, and the next attempt
// begins without it.
#include "trace/generated_trace.h"

#include <algorithm>
#include <utility>

#include "dist/distribution.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/roll.h"
#include "model/validity.h"
#include "trace/builtin.h"
#include "trace/flatten.h"
#include "trace/generated_functions.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Term;

// Beyond these tracing costs more than it saves.
constexpr int kMostAttempts = 8;
constexpr std::uint64_t kMostStatements = 1U << 21;
constexpr std::uint64_t kMostOperands = 1U << 24;

// Leaves out what the interpreter does, and refuses what symbols cannot do as numbers would.
class TraceWatcher final : public Watcher {
 public:
  TraceWatcher(const StatementSet& untraced, const expr::Graph& graph)
      : untraced_(untraced), graph_(graph) {}

  [[nodiscard]] bool skips(const stan::Statement& statement) override {
    if (untraced_.contains(&statement)) return true;
    if (++statements_ > kMostStatements || operands() > kMostOperands) {
      is_too_large_ = true;
      fail("the generated quantities are too many for a graph");
    }
    return false;
  }

  void on_call(const BuiltinCall& call) override {
    if (std::all_of(call.arguments.begin(), call.arguments.end(),
                    [](const Value& x) { return x.is_known(); })) {
      return;
    }
    const bool has_unknown_integer = std::any_of(
        call.arguments.begin(), call.arguments.end(),
        [](const Value& x) { return !x.is_known() && x.type().base == stan::Base::kInt; });
    if (has_unknown_integer || !is_traceable(call.syntax.name)) fail("not of symbols");
  }

  void on_error(const stan::Statement& statement) override {
    if (failed_ == nullptr) failed_ = &statement;
  }

  [[nodiscard]] const stan::Statement* failed() const { return failed_; }
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

 private:
  // Of all nodes so far: one after the other in storage.
  [[nodiscard]] std::uint64_t operands() const {
    if (graph_.size() == 0) return 0;
    const expr::Node& last = graph_.node(NodeId{static_cast<std::uint32_t>(graph_.size() - 1)});
    return graph_.size() + last.first_operand + last.operand_count;
  }

  const StatementSet& untraced_;
  const expr::Graph& graph_;
  const stan::Statement* failed_ = nullptr;
  std::uint64_t statements_ = 0;
  bool is_too_large_ = false;
};

// One attempt: drawn variables are inputs, quantities outputs, and every density that was asked for
// is a factor.
class Attempt {
 public:
  Attempt(const GeneratedProgram& program, const Split& split)
      : program_(program),
        split_(split),
        machine_(builder_),
        watcher_(split.untraced, builder_.graph()),
        interpreter_(*program.program, machine_,
                     {.print = {},
                      .random = nullptr,
                      .limits = program.limits,
                      .decide = {},
                      .watcher = &watcher_}) {}

  // Nothing if a statement resists.
  [[nodiscard]] std::optional<model::Model> run() {
    interpreter_.globals() = program_.globals;
    for (const GeneratedVariable& variable : program_.drawn) declare(variable);
    try {
      interpreter_.run(program_.program->generated_quantities);
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
    for (const GeneratedVariable& variable : program_.made) {
      if (!split_.interpreted.contains(variable.slot)) add_output(variable);
    }
    model_.graph = std::move(builder_).finish({});
    return std::move(model_);
  }

  [[nodiscard]] const TraceWatcher& watcher() const { return watcher_; }

 private:
  [[nodiscard]] Value& global(int slot) {
    return interpreter_.globals()[static_cast<std::size_t>(slot)];
  }

  void declare(const GeneratedVariable& variable) {
    model::Variable input;
    input.name = variable.name;
    input.dims = variable.dims;
    input.node = builder_.input(variable.name, node_shape(variable.dims));
    global(variable.slot) = Value::symbol(variable.type, variable.dims, input.node);
    model_.variables.push_back(std::move(input));
  }

  void add_output(const GeneratedVariable& variable) {
    const Value& value = global(variable.slot);
    AUTUMN_CHECK(value.dims() == variable.dims, "a quantity has its declared sizes");
    model_.outputs.push_back(
        {.name = variable.name, .dims = variable.dims, .node = machine_.node(value), .where = {}});
  }

  const GeneratedProgram& program_;
  const Split& split_;
  expr::Builder builder_;
  Machine machine_;
  TraceWatcher watcher_;
  Interpreter interpreter_;
  model::Model model_;
};

// Also those that no quantity needs in the end: each may be wrong.
bool add_densities(model::Model& model) {
  for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
    const auto deferred = find_deferred(model.graph, NodeId{i});
    if (!deferred) continue;
    model::Factor factor;
    factor.distribution = deferred->distribution;
    factor.value = deferred->value;
    factor.arguments = deferred->arguments;
    if (!model::check_factor(model.graph, factor)) return false;
    model.factors.push_back(std::move(factor));
  }
  return true;
}

// The conditions under which a density is computed without an error.
class Guard {
 public:
  explicit Guard(expr::Builder& builder) : builder_(builder) {}

  void add(const model::Factor& factor) {
    const dist::Distribution& d = *factor.distribution;
    const Term y(builder_, factor.value);
    std::vector<Term> arguments;
    for (const NodeId argument : factor.arguments) arguments.emplace_back(builder_, argument);
    require(dist::is_in(d.variate.domain, y));
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      require(dist::is_in(d.arguments[k].domain, arguments[k]));
    }
    if (d.bounds != nullptr) require_bounds(d, y, arguments);
  }

  [[nodiscard]] const std::optional<Term>& holds() const { return holds_; }

 private:
  void require_bounds(const dist::Distribution& d, Term y, std::span<const Term> arguments) {
    const dist::Bounds bounds = d.bounds({arguments.begin(), arguments.end()});
    if (bounds.lower) require(y >= *bounds.lower);
    if (bounds.upper) require(y <= *bounds.upper);
    if (!bounds.lower || !bounds.upper) return;
    require(d.is_discrete() ? *bounds.lower <= *bounds.upper : *bounds.lower < *bounds.upper);
  }

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

// Loops rolled, densities written out, the guard as one more output.
model::Model finished(const model::Model& traced, bool& has_guard) {
  model::Model model = model::roll(traced);
  expr::Builder builder(model.graph);
  Guard guard(builder);
  for (const model::Factor& factor : model.factors) guard.add(factor);
  has_guard = guard.holds().has_value();
  if (has_guard) {
    model.outputs.push_back(
        {.name = "guard", .dims = {}, .node = guard.holds()->id(), .where = {}});
  }
  model.factors.clear();
  model.graph = std::move(builder).finish({});
  return has_deferred(model) ? model::roll(expand_deferred(model)) : model;
}

GeneratedGraph graph_of(const GeneratedProgram& program, const Split& split,
                        const model::Model& traced) {
  GeneratedGraph result;
  model::Model model = finished(traced, result.has_guard);
  std::vector<NodeId> outputs;
  for (const model::Output& output : model.outputs) outputs.push_back(output.node);
  expr::Builder builder(std::move(model.graph));
  result.graph = std::move(builder).finish(std::move(outputs));
  for (std::size_t k = 0; k < program.made.size(); ++k) {
    if (!split.interpreted.contains(program.made[k].slot)) result.variables.push_back(k);
  }
  if (!split.interpreted.empty()) {
    result.traced = std::make_shared<const StatementSet>(split.traced);
  }
  return result;
}

}  // namespace

std::optional<GeneratedGraph> trace_generated(const GeneratedProgram& program) {
  if (program.made.empty()) return std::nullopt;
  StatementSet forced;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const auto parts = split(program.program->generated_quantities, forced);
    if (!parts) return std::nullopt;
    const auto is_interpreted = [&](const GeneratedVariable& v) {
      return parts->interpreted.contains(v.slot);
    };
    if (std::all_of(program.made.begin(), program.made.end(), is_interpreted)) return std::nullopt;
    Attempt run(program, *parts);
    std::optional<model::Model> traced = run.run();
    if (traced) {
      if (!add_densities(*traced)) return std::nullopt;
      return graph_of(program, *parts, *traced);
    }
    if (run.watcher().is_too_large()) return std::nullopt;
    AUTUMN_CHECK(run.watcher().failed() != nullptr, "an error comes from a statement");
    forced.insert(run.watcher().failed());
  }
  return std::nullopt;
}

}  // namespace autumn::trace
