// This file traces a program: its blocks, in order.
#include "trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/numbers.h"
#include "expr/builder.h"
#include "model/validity.h"
#include "trace/declared.h"
#include "trace/density_conditions.h"
#include "trace/flatten.h"
#include "trace/generated/model_reports.h"
#include "trace/interpreter.h"
#include "trace/parameters.h"

namespace autumn::trace {
namespace {

using stan::Declaration;
using stan::DeclaredKind;
using stan::Statement;

// Remembers where the program is, for errors that do not know it.
class PlaceWatcher final : public Watcher {
 public:
  [[nodiscard]] bool skips(const Statement& statement) override {
    where_ = statement.where;
    return false;
  }
  [[nodiscard]] const SourceRange& where() const { return where_; }

 private:
  SourceRange where_;
};

// One trace of one program.
class Tracer {
 public:
  Tracer(std::shared_ptr<const stan::Program> program, Data data, const TraceOptions& options,
         RegionStatements& regions)
      : program_(std::move(program)),
        data_(std::move(data)),
        limits_(options.limits),
        print_(options.print),
        observed_(options.observed),
        random_({.seed = options.seed, .purpose = Purpose::kSimulation}),
        machine_(builder_),
        interpreter_(*program_, machine_,
                     {.print = [this](const std::string& text) { print(text); },
                      .random = &random_,
                      .limits = options.limits,
                      .decide = {},
                      .regions = options.observed.empty() ? &regions : nullptr,
                      .watcher = options.observed.empty() ? nullptr : &place_,
                      .owner = program_,
                      .drops_constants = options.constants == Constants::kDropped}) {}

  [[nodiscard]] const SourceRange& place() const { return place_.where(); }

  // Data and transformed data.
  [[nodiscard]] std::vector<Value> read() {
    read_data();
    is_reading_ = true;
    interpreter_.run(program_->transformed_data);
    is_reading_ = false;
    check_known(program_->transformed_data, "transformed data");
    return interpreter_.globals();
  }

  // All the rest, once data are read.
  [[nodiscard]] Traced run(const std::vector<Value>& known) {
    interpreter_.globals() = known;
    declare_parameters();
    interpreter_.run(program_->transformed_parameters);
    finish_transformed_parameters();
    run_model();
    std::vector<model::Factor> factors = flatten(machine_, interpreter_.target());
    factors.insert(factors.end(), indicators_.begin(), indicators_.end());
    model_.factors = std::move(factors);
    model_.graph = std::move(builder_).finish({});
    mark_told();
    model_ = model::with_requirements(model_, machine_.requirements());
    model_ = without_needless_gates(model_, machine_.gates());
    if (!observed_.empty()) return {std::move(model_), {}};
    check_factors();
    model_ = must(with_unused_validity(model_));
    if (!has_deferred(model_)) return {std::move(model_), generated(known)};
    const model::Model valid = must(with_inner_validity(join_densities(model_)));
    return {expand_deferred(valid), generated(known)};
  }

 private:
  void mark_told() {
    for (const NodeId id : reachable(model_.graph, machine_.told())) {
      for (model::Variable& variable : model_.variables) {
        variable.is_told = variable.is_told || variable.node == id;
      }
    }
  }

  // A reject() that no condition stands before refuses every point. What it says of a point is said
  // there, so that the program is no mistake yet.
  void run_model() {
    try {
      interpreter_.run(program_->model);
    } catch (const RuntimeError& error) {
      if (!error.is_reject || !error.is_of_point) throw;
      model::Factor refusal;
      refusal.value = builder_.constant(-kInfinity);
      refusal.where = error.where;
      indicators_.push_back(std::move(refusal));
    }
  }

  [[nodiscard]] static model::Model must(Result<model::Model> model) {
    if (model) return std::move(model).value();
    const Error& error = model.error();
    throw RuntimeError{
        .message = error.message, .suggestion = error.suggestion, .where = error.where};
  }

  // Of transformed data at once; of what depends on a draw later.
  void print(const std::string& text) {
    if (!is_reading_) {
      has_model_prints_ = true;
    } else if (print_) {
      print_(text);
    }
  }

  [[nodiscard]] Value& variable(const Declaration& d) {
    return interpreter_.globals()[static_cast<std::size_t>(d.slot)];
  }

  // A number for every element is not needed of what will be drawn.
  [[nodiscard]] bool is_observed(const Declaration& d) const {
    return std::ranges::find(observed_, d.name) != observed_.end();
  }

  void declare_observed(const Statement& statement) {
    const Declaration& d = declaration(&statement);
    model::Variable symbol;
    symbol.name = d.name;
    symbol.dims = at_statement(statement, [&] { return interpreter_.declared_dims(d); });
    symbol.where = statement.where;
    symbol.node = builder_.input(d.name, node_shape(symbol.dims));
    variable(d) = Value::symbol(d.type.type(), symbol.dims, symbol.node);
    model_.variables.push_back(std::move(symbol));
  }

  // Of all variables, whether they are read or symbols.
  void check_tuples() {
    std::vector<DeclaredLeaf> declared;
    for (const Statement* statement : declarations(program_->data)) {
      declared.push_back({declaration(statement).name, statement->where});
    }
    if (const Status status = check_parts(data_, declared); !status) {
      const Error& e = status.error();
      throw RuntimeError{.message = e.message, .suggestion = e.suggestion, .where = e.where};
    }
  }

