// This file calls functions as the interpreter does: on numbers, and on symbols.
#include "signatures/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/differentiate.h"
#include "signatures/arguments.h"
#include "stan/types/signature.h"
#include "trace/builtin.h"
#include "trace/functions/composite.h"
#include "trace/interpreter.h"
#include "trace/paths/point_values.h"

namespace autumn::signatures {
namespace {

using trace::Value;
using Numbers = std::vector<double>;

// A machine with an empty program around it.
struct Bench {
  expr::Builder builder;
  trace::Machine machine{builder};
  stan::Program program;
  Random random{{.seed = 1}};
  std::vector<expr::Array> inputs;  // of the symbols, for what they decide
  stan::Statements statements{1};
  trace::Interpreter interpreter;

  Bench() : interpreter(program, machine, hooks()) {
    // What is added to `target` belongs to a statement: an empty one.
    statements[0].node = stan::BlockStatement{};
    interpreter.run(statements);
  }
  trace::Interpreter::Hooks hooks() {
    trace::Interpreter::Hooks result;
    result.random = &random;
    result.decide = [this](expr::NodeId symbol) {
      return trace::PointValues(builder, inputs).at(symbol);
    };
    return result;
  }

  // What the function returns and adds to `target`, leaf by leaf.
  std::vector<Value> call(const Fact& fact, const std::vector<Value>& arguments) {
    const Value value = value_of(fact, arguments);
    std::vector<Value> leaves(trace::leaves_of(value).begin(), trace::leaves_of(value).end());
    for (const trace::TargetTerm& term : interpreter.target()) leaves.push_back(term.value);
    return leaves;
  }

