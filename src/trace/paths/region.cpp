// This file traces a region at a point, and makes a kernel of its paths.
#include "trace/paths/region.h"

#include <algorithm>
#include <limits>

#include "base/numbers.h"
#include "expr/adjoint_kernel.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/validity.h"
#include "trace/density_conditions.h"
#include "trace/flatten.h"
#include "trace/interpreter.h"
#include "trace/paths/path_set.h"
#include "trace/paths/point_values.h"

namespace autumn::trace {
namespace {

using expr::Builder;
using expr::Numbers;
using expr::Op;
using expr::Shape;
using expr::Term;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::size_t result_size(const Region& region) {
  std::size_t size = 1;
  for (const RegionOutput& output : region.outputs) size += size_of(output.dims);
  return size;
}

// A path is a graph: one that does not end would fill the memory.
Limits path_limits(Limits limits) {
  constexpr std::uint64_t kMostStatements = std::uint64_t{1} << 22;
  if (limits.statements == 0) limits.statements = kMostStatements;
  return limits;
}

[[noreturn]] void refuse(const Error& error) {
  throw RuntimeError{
      .message = error.message, .suggestion = error.suggestion, .where = error.where};
}

model::Model must(Result<model::Model> model) {
  if (!model) refuse(model.error());
  return std::move(model).value();
}

// One trace of a region along the path of a point.
class PathTracer {
 public:
  PathTracer(const Region& region, std::span<const Numbers> point)
      : region_(region),
        machine_(builder_),
        frame_(region.frame),
        values_(builder_, declare_inputs(point)),
        interpreter_(region.program, machine_,
                     {.limits = path_limits(region.limits),
                      .decide = [this](NodeId x) { return decide(x); },
                      .keeps_terms = region.keeps_terms}) {
    if (region.reads_target) {
      interpreter_.begin_target(Value::symbol(stan::kRealType, {}, model_.variables.back().node));
    }
  }

  [[nodiscard]] std::shared_ptr<const Path> run() {
    try {
      interpreter_.run_in(frame_, region_.depth, region_.statements);
      return std::make_shared<const Path>(decisions_, graph());
    } catch (const RuntimeError&) {
      // reject(), or something that cannot be done here: the point is refused.
      return std::make_shared<const Path>(decisions_, refusal());
    }
  }

 private:
  std::vector<expr::Array> declare_inputs(std::span<const Numbers> point) {
    std::vector<expr::Array> arrays;
    for (std::size_t k = 0; k < region_.inputs.size(); ++k) {
      Value& variable = frame_[region_.inputs[k]];
      arrays.push_back(declare_input(variable.dims(), point[k]));
      variable = Value::symbol(variable.type(), variable.dims(), model_.variables.back().node);
    }
    if (region_.reads_target) arrays.push_back(declare_input({}, point.back()));
    return arrays;
  }

  expr::Array declare_input(const Dims& dims, const Numbers& numbers) {
    const Shape shape = node_shape(dims);
    model::Variable input;
    input.name = "input";
    input.dims = dims;
    input.node = builder_.input("input", shape);
    model_.variables.push_back(std::move(input));
    return {shape, {numbers.begin(), numbers.end()}};
  }

  double decide(NodeId node) {
    conditions_.push_back(node);
    decisions_.push_back(values_.at(node));
    return decisions_.back();
  }

  void add_output(const Dims& dims, NodeId node) {
    model_.outputs.push_back({.name = "output", .dims = dims, .node = node, .where = {}});
  }

