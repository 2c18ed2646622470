// This file traces and differentiates right-hand sides.
#include "trace/ode/right_side.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "base/words.h"
#include "dist/list.h"
#include "expr/interpret.h"
#include "passes/copy.h"
#include "passes/differentiate.h"
#include "passes/simplify.h"
#include "trace/interpreter.h"
#include "trace/ode/scalar_graph.h"
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

Graph in_numbers(Graph graph) {
  std::optional<Graph> scalars = scalar_graph(graph);
  return scalars ? passes::simplify(*scalars).graph : std::move(graph);
}

// The numbers of f, which are all that comes after the conditions.
std::vector<NodeId> numbers_of_f(Builder& builder, std::span<const NodeId> outputs) {
  std::vector<NodeId> numbers;
  for (const NodeId id : outputs) {
    for (std::uint32_t k = 0; k < builder.shape(id).size(); ++k) {
      const bool is_single = builder.shape(id).is_scalar();
      numbers.push_back(is_single ? id
                                  : builder.gather(id, expr::Index::range(k, 1), Shape::scalar()));
    }
  }
  return numbers;
}

// Adds the rows of the Jacobians of f to the outputs, which are so many conditions and f.
Graph with_slopes(const Graph& graph, std::size_t conditions) {
  Builder joint;
  joint.declare_inputs(graph);
  std::vector<NodeId> inputs;
  for (std::uint32_t slot = 0; slot < graph.inputs().size(); ++slot) {
    inputs.push_back(joint.input_node(slot));
  }
  std::vector<NodeId> outputs = passes::copy_into(joint, graph, graph.outputs(), inputs);
  Builder values(graph);
  const auto f = numbers_of_f(values, std::span(graph.outputs()).subspan(conditions));
  for (const NodeId number : f) {
    Builder single(values.graph());
    const Graph row = passes::differentiate(std::move(single).finish({number})).graph;
    // The value and the slope in the time come first.
    const auto slopes = std::span(row.outputs()).subspan(2);
    const std::vector<NodeId> copies = passes::copy_into(joint, row, slopes, inputs);
    outputs.insert(outputs.end(), copies.begin(), copies.end());
  }
  return in_numbers(passes::simplify(std::move(joint).finish(std::move(outputs))).graph);
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
    : decisions_(std::move(decisions)), value_(in_numbers(std::move(graph))) {}

const FlatGraph& OdePath::slopes() const {
  std::call_once(has_slopes_, [this] {
    slopes_ = std::make_unique<const FlatGraph>(with_slopes(value_.graph(), decisions_.size()));
    find_pattern();
  });
  return *slopes_;
}

void OdePath::find_pattern() const {
  const auto states = as_u32(value_.output_places().size() - decisions_.size());
  if (states == 0) return;
  auto place = slopes_->output_places().begin() + static_cast<std::ptrdiff_t>(decisions_.size());
  pattern_.f.assign(place, place + states);
  place += states;
  const auto columns = as_u32(slopes_->output_places().end() - place) / states;
  for (std::uint32_t row = 0; row < states; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column, ++place) {
      if (slopes_->is_zero(*place)) continue;
      if (column < states) {
        pattern_.by_state.push_back({row, column, *place});
      } else {
        pattern_.by_parameter.push_back({row, column - states, *place});
      }
    }
  }
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
    fail(fmt::format("the {} has {}, but there {}", what_it_is(call_), counted(f.size(), "element"),
                     are_counted(states(), call_.has_time ? "state" : "unknown")));
  }
  outputs.push_back(builder.reshape(machine.node(f), Shape::vector(states())));
  const Graph graph = without_deferred(std::move(builder).finish(std::move(outputs)));
  return std::make_unique<OdePath>(std::move(decisions), passes::simplify(graph).graph);
}