  Value value_of(const Fact& fact, const std::vector<Value>& arguments) {
    const bool is_complex = std::ranges::any_of(
        fact.arguments, [](const stan::Type& type) { return type.is_complex(); });
    stan::Call syntax;
    syntax.name = fact.name;
    if (is_complex) syntax.builtin = trace::find_builtin("complex " + fact.name);
    if (syntax.builtin == nullptr) syntax.builtin = trace::find_builtin(fact.name);
    if (syntax.builtin == nullptr) trace::fail("there is no such function");
    const trace::BuiltinCall call{machine, interpreter, arguments, fact.result, syntax};
    if (auto value = trace::composite_call(call)) return *std::move(value);
    return syntax.builtin->function(call);
  }
};

// Weights that tell the elements of a result apart.
double weight(std::size_t i) {
  return 1.0 + 0.37 * static_cast<double>(i % 7);
}

Numbers numbers_of(const std::vector<Value>& leaves) {
  Numbers all;
  for (const Value& leaf : leaves) {
    all.insert(all.end(), leaf.numbers().begin(), leaf.numbers().end());
  }
  return all;
}

double weighted(const Numbers& numbers) {
  double total = 0.0;
  for (std::size_t i = 0; i < numbers.size(); ++i) total += weight(i) * numbers[i];
  return total;
}

Numbers on_data(const Fact& fact, double t) {
  Bench bench;
  return numbers_of(bench.call(fact, arguments_at(fact, t)));
}

// Four points of the curve, for slopes by differences of order h^4.
constexpr double kStep = 1e-3;
constexpr double kPoints[] = {kStep, -kStep, 2 * kStep, -2 * kStep};

double slope_of(const std::array<double, 4>& f) {
  return (8 * (f[0] - f[1]) - (f[2] - f[3])) / (12 * kStep);
}

bool may_be_symbol(const Fact& fact, std::size_t place) {
  if (fact.arguments[place].base == stan::Base::kInt) return false;
  const auto match = stan::best_match(fact.name, fact.arguments);
  return !match || place >= match->signature->arguments.size() ||
         !match->signature->arguments[place].is_data;
}

std::vector<Value> symbols_for(Bench& bench, const Fact& fact, const std::vector<Value>& known) {
  std::vector<Value> symbols;
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (!may_be_symbol(fact, k)) {
      symbols.push_back(known[k]);
      continue;
    }
    std::vector<Value> leaves;
    for (const Value& leaf : trace::leaves_of(known[k])) {
      const expr::Shape shape = trace::node_shape(leaf.dims());
      bench.inputs.push_back({shape, {leaf.numbers().begin(), leaf.numbers().end()}});
      leaves.push_back(Value::symbol(leaf.type(), leaf.dims(), bench.builder.input("x", shape)));
    }
    symbols.push_back(Value::of_leaves(known[k].type(), std::move(leaves)));
  }
  return symbols;
}

// The value on symbols as a graph whose first output is the weighted sum.
struct Traced {
  expr::Graph graph;
  std::vector<expr::Array> inputs;
};

Traced on_symbols(const Fact& fact) {
  Bench bench;
  const std::vector<Value> leaves =
      bench.call(fact, symbols_for(bench, fact, arguments_at(fact, 0.0)));
  Traced traced;
  traced.inputs = bench.inputs;
  expr::Term total = expr::constant(bench.builder, 0.0);
  std::size_t place = 0;
  for (const Value& leaf : leaves) {
    const expr::Term term = bench.machine.term(leaf);
    Numbers weights(term.size());
    for (double& w : weights) w = weight(place++);
    const expr::Shape flat = expr::Shape::vector(term.size());
    const expr::Term factors(bench.builder, bench.builder.constant(flat, weights));
    if (term.size() > 0) total = total + sum(factors * reshape(term, flat));
  }
  traced.graph = trace::without_deferred(std::move(bench.builder).finish({total.id()}));
  return traced;
}

bool is_near(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * (1.0 + std::fabs(b));
}

// The slope along the curve by the gradient.
double slope_by_gradient(const Fact& fact, const Traced& traced) {
  const auto gradient = passes::differentiate(traced.graph).graph;
  const auto outputs = expr::interpret(gradient, traced.inputs);
  std::array<std::vector<Value>, 4> curve;
  for (std::size_t p = 0; p < 4; ++p) curve[p] = arguments_at(fact, kPoints[p]);
  double slope = 0.0;
  std::size_t slot = 0;
  for (std::size_t k = 0; k < fact.arguments.size(); ++k) {
    if (!may_be_symbol(fact, k)) continue;
    for (std::size_t l = 0; l < trace::leaves_of(curve[0][k]).size(); ++l, ++slot) {
      const Numbers& by = outputs[slot + 1].numbers;
      for (std::size_t i = 0; i < by.size(); ++i) {
        std::array<double, 4> at{};
        for (std::size_t p = 0; p < 4; ++p) {
          at[p] = trace::leaves_of(curve[p][k])[l].numbers()[i];
        }
        const double along = slope_of(at);
        if (along != 0.0) slope += by[i] * along;
      }
    }
  }
  return slope;
}

double slope_by_differences(const Fact& fact) {
  std::array<double, 4> at{};
  for (std::size_t p = 0; p < 4; ++p) at[p] = weighted(on_data(fact, kPoints[p]));
  return slope_of(at);
}

void run_on_symbols(const Fact& fact, double value, Outcome& outcome) {
  const Traced traced = on_symbols(fact);
  const double found = expr::interpret(traced.graph, traced.inputs)[0].numbers[0];
  if (!is_near(found, value, 1e-9)) {
    outcome.trouble = fmt::format("{} on symbols, {} on numbers", found, value);
    return;
  }
  outcome.runs_on_parameters = true;
  const double by_gradient = slope_by_gradient(fact, traced);
  const double by_differences = slope_by_differences(fact);
  outcome.has_slopes = is_near(by_gradient, by_differences, 2e-6);
  if (outcome.has_slopes) return;
  outcome.trouble = fmt::format("slope {}, by differences {}", by_gradient, by_differences);
}

}  // namespace

Outcome outcome_of(const Fact& fact) {
  Outcome outcome;
  const auto match = stan::best_match(fact.name, fact.arguments);
  outcome.is_known = match && match->result == fact.result;
  if (!outcome.is_known) {
    outcome.trouble = match ? "the checker says " + stan::to_text(match->result) : "not known";
    return outcome;
  }
  try {
    const Numbers numbers = on_data(fact, 0.0);
    outcome.runs_on_data = fact.name == "not_a_number" ||
                           std::ranges::all_of(numbers, [](double x) { return !std::isnan(x); });
    if (!outcome.runs_on_data) outcome.trouble = "NaN";
    if (!outcome.runs_on_data || !excuse_of(fact).empty()) return outcome;
    run_on_symbols(fact, weighted(numbers), outcome);
  } catch (const trace::RuntimeError& error) {
    outcome.trouble = error.message;
  }
  return outcome;
}

std::string excuse_of(const Fact& fact) {
  if (fact.arguments.empty()) return "a constant";
  if (fact.name.ends_with("_rng")) return "draws random numbers";
  for (std::size_t k = 0; k < fact.arguments.size(); ++k) {
    if (may_be_symbol(fact, k)) return "";
  }
  return "of integers, or of what Stan asks to be data";
}

}  // namespace autumn::signatures