  // What was decided on, then the target and the outputs as one vector.
  [[nodiscard]] expr::Graph graph() {
    for (const NodeId condition : conditions_) add_output({}, condition);
    for (const RegionOutput& output : region_.outputs) {
      const Value& value = frame_[output.slot];
      if (value.dims() != output.dims) fail("a variable has another size than before");
      add_output(output.dims, machine_.node(value));
    }
    model_.factors = flatten(machine_, interpreter_.target());
    model_.graph = Builder(builder_.graph()).finish({});
    const model::Model model = with_conditions();
    Builder builder(model.graph);
    Term total = expr::constant(builder, 0.0);
    for (const model::Factor& factor : model.factors) {
      total = total + sum(Term(builder, model::log_density(builder, factor)));
    }
    std::vector<NodeId> parts{total.id()};
    std::vector<NodeId> outputs;
    for (std::size_t k = 0; k < model.outputs.size(); ++k) {
      (k < conditions_.size() ? outputs : parts).push_back(model.outputs[k].node);
    }
    const NodeId result = builder.apply(Op::kConcat, parts);
    outputs.push_back(builder.reshape(result, Shape::vector(result_size(region_))));
    return std::move(builder).finish(std::move(outputs));
  }

  // All that a whole program asks of its densities and functions.
  [[nodiscard]] model::Model with_conditions() const {
    model::Model model = model::with_requirements(model_, machine_.requirements());
    for (const model::Factor& factor : model.factors) {
      if (const Status status = model::check_factor(model.graph, factor); !status) {
        refuse(status.error());
      }
    }
    model = must(with_unused_validity(model));
    if (has_deferred(model)) model = expand_deferred(must(with_inner_validity(model)));
    return model::with_validity_factors(model);
  }

  [[nodiscard]] expr::Graph refusal() const {
    Builder builder(builder_.graph());
    std::vector<double> numbers(result_size(region_), kNan);
    numbers[0] = -kInfinity;
    std::vector<NodeId> outputs = conditions_;
    outputs.push_back(builder.constant(Shape::vector(numbers.size()), numbers));
    return without_deferred(std::move(builder).finish(std::move(outputs)));
  }

  const Region& region_;
  Builder builder_;
  Machine machine_;
  std::vector<Value> frame_;
  model::Model model_;
  PointValues values_;
  std::vector<NodeId> conditions_;
  std::vector<double> decisions_;
  Interpreter interpreter_;
};

// What the value and the adjoint share.
struct Paths {
  explicit Paths(Region of)
      : region(std::move(of)),
        set([this](std::span<const Numbers> point) { return PathTracer(region, point).run(); }) {}

  Region region;
  PathSet set;
};

// Operands, the value and its adjoint -> the adjoints of all operands, one after the other.
class RegionAdjoint final : public expr::AdjointKernel {
 public:
  explicit RegionAdjoint(std::shared_ptr<const Paths> paths) : paths_(std::move(paths)) {}

  [[nodiscard]] std::string_view name() const override { return "paths_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    std::size_t size = 0;
    for (const Shape& shape : operands.first(operands.size() - 2)) size += shape.size();
    return Shape::vector(size);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const auto point = operands.first(operands.size() - 2);
    paths_->set.evaluate_adjoint(point, operands.back(),
                                 [&](const FlatRun& run, std::size_t first) {
                                   auto out = outputs[0].begin();
                                   for (std::size_t k = 0; k < point.size(); ++k) {
                                     out = std::ranges::copy(run.output(first + k), out).out;
                                   }
                                 });
  }

 private:
  std::shared_ptr<const Paths> paths_;
};

class RegionKernel final : public expr::Kernel {
 public:
  explicit RegionKernel(Region region)
      : paths_(std::make_shared<const Paths>(std::move(region))),
        adjoint_(std::make_shared<const RegionAdjoint>(paths_)) {}

  [[nodiscard]] std::string_view name() const override { return "paths"; }
  [[nodiscard]] bool follows_decisions() const override { return true; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::vector(result_size(paths_->region));
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override { return adjoint_; }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    paths_->set.evaluate(operands, [&](const FlatRun& run, std::size_t first) {
      std::ranges::copy(run.output(first), outputs[0].begin());
    });
  }

