// This file makes one attempt to trace generated quantities: drawn variables are symbols, and a
// watcher keeps symbols from what only numbers can do.
#include "trace/generated/attempt.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/memory.h"
#include "expr/builder.h"
#include "model/validity.h"
#include "trace/declared.h"
#include "trace/generated/functions.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// Beyond these tracing costs more than it saves: a million rows take some 10 s once, and a second
// for every draw that is interpreted. Nodes and operands take up to 64 bytes each while they are
// rolled, which is to leave half of the memory alone.
constexpr std::uint64_t kMostStatements = 1U << 25;
constexpr std::uint64_t kBytesOfOperand = 128;
// What a condition chooses from what the iteration before it chose is not rolled, but stays a long
// chain of scalar nodes. A few hundred thousand take seconds to prepare and no longer fit into a
// cache, where numbers, which take one side, are as fast.
constexpr std::uint64_t kMostChained = 1U << 18;
constexpr std::uint32_t kLongChain = 64;

std::uint64_t most_operands() {
  constexpr std::uint64_t kMost = 1U << 27;
  const std::uint64_t memory = physical_memory();
  return memory == 0 ? kMost : std::min(kMost, memory / kBytesOfOperand);
}

// Leaves out what the interpreter does, and refuses what symbols cannot do as numbers would.
class TraceWatcher final : public Watcher {
 public:
  // Without a recorder functions of random numbers are refused.
  TraceWatcher(const StatementSet& untraced, const expr::Graph& graph, DrawRecorder* recorder)
      : untraced_(untraced), graph_(graph), recorder_(recorder) {}

  [[nodiscard]] bool skips(const stan::Statement& statement) override {
    if (untraced_.contains(&statement)) return true;
    if (++statements_ > kMostStatements || operands() > most_operands_) {
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

  void on_choice(NodeId chosen) override {
    if (graph_.op(chosen) != expr::Op::kSelect) return;
    std::uint32_t length = 0;
    for (const NodeId side : graph_.operands(chosen).subspan(1)) {
      length = std::max(length, chain_of(side));
      for (const NodeId part : graph_.operands(side)) length = std::max(length, chain_of(part));
    }
    chains_[chosen.value] = length + 1;
    if (length < kLongChain) return;
    if (++chained_ > kMostChained) fail("choices that hang on each other are too many for a graph");
  }

  void on_error(const stan::Statement& statement) override {
    if (failed_ == nullptr) failed_ = &statement;
  }

  [[nodiscard]] const stan::Statement* failed() const { return failed_; }
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

 private:
  [[nodiscard]] std::uint32_t chain_of(NodeId node) const {
    const auto found = chains_.find(node.value);
    return found == chains_.end() ? 0 : found->second;
  }

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
  const std::uint64_t most_operands_ = most_operands();
  std::uint64_t statements_ = 0;
  std::uint64_t chained_ = 0;
  // How many choices stand behind a node that is one.
  std::unordered_map<std::uint32_t, std::uint32_t> chains_;
  bool is_too_large_ = false;
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
                     {.print = [](const std::string&) { fail("each draw prints its own"); },
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
      add_rejections();
      add_declared();
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
    add_outputs();
    made_.model.graph = std::move(builder_).finish({});
    made_.model = model::with_requirements(made_.model, machine_.requirements());
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

  // A reject() under a condition, in a function, is a term of minus infinity: part of the guard.
  void add_rejections() {
    for (const TargetTerm& term : interpreter_.target()) {
      model::Factor factor;
      factor.value = machine_.node(term.value);
      made_.model.factors.push_back(std::move(factor));
    }
  }

  // What declarations ask of traced quantities, as factors that the guard is made of.
  void add_declared() {
    for (const stan::Statement* statement : declarations(program_.program->generated_quantities)) {
      const stan::Declaration& d = declaration(statement);
      if (!asks_something(d) || split_.interpreted.contains(d.slot)) continue;
      require_declared(interpreter_, statement, "generated quantities");
      if (auto indicator = declared_condition(interpreter_, statement)) {
        made_.model.factors.push_back(*std::move(indicator));
      }
    }
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
    if (model.graph.op(NodeId{i}) == expr::Op::kInput) continue;
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

}  // namespace

std::variant<Attempted, Resisted> attempt(const GeneratedProgram& program, const Split& split,
                                          Drawing drawing) {
  Attempt run(program, split, drawing);
  std::optional<Attempted> made = run.run();
  if (!made) {
    const bool is_too_large = run.watcher().is_too_large();
    return Resisted{is_too_large ? nullptr : run.watcher().failed()};
  }
  if (drawing == Drawing::kTraced && !fit_random_numbers(*made)) return Resisted{};
  if (!add_densities(made->model)) return Resisted{};
  return *std::move(made);
}

}  // namespace autumn::trace
