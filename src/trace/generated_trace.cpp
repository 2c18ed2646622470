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
  // Without a recorder functions of random numbers are refused.
  TraceWatcher(const StatementSet& untraced, const expr::Graph& graph, DrawRecorder* recorder)
      : untraced_(untraced), graph_(graph), recorder_(recorder) {}

  [[nodiscard]] bool skips(const stan::Statement& statement) override {
    if (untraced_.contains(&statement)) return true;
    if (++statements_ > kMostStatements || operands() > kMostOperands) {
      is_too_large_ = true;
      fail("the generated quantities are too many for a graph");
    }
    return false;
  }

  [[nodiscard]] std::optional<Value> on_call(const BuiltinCall& call) override {
    const std::string& name = call.syntax.name;
    if (recorder_ != nullptr && name.ends_with("_rng")) return recorder_->record(call);
    const auto is_known = [](const Value& x) { return x.is_known(); };
    if (std::all_of(call.arguments.begin(), call.arguments.end(), is_known)) return std::nullopt;
    const auto is_unknown_integer = [](const Value& x) {
      return !x.is_known() && x.type().base == stan::Base::kInt;
    };
    const bool is_discrete =
        std::any_of(call.arguments.begin(), call.arguments.end(), is_unknown_integer);
    if (!is_traceable(name) || (is_discrete && is_traceable_density(name))) fail("not of symbols");
    return std::nullopt;
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
  DrawRecorder* recorder_;
  const stan::Statement* failed_ = nullptr;
  std::uint64_t statements_ = 0;
  bool is_too_large_ = false;
};

// What an attempt makes: drawn variables are inputs, and after them random numbers; outputs are
// the quantities, and after them what random numbers are drawn from.
struct Attempted {
  model::Model model;
  std::size_t quantities = 0;
  DrawPlan plan;
};

class Attempt {
 public:
  Attempt(const GeneratedProgram& program, const Split& split, Drawing drawing)
      : program_(program),
        split_(split),
        machine_(builder_),
        recorder_(make_recorder(drawing)),
        watcher_(split.untraced, builder_.graph(), recorder_ ? &*recorder_ : nullptr),
        interpreter_(*program.program, machine_,
                     {.print = {},
                      .random = nullptr,
                      .limits = program.limits,
                      .decide = {},
                      .watcher = &watcher_}) {}

