// This file traces and differentiates right-hand sides.
#include "trace/ode/right_side.h"

#include <fmt/format.h>

#include <algorithm>

#include "dist/list.h"
#include "expr/interpret.h"
#include "passes/copy.h"
#include "passes/differentiate.h"
#include "passes/simplify.h"
#include "trace/interpreter.h"
#include "trace/paths/point_values.h"

namespace autumn::trace {
namespace {

using expr::Array;
using expr::Builder;
using expr::Graph;
using expr::Op;
using expr::Shape;
using expr::Term;

// A program that branches in more ways than this is no function of a few branches.
constexpr std::size_t kMaxPaths = 10000;

// Adds the rows of the Jacobians of f, the last output, to the outputs.
Graph with_slopes(const Graph& graph) {
  const NodeId f = graph.outputs().back();
  Builder joint;
  joint.declare_inputs(graph);
  std::vector<NodeId> inputs;
  for (std::uint32_t slot = 0; slot < graph.inputs().size(); ++slot) {
    inputs.push_back(joint.input_node(slot));
  }
  std::vector<NodeId> outputs = passes::copy_into(joint, graph, graph.outputs(), inputs);
  for (std::size_t s = 0; s < graph.shape(f).size(); ++s) {
    Builder single(graph);
    const auto place = expr::Index::range(static_cast<std::uint32_t>(s), 1);
    const NodeId element = single.gather(f, place, Shape::scalar());
    const Graph row = passes::differentiate(std::move(single).finish({element})).graph;
    // The value and the slope in the time come first.
    const auto slopes = std::span(row.outputs()).subspan(2);
    const std::vector<NodeId> copies = passes::copy_into(joint, row, slopes, inputs);
    outputs.insert(outputs.end(), copies.begin(), copies.end());
  }
  return passes::simplify(std::move(joint).finish(std::move(outputs))).graph;
}

// The point as the arrays of the input slots: time, states, parameters.
std::vector<Array> arrays_of(const Graph& graph, const OdePoint& point) {
  std::vector<Array> arrays;
  arrays.push_back({Shape::scalar(), {point.t}});
  arrays.push_back({graph.inputs()[1].shape, {point.y.begin(), point.y.end()}});
  std::size_t start = 0;
  for (std::size_t slot = 2; slot < graph.inputs().size(); ++slot) {
    const Shape shape = graph.inputs()[slot].shape;
    const auto part = point.parameters.subspan(start, shape.size());
    arrays.push_back({shape, {part.begin(), part.end()}});
    start += shape.size();
  }
  return arrays;
}

Value new_symbol(Builder& builder, const char* name, stan::Type type, const Dims& dims) {
  return Value::symbol(type, dims, builder.input(name, node_shape(dims)));
}

// The time, the states, and the arguments, with a symbol for each that is not known.
std::vector<Value> symbolic_arguments(Builder& builder, const RightSide::Call& call) {
  std::vector<Value> arguments;
  arguments.reserve(call.arguments.size() + 2);
  arguments.push_back(new_symbol(builder, "t", {stan::Base::kReal, 0}, {}));
  arguments.push_back(new_symbol(builder, "y", call.y.type(), call.y.dims()));
  for (const Value& x : call.arguments) {
    arguments.push_back(x.is_known() ? x : new_symbol(builder, "p", x.type(), x.dims()));
  }
  return arguments;
}

std::string_view what_it_is(const RightSide::Call& call) {
  if (!call.has_time) return "system of equations";
  return call.is_residual ? "residual of the differential-algebraic equation"
                          : "right-hand side of the differential equation";
}

}  // namespace

OdePath::OdePath(std::vector<double> decisions, Graph graph)
    : decisions_(std::move(decisions)), value_(std::move(graph)) {}

const FlatGraph& OdePath::slopes() const {
  std::call_once(has_slopes_, [this] {
    slopes_ = std::make_unique<const FlatGraph>(with_slopes(value_.graph()));
  });
  return *slopes_;
}

RightSide::RightSide(Call call) : call_(std::move(call)) {
  for (const Value& x : call_.arguments) {
    if (!x.is_known()) sizes_.push_back(x.size());
  }
}

std::unique_ptr<OdePath> RightSide::trace(const OdePoint& point) const {
  Builder builder;
  Machine machine(builder);
  const std::vector<Value> arguments = symbolic_arguments(builder, call_);
  std::vector<NodeId> outputs;
  std::vector<double> decisions;
  PointValues values(builder, arrays_of(builder.graph(), point));
  const auto decide = [&](NodeId symbol) {
    outputs.push_back(symbol);
    decisions.push_back(values.at(symbol));
    return decisions.back();
  };
  Interpreter interpreter(call_.program, machine, {.decide = decide});
  const std::size_t unused = call_.has_time ? 0 : 1;
  const Value f = interpreter.call(call_.function, std::span(arguments).subspan(unused));
  if (f.size() != states()) {
    fail(fmt::format("the {} has {} elements, but there are {} {}", what_it_is(call_), f.size(),
                     states(), call_.has_time ? "states" : "unknowns"));
  }
  outputs.push_back(builder.reshape(machine.node(f), Shape::vector(states())));
  const Graph graph = without_deferred(std::move(builder).finish(std::move(outputs)));
  return std::make_unique<OdePath>(std::move(decisions), passes::simplify(graph).graph);
}

namespace {

void set_inputs(FlatRun& run, const OdePoint& point, const std::vector<std::size_t>& sizes) {
  run.input(0)[0] = point.t;
  std::ranges::copy(point.y, run.input(1).begin());
  std::size_t start = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    std::ranges::copy(point.parameters.subspan(start, sizes[k]), run.input(k + 2).begin());
    start += sizes[k];
  }
}

bool has_decided(const FlatRun& run, const std::vector<double>& decisions) {
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    if (run.output(k)[0] != decisions[k]) return false;
  }
  return true;
}

