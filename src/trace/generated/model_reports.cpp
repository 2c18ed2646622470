// This file runs transformed parameters and the model at a point, for what they say there.
#include "trace/generated/model_reports.h"

#include <algorithm>

#include "expr/builder.h"
#include "stan/syntax/walk.h"
#include "trace/declared.h"
#include "trace/parameters.h"

namespace autumn::trace {
namespace {

// Numbers where they are known, symbols elsewhere.
Value value_at(expr::Builder& builder, const GeneratedVariable& variable,
               std::span<const double> numbers, std::span<const std::uint8_t> is_known) {
  const auto holds = [](std::uint8_t x) { return x != 0; };
  if (std::ranges::all_of(is_known, holds)) {
    return Value::numbers(variable.type, variable.dims, {numbers.begin(), numbers.end()});
  }
  const NodeId input = builder.input(variable.name, node_shape(variable.dims));
  if (std::ranges::none_of(is_known, holds)) {
    return Value::symbol(variable.type, variable.dims, input);
  }
  std::vector<NodeId> elements;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
    elements.push_back(holds(is_known[i]) ? builder.constant(numbers[i])
                                          : builder.gather(input, place, expr::Shape::scalar()));
  }
  return Value::elements(variable.type, variable.dims, std::move(elements));
}

std::vector<model::Variable> declared_parameters(Interpreter& interpreter) {
  std::vector<model::Variable> result;
  for (const stan::Statement* statement : declarations(interpreter.program().parameters)) {
    result.push_back(declared_parameter(interpreter, *statement));
  }
  return result;
}

}  // namespace

ModelReporter::ModelReporter(const GeneratedProgram& program)
    : program_(program),
      parameters_(declarations(program.program->parameters).size()),
      size_(0),
      reads_target_(reads_target(*program.program)) {
  for (std::size_t k = 0; k < parameters_; ++k) size_ += size_of(program.drawn[k].dims);
}

PointReport ModelReporter::at(std::span<const double> numbers,
                              std::span<const std::uint8_t> is_known) const {
  PointReport report;
  expr::Builder builder;
  Machine machine(builder);
  Interpreter interpreter(
      *program_.program, machine,
      {.print = [&](const std::string& text) { report.lines.push_back({text, true}); },
       .print_unknown = [&] { report.lines.push_back({"", false}); },
       .random = nullptr,
       .limits = program_.limits});
  interpreter.globals() = program_.globals;
  for (std::size_t k = 0; k < parameters_; ++k) {
    const GeneratedVariable& variable = program_.drawn[k];
    const std::size_t size = size_of(variable.dims);
    interpreter.globals()[static_cast<std::size_t>(variable.slot)] = value_at(
        builder, variable, numbers.first(size), is_known.empty() ? is_known : is_known.first(size));
    numbers = numbers.subspan(size);
    if (!is_known.empty()) is_known = is_known.subspan(size);
  }
  try {
    if (reads_target_) begin_target(interpreter, declared_parameters(interpreter));
    interpreter.run(program_.program->transformed_parameters);
    interpreter.run(program_.program->model);
  } catch (const RuntimeError& error) {
    report.error = Error{error.message, error.suggestion, error.where};
    report.is_reject = error.is_reject;
    report.is_fatal = error.is_fatal;
  }
  return report;
}

bool has_report(const stan::Program& program, stan::Report kind) {
  const auto has = [&](const stan::Statements& block) {
    bool result = false;
    stan::each_statement(block, [&](const stan::Statement& statement) {
      const auto* report = std::get_if<stan::ReportStatement>(&statement.node);
      result = result || (report != nullptr && report->kind == kind);
    });
    return result;
  };
  return has(program.transformed_parameters) || has(program.model) ||
         std::ranges::any_of(program.functions,
                             [&](const stan::Function& function) { return has(function.body); });
}

}  // namespace autumn::trace