  // Nothing if a statement resists.
  [[nodiscard]] std::optional<Attempted> run() {
    interpreter_.globals() = program_.globals;
    for (std::size_t k = 0; k < program_.drawn.size(); ++k) {
      const GeneratedVariable& variable = program_.drawn[k];
      global(variable.slot) =
          Value::symbol(variable.type, variable.dims, made_.model.variables[k].node);
    }
    try {
      interpreter_.run(program_.program->generated_quantities);
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
    add_outputs();
    made_.model.graph = std::move(builder_).finish({});
    return std::move(made_);
  }

  [[nodiscard]] const TraceWatcher& watcher() const { return watcher_; }

 private:
  [[nodiscard]] Value& global(int slot) {
    return interpreter_.globals()[static_cast<std::size_t>(slot)];
  }

  // After the inputs for what is drawn, one that stands for the random numbers.
  [[nodiscard]] std::optional<DrawRecorder> make_recorder(Drawing drawing) {
    for (const GeneratedVariable& variable : program_.drawn) declare(variable.name, variable.dims);
    if (drawing == Drawing::kInterpreted) return std::nullopt;
    declare("random numbers", {DrawRecorder::kMostNumbers});
    return DrawRecorder(machine_, made_.model.variables.back().node);
  }

  void declare(const std::string& name, const Dims& dims) {
    model::Variable input;
    input.name = name;
    input.dims = dims;
    input.node = builder_.input(name, node_shape(dims));
    made_.model.variables.push_back(std::move(input));
  }

  void add_outputs() {
    for (const GeneratedVariable& variable : program_.made) {
      if (split_.interpreted.contains(variable.slot)) continue;
      const Value& value = global(variable.slot);
      AUTUMN_CHECK(value.dims() == variable.dims, "a quantity has its declared sizes");
      add_output(variable.name, variable.dims, machine_.node(value));
    }
    made_.quantities = made_.model.outputs.size();
    if (!recorder_) return;
    made_.plan = recorder_->plan();
    for (const NodeId node : recorder_->arguments()) {
      add_output("argument", {builder_.shape(node).size()}, node);
    }
  }

  void add_output(const std::string& name, const Dims& dims, NodeId node) {
    made_.model.outputs.push_back({.name = name, .dims = dims, .node = node, .where = {}});
  }

  const GeneratedProgram& program_;
  const Split& split_;
  Attempted made_;
  expr::Builder builder_;
  Machine machine_;
  std::optional<DrawRecorder> recorder_;
  TraceWatcher watcher_;
  Interpreter interpreter_;
};

// The input of random numbers in its real size. False if some are drawn from others: their order
// is lost when all arguments are computed first.
bool fit_random_numbers(Attempted& made) {
  model::Model& model = made.model;
  std::vector<NodeId> arguments;
  for (std::size_t k = made.quantities; k < model.outputs.size(); ++k) {
    arguments.push_back(model.outputs[k].node);
  }
  const auto sources = reachable(model.graph, arguments);
  if (std::ranges::find(sources, model.variables.back().node) != sources.end()) return false;
  model.variables.back().dims = {made.plan.size};
  expr::Builder to;
  std::vector<NodeId> map(model.graph.size());
  for (const model::Variable& variable : model.variables) {
    map[variable.node.value] = to.input(variable.name, node_shape(variable.dims));
  }
  std::vector<NodeId> operands;
  for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
    if (model.graph.op(NodeId{i}) == Op::kInput) continue;
    operands.clear();
    for (const NodeId operand : model.graph.operands(NodeId{i})) {
      operands.push_back(map[operand.value]);
    }
    map[i] = to.copy(model.graph, NodeId{i}, operands);
  }
  model = model::with_graph(model, std::move(to).finish({}), map);
  return true;
}

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
    }
    if (y) require(dist::is_in(d.variate.domain, Term(builder_, *y)));
    if (d.bounds == nullptr) return;
    const dist::Bounds bounds = d.bounds(terms);
    if (y && bounds.lower) require(Term(builder_, *y) >= *bounds.lower);
    if (y && bounds.upper) require(Term(builder_, *y) <= *bounds.upper);
    if (!bounds.lower || !bounds.upper) return;
    require(d.is_discrete() ? *bounds.lower <= *bounds.upper : *bounds.lower < *bounds.upper);
  }

  [[nodiscard]] const std::optional<Term>& holds() const { return holds_; }

 private:
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

// Loops rolled and densities written out, with the guards of quantities and of random numbers as
// two more outputs.
model::Model finished(const Attempted& made) {
  model::Model model = model::roll(made.model);
  expr::Builder builder(model.graph);
  Guard of_densities(builder);
  for (const model::Factor& factor : model.factors) {
    of_densities.add(*factor.distribution, factor.value, factor.arguments);
  }
  Guard of_draws(builder);
  std::size_t next = made.quantities;
  for (const dist::Distribution* d : made.plan.sites) {
    std::vector<NodeId> arguments;
    for (std::size_t k = 0; k < d->arguments.size(); ++k) {
      arguments.push_back(model.outputs[next++].node);
    }
    of_draws.add(*d, std::nullopt, arguments);
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
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const auto parts = split(program.program->generated_quantities, forced, drawing);
    if (!parts) return std::nullopt;
    const auto is_interpreted = [&](const GeneratedVariable& v) {
      return parts->interpreted.contains(v.slot);
    };
    if (std::ranges::all_of(program.made, is_interpreted)) return std::nullopt;
    Attempt run(program, *parts, drawing);
    std::optional<Attempted> made = run.run();
    if (made) {
      if (drawing == Drawing::kTraced && !fit_random_numbers(*made)) return std::nullopt;
      if (!add_densities(made->model)) return std::nullopt;
      return graph_of(program, *parts, *made);
    }
    if (run.watcher().is_too_large()) return std::nullopt;
    AUTUMN_CHECK(run.watcher().failed() != nullptr, "an error comes from a statement");
    forced.insert(run.watcher().failed());
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