 private:
  std::shared_ptr<const Paths> paths_;
  std::shared_ptr<const expr::Kernel> adjoint_;
};

}  // namespace

std::shared_ptr<const expr::Kernel> region_kernel(Region region) {
  return std::make_shared<const RegionKernel>(std::move(region));
}

bool Interpreter::jumps_out(const stan::Statement& statement) {
  const auto [at, is_new] = jumps_out_.try_emplace(&statement);
  if (is_new) at->second = reach_of(statement).jumps_out;
  return at->second;
}

bool Interpreter::reads_symbol(const Reach& reach) const {
  if (reach.reads_target && target_before_) return true;
  return std::ranges::any_of(reach.mentioned, [&](int slot) {
    return !reach.declared.contains(slot) && !(*frame_)[static_cast<std::size_t>(slot)].is_known();
  });
}

bool Interpreter::is_region(const stan::Statement& statement) const {
  if (hooks_.regions == nullptr || machine_.taken()) return false;
  if (!hooks_.regions->single.contains(&statement)) return false;
  return reads_symbol(reach_of(statement));
}

bool Interpreter::is_region_of_rest(const stan::Statement& statement) const {
  return hooks_.regions != nullptr && !machine_.taken() &&
         hooks_.regions->first_of_rest.contains(&statement);
}

void Interpreter::make_region(const stan::Statement& statement) {
  if (hooks_.regions == nullptr || machine_.taken()) return;
  const Reach reach = reach_of(statement);
  if (reach.jumps_out || reach.has_random) return;
  if (hooks_.regions->single.insert(&statement).second) throw TraceAgain{};
  // A declaration alone was not enough: its size is not known.
  if (!std::holds_alternative<stan::Declaration>(statement.node)) return;
  if (hooks_.regions->first_of_rest.insert(&statement).second) throw TraceAgain{};
}

void Interpreter::execute_region(std::span<const stan::Statement> statements) {
  const Reach reach = reach_of(statements);
  if (reach.jumps_out) fail_undecided("a jump depends on a parameter");
  Region region{.program = program_,
                .owner = hooks_.owner,
                .statements = statements,
                .frame = std::vector<Value>(frame_->size()),
                .inputs = {},
                .outputs = {},
                .depth = depth_,
                .keeps_terms = !drops_terms_,
                .reads_target = reach.reads_target && target_before_,
                .limits = hooks_.limits};
  std::vector<NodeId> operands;
  for (const int mentioned : reach.mentioned) {
    if (reach.declared.contains(mentioned)) continue;
    const auto slot = static_cast<std::size_t>(mentioned);
    const Value& value = (*frame_)[slot];
    region.frame[slot] = value;
    if (reach.set.contains(mentioned)) region.outputs.push_back({slot, value.type(), value.dims()});
    if (value.is_known()) continue;
    region.inputs.push_back(slot);
    operands.push_back(machine_.node(value));
  }
  if (region.reads_target) operands.push_back(machine_.node(target_value()));
  const auto* declaration = std::get_if<stan::Declaration>(&statements[0].node);
  if (statements.size() == 1 && declaration != nullptr) {
    region.outputs.push_back({static_cast<std::size_t>(declaration->slot), declaration->type.type(),
                              declared_dims(*declaration)});
  }
  const std::vector<RegionOutput> outputs = region.outputs;
  expr::Builder& builder = machine_.builder();
  const NodeId result = builder.part(builder.kernel(region_kernel(std::move(region)), operands), 0);
  const auto part = [&](std::size_t first, stan::Type type, const Dims& dims) {
    const auto index = expr::Index::range(static_cast<std::uint32_t>(first),
                                          static_cast<std::uint32_t>(size_of(dims)));
    return machine_.value(type, dims, builder.gather(result, index, node_shape(dims)));
  };
  add_to_target(part(0, stan::kRealType, {}), statements[0]);
  std::size_t next = 1;
  for (const RegionOutput& output : outputs) {
    assign(output.slot, part(next, output.type, output.dims), ChangeKind::kAssignment);
    next += size_of(output.dims);
  }
}

}  // namespace autumn::trace
