// This file calls functions, those of the language and those of the program.
#include <fmt/format.h>

#include <pthread.h>
#include <algorithm>
#include <utility>

#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/functions/composite.h"
#include "trace/functions/definedness.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// Calls inside of many loops and blocks take more of the stack than their number says.
constexpr std::size_t kStackReserve = 2U << 20U;

// What is left of the stack of this thread, in bytes.
std::size_t stack_left() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return kStackReserve;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const auto* const here = static_cast<const char*>(__builtin_frame_address(0));
  return static_cast<std::size_t>(here - static_cast<const char*>(lowest));
}

bool is_proportional(std::string_view name) {
  return name.ends_with("_lupdf") || name.ends_with("_lupmf");
}

}  // namespace

DensityTerms density_terms_of(std::string_view called) {
  return is_proportional(called) ? DensityTerms::kAsCaller : DensityTerms::kAll;
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Call& x) {
  if (x.user_function < 0 && x.builtin == nullptr) {
    fail(fmt::format("not supported yet: {}", x.name), nearest_builtin(x.name));
  }
  // Names of functions are no values; whoever takes a function reads its name from the syntax.
  std::vector<Value> arguments;
  arguments.reserve(x.arguments.size());
  for (const stan::ExprPtr& argument : x.arguments) {
    const auto* variable = std::get_if<stan::Variable>(&argument->node);
    const bool is_function = variable != nullptr && variable->slot < 0;
    arguments.push_back(is_function ? Value() : evaluate(*argument));
  }
  if (x.user_function >= 0) {
    return call(x.user_function, arguments, density_terms_of(x.name));
  }
  const BuiltinCall built_in{machine_, *this, arguments, e.type, x};
  if (hooks_.watcher != nullptr) {
    if (auto value = hooks_.watcher->on_call(built_in)) return *std::move(value);
  }
  const Value value = call_builtin(built_in);
  if (!is_proportional(x.name)) return value;
  // As a summand of the target it may keep constants.
  const bool is_summand = std::ranges::find(summands_, &x) != summands_.end();
  if (is_summand && !counts_constants()) return value;
  const std::string_view distribution = std::string_view(x.name).substr(0, x.name.rfind('_'));
  std::vector<const stan::Expr*> syntax;
  for (const stan::ExprPtr& argument : x.arguments) syntax.push_back(argument.get());
  return without_dropped(value, distribution, syntax, arguments);
}

Value Interpreter::call_builtin(const BuiltinCall& call) {
  if (auto value = composite_call(call)) return *std::move(value);
  const BuiltinEntry* entry = call.syntax.builtin;
  const auto is_unknown_integer = [](const Value& x) {
    return x.type().base == stan::Base::kInt && !x.is_known();
  };
  if (std::ranges::none_of(call.arguments, is_unknown_integer)) {
    Value result = entry->function(call);
    require_defined(call, result);
    return result;
  }
  // The values of discrete distributions are numbers.
  constexpr std::string_view kDiscrete[] = {"_lpmf", "_lupmf", "_cdf", "_lcdf", "_lccdf"};
  const bool is_density = std::ranges::any_of(
      kDiscrete, [&](std::string_view ending) { return call.syntax.name.ends_with(ending); });
  if (is_density && traces_both_sides() && hooks_.regions != nullptr) {
    fail_undecided(fmt::format("an argument of `{}` depends on a parameter", call.syntax.name));
  }
  std::vector<Value> arguments;
  for (const Value& x : call.arguments) {
    arguments.push_back(is_unknown_integer(x) ? decided(x) : x);
  }
  try {
    const BuiltinCall same{call.machine, call.interpreter, arguments, call.type, call.syntax};
    Value result = entry->function(same);
    require_defined(same, result);
    return result;
  } catch (const std::bad_variant_access&) {
    // Functions of integers take their numbers for granted.
    if (hooks_.regions == nullptr) throw;
    fail_undecided(fmt::format("an argument of `{}` depends on a parameter", call.syntax.name));
  } catch (RuntimeError& error) {
    // Or they ask for them.
    if (hooks_.regions != nullptr) error.is_undecided = true;
    throw;
  }
}

namespace {

// The leaves of the arguments, which come as the function declares them, or as leaves.
void fill_parameters(const stan::Function& function, std::span<const Value> arguments,
                     std::vector<Value>& frame) {
  std::size_t next = 0;
  if (arguments.size() == function.parameters.size()) {
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const Value argument = arguments[k].as(function.parameters[k].type);
      for (const Value& leaf : leaves_of(argument)) frame[next++] = leaf;
    }
    return;
  }
  for (const stan::FunctionParameter& parameter : function.parameters) {
    for (const stan::Type& type : stan::leaf_types(parameter.type)) {
      frame[next] = arguments[next].as(type);
      ++next;
    }
  }
}

}  // namespace

Value Interpreter::call(int user_function, std::span<const Value> arguments, DensityTerms terms) {
  constexpr int kMaxDepth = 1000;
  if (++depth_ > kMaxDepth || (depth_ % 4 == 0 && stack_left() < kStackReserve)) {
    --depth_;
    fail("functions call each other too deep", "does the recursion end?");
  }
  const stan::Function& function = program_.functions[static_cast<std::size_t>(user_function)];
  std::vector<Value> frame(static_cast<std::size_t>(function.frame_size));
  fill_parameters(function, arguments, frame);
  std::vector<Value>* const caller = std::exchange(frame_, &frame);
  Journal* const journal = std::exchange(journal_, nullptr);
  const bool is_density = function.name.ends_with("_lpdf") || function.name.ends_with("_lpmf");
  const bool has_all = is_density && terms == DensityTerms::kAll;
  const bool drops_terms = std::exchange(drops_terms_, drops_terms_ && !has_all);
  const auto return_to_caller = [&] {
    frame_ = caller;
    journal_ = journal;
    drops_terms_ = drops_terms;
    --depth_;
  };
  returned_ = Value();
  Flow flow = Flow::kNext;
  try {
    flow = execute(function.body);
  } catch (...) {
    return_to_caller();
    throw;
  }
  return_to_caller();
  if (flow != Flow::kReturn && !function.result.is_void()) {
    fail(fmt::format("the function `{}` ended without returning a value", function.name));
  }
  return function.result.is_void() ? Value() : std::move(returned_).as(function.result);
}

}  // namespace autumn::trace