  void read_data() {
    for (const Statement* statement : declarations(program_->data)) {
      const Declaration& d = declaration(statement);
      if (is_observed(d) && !data_.contains(d.name)) {
        declare_observed(*statement);
        continue;
      }
      Dims dims = at_statement(*statement, [&] { return interpreter_.declared_dims(d); });
      auto value = take(data_, {.name = d.name,
                                .type = d.type.type(),
                                .dims = std::move(dims),
                                .where = statement->where,
                                .source = "data"});
      if (!value) {
        const Error& e = value.error();
        throw RuntimeError{.message = e.message, .suggestion = e.suggestion, .where = e.where};
      }
      variable(d) = std::move(value).value();
      require_declared(interpreter_, statement, "data");
      if (is_observed(d)) declare_observed(*statement);
    }
    check_tuples();
  }

  void check_known(const stan::Statements& block, std::string_view name) {
    for (const Statement* statement : declarations(block))
      require_declared(interpreter_, statement, name);
  }

  void declare_parameters() {
    for (const Statement* statement : declarations(program_->parameters)) {
      const Declaration& d = declaration(statement);
      model::Variable parameter = declared_parameter(interpreter_, *statement);
      parameter.node = builder_.input(d.name, node_shape(parameter.dims));
      variable(d) = Value::symbol(d.type.type(), parameter.dims, parameter.node);
      model_.variables.push_back(std::move(parameter));
    }
    begin_target(interpreter_, std::span(model_.variables).subspan(observed_.size()));
  }

  // Outputs, and the indicator that their declared constraints hold.
  void finish_transformed_parameters() {
    for (const Statement* statement : declarations(program_->transformed_parameters)) {
      const Declaration& d = declaration(statement);
      (void)column_dims(interpreter_, *statement);
      require_declared(interpreter_, statement, "transformed parameters");
      const Value& value = variable(d);
      if (auto indicator = declared_condition(interpreter_, statement)) {
        indicators_.push_back(*std::move(indicator));
      }
      model_.outputs.push_back({.name = d.name,
                                .dims = value.dims(),
                                .node = machine_.node(value),
                                .where = statement->where});
    }
  }

  void check_factors() {
    for (const model::Factor& factor : model_.factors) {
      if (!model::check_factor(model_.graph, factor)) throw mistake(factor);
    }
  }

  // Without the label: the line of the program is shown with it, and has the name.
  [[nodiscard]] RuntimeError mistake(model::Factor factor) const {
    factor.label.clear();
    const Error error = model::check_factor(model_.graph, factor).error();
    return {error.message, error.suggestion, factor.where, false};
  }

  [[nodiscard]] GeneratedProgram generated(std::vector<Value> known) {
    GeneratedProgram result;
    result.program = program_;
    for (const stan::Statements* block :
         {&program_->parameters, &program_->transformed_parameters}) {
      for (const Statement* statement : declarations(*block)) {
        const Declaration& d = declaration(statement);
        result.drawn.push_back(
            {d.name, variable(d).dims(), d.slot, d.type.type(), statement->where});
      }
    }
    interpreter_.globals() = known;
    for (const Statement* statement : declarations(program_->generated_quantities)) {
      const Declaration& d = declaration(statement);
      result.made.push_back(
          {d.name, column_dims(interpreter_, *statement), d.slot, d.type.type(), statement->where});
    }
    result.globals = std::move(known);
    result.limits = limits_;
    result.print = print_;
    result.has_model_prints = has_model_prints_ && print_ != nullptr;
    result.has_rejects = has_report(*program_, stan::Report::kReject) && print_ != nullptr;
    result.has_fatal_errors = has_report(*program_, stan::Report::kFatalError);
    return result;
  }

  std::shared_ptr<const stan::Program> program_;
  Data data_;
  Limits limits_;
  std::function<void(const std::string&)> print_;
  std::vector<std::string> observed_;
  bool is_reading_ = false;
  bool has_model_prints_ = false;
  PlaceWatcher place_;
  Random random_;
  expr::Builder builder_;
  Machine machine_;
  Interpreter interpreter_;
  model::Model model_;
  std::vector<model::Factor> indicators_;
};

// Until all statements that are evaluated along paths are known.
Traced trace_again(const std::shared_ptr<const stan::Program>& program, const TraceOptions& options,
                   RegionStatements& regions, const std::vector<Value>& known) {
  while (true) {
    try {
      return Tracer(program, {}, options, regions).run(known);
    } catch (const TraceAgain&) {
      continue;
    }
  }
}

}  // namespace

Result<Traced> trace_within(std::shared_ptr<const stan::Program> program, Data data,
                            const TraceOptions& options) {
  RegionStatements regions;
  Tracer tracer(program, std::move(data), options, regions);
  try {
    const std::vector<Value> known = tracer.read();
    try {
      return tracer.run(known);
    } catch (const TraceAgain&) {
      return trace_again(program, options, regions, known);
    }
  } catch (const RuntimeError& error) {
    return Error{error.message, error.suggestion, error.where};
  } catch (const std::bad_variant_access&) {
    // Functions of integers take their numbers for granted, which is right but for simulation.
    AUTUMN_CHECK(!options.observed.empty(), "integers of data are known");
    return Error{"a function needs the numbers of data that are drawn", "", tracer.place()};
  }
}

Result<Traced> trace(std::shared_ptr<const stan::Program> program, Data data,
                     const TraceOptions& options) {
  try {
    return trace_within(std::move(program), std::move(data), options);
  } catch (const Stopped& stopped) {
    if (!stopped.limit) throw;
    return *stopped.limit;
  } catch (const std::bad_alloc&) {
    return Error{"there is not enough memory for this program and its data", "", {}};
  } catch (const std::length_error&) {
    return Error{"the sizes of this program are too large", "", {}};
  }
}

}  // namespace autumn::trace
