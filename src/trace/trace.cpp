// This file traces a program: its blocks, in order.
#include "trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

#include "expr/builder.h"
#include "model/validity.h"
#include "trace/declared.h"
#include "trace/density_conditions.h"
#include "trace/flatten.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using stan::Declaration;
using stan::DeclaredKind;
using stan::Statement;

model::SupportKind support_kind(const Declaration& d) {
  const bool has_lower = d.type.lower != nullptr;
  const bool has_upper = d.type.upper != nullptr;
  switch (d.type.kind) {
    case DeclaredKind::kReal:
    case DeclaredKind::kVector:
    case DeclaredKind::kRowVector:
    case DeclaredKind::kMatrix:
      if (has_lower && has_upper) return model::SupportKind::kInterval;
      if (has_lower) return model::SupportKind::kLower;
      return has_upper ? model::SupportKind::kUpper : model::SupportKind::kReal;
    case DeclaredKind::kSimplex:
    case DeclaredKind::kRowStochasticMatrix: return model::SupportKind::kSimplex;
    case DeclaredKind::kUnitVector: return model::SupportKind::kUnitVector;
    case DeclaredKind::kOrdered: return model::SupportKind::kOrdered;
    case DeclaredKind::kPositiveOrdered: return model::SupportKind::kPositiveOrdered;
    case DeclaredKind::kSumToZeroVector: return model::SupportKind::kSumToZero;
    case DeclaredKind::kCholeskyFactorCorr: return model::SupportKind::kCholeskyCorr;
    case DeclaredKind::kCholeskyFactorCov: return model::SupportKind::kCholeskyCov;
    case DeclaredKind::kCorrMatrix: return model::SupportKind::kCorrMatrix;
    case DeclaredKind::kCovMatrix: return model::SupportKind::kCovMatrix;
    case DeclaredKind::kColumnStochasticMatrix: return model::SupportKind::kColumnStochastic;
    case DeclaredKind::kSumToZeroMatrix: return model::SupportKind::kSumToZeroMatrix;
    case DeclaredKind::kComplex:
    case DeclaredKind::kComplexVector:
    case DeclaredKind::kComplexRowVector:
    case DeclaredKind::kComplexMatrix:
    case DeclaredKind::kTuple:
    case DeclaredKind::kInt: break;
  }
  internal_error("the checker lets no integer parameter through, and lowering no tuple", __FILE__,
                 __LINE__);
}

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
    interpreter_.run(program_->model);
    std::vector<model::Factor> factors = flatten(machine_, interpreter_.target());
    factors.insert(factors.end(), indicators_.begin(), indicators_.end());
    model_.factors = std::move(factors);
    model_.graph = std::move(builder_).finish({});
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

  void declare_observed(const Declaration& d, const SourceRange& where) {
    model::Variable symbol;
    symbol.name = d.name;
    symbol.dims = interpreter_.declared_dims(d);
    symbol.where = where;
    symbol.node = builder_.input(d.name, node_shape(symbol.dims));
    variable(d) = Value::symbol(d.type.type(), symbol.dims, symbol.node);
    model_.variables.push_back(std::move(symbol));
  }

  void read_data() {
    for (const Statement* statement : declarations(program_->data)) {
      const Declaration& d = declaration(statement);
      if (is_observed(d) && !data_.contains(d.name)) {
        declare_observed(d, statement->where);
        continue;
      }
      auto value = take(data_, {.name = d.name,
                                .type = d.type.type(),
                                .dims = interpreter_.declared_dims(d),
                                .where = statement->where,
                                .source = "data"});
      if (!value) {
        const Error& e = value.error();
        throw RuntimeError{.message = e.message, .suggestion = e.suggestion, .where = e.where};
      }
      variable(d) = std::move(value).value();
      require_declared(interpreter_, statement, "data");
      if (is_observed(d)) declare_observed(d, statement->where);
    }
  }

  void check_known(const stan::Statements& block, std::string_view name) {
    for (const Statement* statement : declarations(block))
      require_declared(interpreter_, statement, name);
  }

  // A bound is a scalar, has the variable's dimensions, or only the last of them: then it is the
  // same for all items before.
  [[nodiscard]] std::optional<NodeId> bound(const stan::ExprPtr& expression, const Dims& dims) {
    if (!expression) return std::nullopt;
    const Value value = interpreter_.evaluate(*expression);
    if (value.is_scalar() || value.dims() == dims) return machine_.node(value);
    const std::size_t items = value.size() == 0 ? 0 : size_of(dims) / value.size();
    const bool is_suffix = value.dims().size() < dims.size() &&
                           std::equal(value.dims().rbegin(), value.dims().rend(), dims.rbegin());
    if (!is_suffix) {
      fail(fmt::format("a bound is {}, but the variable has sizes ({})", describe(value),
                       fmt::join(dims, ",")),
           "a bound is a scalar or has the sizes of its variable");
    }
    std::vector<std::uint32_t> index;
    for (std::size_t i = 0; i < size_of(dims); ++i) {
      index.push_back(static_cast<std::uint32_t>(i / items));
    }
    return machine_.node(
        machine_.gather(value, expr::Index::list(std::move(index)), value.type(), dims));
  }

  void declare_parameters() {
    for (const Statement* statement : declarations(program_->parameters)) {
      const Declaration& d = declaration(statement);
      try {
        declare_parameter(d, statement->where);
      } catch (RuntimeError& error) {
        if (!error.where.is_known()) error.where = statement->where;
        throw;
      }
    }
  }

  void declare_parameter(const Declaration& d, const SourceRange& where) {
    model::Variable parameter;
    parameter.name = d.name;
    parameter.dims = interpreter_.declared_dims(d);
    // The least that a chain has: position, momentum, gradient, metric, and copies of these.
    constexpr double kCopies = 10.0;
    interpreter_.require_memory(d.name, parameter.dims, kCopies);
    parameter.where = where;
    parameter.array_rank = d.type.array_sizes.size();
    parameter.support = {.kind = support_kind(d),
                         .lower = bound(d.type.lower, parameter.dims),
                         .upper = bound(d.type.upper, parameter.dims),
                         .offset = bound(d.type.offset, parameter.dims),
                         .multiplier = bound(d.type.multiplier, parameter.dims)};
    if (const Status status = model::check_support(builder_.graph(), parameter); !status) {
      fail(status.error().message, status.error().suggestion);
    }
    parameter.node = builder_.input(d.name, node_shape(parameter.dims));
    variable(d) = Value::symbol(d.type.type(), parameter.dims, parameter.node);
    model_.variables.push_back(std::move(parameter));
  }

  // Outputs, and the indicator that their declared constraints hold.
  void finish_transformed_parameters() {
    for (const Statement* statement : declarations(program_->transformed_parameters)) {
      const Declaration& d = declaration(statement);
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
        result.drawn.push_back({d.name, variable(d).dims(), d.slot, d.type.type()});
      }
    }
    interpreter_.globals() = known;
    for (const Statement* statement : declarations(program_->generated_quantities)) {
      const Declaration& d = declaration(statement);
      result.made.push_back({d.name, interpreter_.declared_dims(d), d.slot, d.type.type()});
    }
    result.globals = std::move(known);
    result.limits = limits_;
    result.print = print_;
    result.has_model_prints = has_model_prints_ && print_ != nullptr;
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

Result<Traced> trace(std::shared_ptr<const stan::Program> program, Data data,
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
  } catch (const std::bad_alloc&) {
    return Error{"there is not enough memory for this program and its data", "", {}};
  } catch (const std::length_error&) {
    return Error{"the sizes of this program are too large", "", {}};
  }
}

}  // namespace autumn::trace