bool fits_path(const OdePath& path, const OdePoint& point, const std::vector<std::size_t>& sizes) {
  FlatRun run(path.value());
  set_inputs(run, point, sizes);
  run.run();
  return has_decided(run, path.decisions());
}

}  // namespace

const OdePath& RightSide::path_for(const OdePoint& point, const OdePath* refused) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& path : paths_) {
    if (path.get() != refused && fits_path(*path, point, sizes_)) return *path;
  }
  if (paths_.size() >= kMaxPaths) fail(fmt::format("the {} branches too often", what_it_is(call_)));
  paths_.push_back(trace(point));
  return *paths_.back();
}

RightSideSystem::RightSideSystem(const RightSide& right_side, std::span<const double> parameters)
    : right_side_(right_side), parameters_(parameters.begin(), parameters.end()) {}

FlatRun& RightSideSystem::Runs::wanted(Want want) {
  std::optional<FlatRun>& run = want == Want::kValue ? value : slopes;
  if (!run) run.emplace(want == Want::kValue ? path->value() : path->slopes());
  return *run;
}

bool RightSideSystem::fits(Runs& runs, const OdePoint& point, Want want) const {
  FlatRun& run = runs.wanted(want);
  set_inputs(run, point, right_side_.parameter_sizes());
  run.run();
  return has_decided(run, runs.path->decisions());
}

const FlatRun* RightSideSystem::run(double t, std::span<const double> y, Want want) {
  const OdePoint point{t, y, parameters_};
  if (current_ < runs_.size() && fits(runs_[current_], point, want)) {
    return &runs_[current_].wanted(want);
  }
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (k == current_ || !fits(runs_[k], point, want)) continue;
    current_ = k;
    return &runs_[k].wanted(want);
  }
  // reject() in the function, or something it can not do: no value here.
  try {
    const OdePath* const refused = runs_.empty() ? nullptr : runs_[current_].path;
    runs_.push_back({&right_side_.path_for(point, refused)});
  } catch (const RuntimeError&) {
    return nullptr;
  }
  current_ = runs_.size() - 1;
  // Simplified, a condition may round to the other side of a tie; then there is no value here.
  return fits(runs_[current_], point, want) ? &runs_[current_].wanted(want) : nullptr;
}

bool RightSideSystem::evaluate(double t, std::span<const double> y, std::span<double> f) {
  const FlatRun* const done = run(t, y, Want::kValue);
  if (done == nullptr) return false;
  std::ranges::copy(done->output(runs_[current_].path->decisions().size()), f.begin());
  return true;
}

bool RightSideSystem::evaluate_slopes(double t, std::span<const double> y, const Slopes& slopes) {
  const FlatRun* const done = run(t, y, Want::kSlopes);
  if (done == nullptr) return false;
  std::size_t next = runs_[current_].path->decisions().size();
  std::ranges::copy(done->output(next++), slopes.f.begin());
  const std::size_t states = y.size();
  for (std::size_t s = 0; s < states; ++s) {
    const auto row = done->output(next++);
    for (std::size_t j = 0; j < states; ++j) slopes.by_state[s + states * j] = row[j];
    std::size_t column = 0;
    for (std::size_t k = 0; k < right_side_.parameter_sizes().size(); ++k) {
      for (const double slope : done->output(next++)) {
        if (!slopes.by_parameter.empty()) slopes.by_parameter[s + states * column] = slope;
        ++column;
      }
    }
  }
  return true;
}

}  // namespace autumn::trace
