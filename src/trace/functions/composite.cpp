// This file runs functions of sizes and moves of elements on values that have several leaves.
#include "trace/functions/composite.h"

#include <algorithm>

#include "stan/types/leaves.h"

namespace autumn::trace {
namespace {

// Functions that ask for dims alone.
constexpr std::string_view kOfSizes[] = {"cols", "dims", "num_elements", "rows", "size"};

// Functions that are linear in their first argument, or in all of them: real and imaginary parts,
// and the parts of tuples, go their own ways.
struct Linear {
  std::string_view name;
  bool is_in_all_arguments;  // else the others are sizes and places
};
constexpr Linear kLinear[] = {
    {"add_diag", true},        {"append_array", true},
    {"append_col", true},      {"append_row", true},
    {"block", false},          {"col", false},
    {"cumulative_sum", false}, {"diag_matrix", false},
    {"diagonal", false},       {"head", false},
    {"minus", false},          {"plus", false},
    {"rep_array", false},      {"rep_matrix", false},
    {"rep_row_vector", false}, {"rep_vector", false},
    {"reverse", false},        {"row", false},
    {"segment", false},        {"sub_col", false},
    {"sub_row", false},        {"sum", false},
    {"tail", false},           {"to_array_1d", false},
    {"to_array_2d", false},    {"to_matrix", false},
    {"to_row_vector", false},  {"to_vector", false},
    {"trace", false},          {"transpose", false},
};

Value call_with(const BuiltinCall& call, const std::vector<Value>& arguments,
                const stan::Type& type) {
  return call.syntax.builtin->function(
      {call.machine, call.interpreter, arguments, type, call.syntax});
}

// Something plain of the same sizes.
Value shape_of(const Value& value) {
  if (!value.is_composite()) return value;
  const stan::Type& type = value.type();
  const stan::Base base = type.is_tuple() ? stan::Base::kReal : stan::real_base(type.base);
  return Value::numbers({base, type.array_rank}, value.dims(), std::vector<double>(value.size()));
}

// The type that an argument is taken as, so that it has a leaf for each of the result's: reals
// beside complex numbers become complex, and tuples of ints such of reals.
stan::Type wanted_type(const Value& argument, const stan::Type& result) {
  const stan::Type& type = argument.type();
  if (result.is_tuple()) return {result.base, type.array_rank, result.parts};
  return {stan::complex_base(type.base), type.array_rank};
}

Value leaf_by_leaf(const BuiltinCall& call, const Linear& linear) {
  std::vector<Value> whole(call.arguments.begin(), call.arguments.end());
  const std::size_t count = linear.is_in_all_arguments ? whole.size() : 1;
  for (std::size_t k = 0; k < count; ++k) whole[k] = whole[k].as(wanted_type(whole[k], call.type));
  const std::vector<stan::Type> types = stan::leaf_types(call.type);
  std::vector<Value> leaves;
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::vector<Value> arguments = whole;
    for (std::size_t k = 0; k < count; ++k) arguments[k] = whole[k].leaves()[i];
    leaves.push_back(call_with(call, arguments, types[i]));
  }
  return Value::composite(call.type, std::move(leaves));
}

// Solvers hand what they do not know on to the function, as leaves; `Interpreter::call` takes them
// so. reduce_sum calls it at once, with all it was given.
bool is_solver(const BuiltinCall& call) {
  const auto* function = call.syntax.arguments.empty()
                             ? nullptr
                             : std::get_if<stan::Variable>(&call.syntax.arguments[0]->node);
  return function != nullptr && function->slot < 0 && !call.syntax.name.starts_with("reduce_sum");
}

}  // namespace

std::optional<Value> composite_call(const BuiltinCall& call) {
  const auto is_composite = [](const Value& x) { return x.is_composite(); };
  if (std::ranges::none_of(call.arguments, is_composite)) return std::nullopt;
  const std::string_view name = call.syntax.builtin->name;
  if (std::ranges::find(kOfSizes, name) != std::end(kOfSizes)) {
    std::vector<Value> shapes;
    for (const Value& x : call.arguments) shapes.push_back(shape_of(x));
    return call_with(call, shapes, call.type);
  }
  const auto* linear = std::ranges::find(kLinear, name, &Linear::name);
  if (linear != std::end(kLinear)) return leaf_by_leaf(call, *linear);
  // Laplace's approximation takes its tuples apart itself.
  if (!is_solver(call) || name.starts_with("laplace_")) return call.syntax.builtin->function(call);
  std::vector<Value> flat;
  for (const Value& x : call.arguments) {
    const auto leaves = leaves_of(x);
    flat.insert(flat.end(), leaves.begin(), leaves.end());
  }
  return call_with(call, flat, call.type);
}

}  // namespace autumn::trace