namespace {

// The buffer begins with the time, the states and the parameters.
void set_inputs(FlatRun& run, const OdePoint& point) {
  double* const inputs = run.inputs();
  inputs[0] = point.t;
  std::copy(point.y.begin(), point.y.end(), inputs + 1);
  std::copy(point.parameters.begin(), point.parameters.end(), inputs + 1 + point.y.size());
}

// Conditions are the first outputs, each a single number.
bool has_decided(const FlatGraph& flat, const FlatRun& run, const std::vector<double>& decisions) {
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    if (run.numbers()[flat.output_places()[k]] != decisions[k]) return false;
  }
  return true;
}

bool fits_path(const OdePath& path, const OdePoint& point) {
  FlatRun run(path.value());
  set_inputs(run, point);
  run.run();
  return has_decided(path.value(), run, path.decisions());
}

}  // namespace

const OdePath& RightSide::path_for(const OdePoint& point, const OdePath* refused) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& path : paths_) {
    if (path.get() != refused && fits_path(*path, point)) return *path;
  }
  if (paths_.size() >= kMaxPaths) fail(fmt::format("the {} branches too often", what_it_is(call_)));
  paths_.push_back(trace(point));
  return *paths_.back();
}

RightSideSystem::RightSideSystem(const RightSide& right_side, std::span<const double> parameters)
    : right_side_(right_side), parameters_(parameters.begin(), parameters.end()) {}

RightSideSystem::Program& RightSideSystem::Programs::wanted(Want want) {
  std::unique_ptr<Program>& program = want == Want::kValue ? value : slopes;
  if (program) return *program;
  const FlatGraph& flat = want == Want::kValue ? path->value() : path->slopes();
  program = std::make_unique<Program>(*path, flat);
  if (want == Want::kSlopes) {
    const SlopePattern& pattern = path->pattern();
    program->view = {program->run.numbers(), pattern.f, pattern.by_state, pattern.by_parameter};
  }
  return *program;
}

bool RightSideSystem::fits(Program& program, double t, std::span<const double> y) const {
  double* const inputs = program.run.inputs();
  inputs[0] = t;
  for (std::size_t i = 0; i < y.size(); ++i) inputs[1 + i] = y[i];
  if (program.version != version_) {
    std::ranges::copy(parameters_, inputs + 1 + y.size());
    program.version = version_;
  }
  program.run.run();
  const std::vector<double>& decisions = program.path.decisions();
  return decisions.empty() || has_decided(program.flat, program.run, decisions);
}

const RightSideSystem::Program* RightSideSystem::run(double t, std::span<const double> y,
                                                     Want want) {
  if (current_ < programs_.size()) {
    Program& program = programs_[current_].wanted(want);
    if (fits(program, t, y)) return &program;
  }
  return search(t, y, want);
}

const RightSideSystem::Program* RightSideSystem::search(double t, std::span<const double> y,
                                                        Want want) {
  for (std::size_t k = 0; k < programs_.size(); ++k) {
    if (k == current_ || !fits(programs_[k].wanted(want), t, y)) continue;
    current_ = k;
    return &programs_[k].wanted(want);
  }
  // reject() in the function, or something it can not do: no value here.
  try {
    const OdePath* const refused = programs_.empty() ? nullptr : programs_[current_].path;
    programs_.push_back({&right_side_.path_for({t, y, parameters_}, refused)});
  } catch (const RuntimeError&) {
    return nullptr;
  }
  current_ = programs_.size() - 1;
  // Simplified, a condition may round to the other side of a tie; then there is no value here.
  Program& program = programs_[current_].wanted(want);
  return fits(program, t, y) ? &program : nullptr;
}

bool RightSideSystem::evaluate(double t, std::span<const double> y, std::span<double> f) {
  const Program* const done = run(t, y, Want::kValue);
  if (done == nullptr) return false;
  const std::uint32_t* const places =
      done->flat.output_places().data() + done->path.decisions().size();
  const double* const numbers = done->run.numbers();
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = numbers[places[i]];
  return true;
}

const solve::OdeSystem::Slopes* RightSideSystem::slopes(double t, std::span<const double> y) {
  const Program* const done = run(t, y, Want::kSlopes);
  return done == nullptr ? nullptr : &done->view;
}

}  // namespace autumn::trace
