// This file has the expressions and calls of the interpreter.
#include "trace/interpreter.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/functions/composite.h"
#include "trace/functions/definedness.h"
#include "trace/indexing.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

// Errors of inner expressions keep the innermost place.
[[noreturn]] void rethrow_at(RuntimeError& error, const SourceRange& where) {
  if (!error.where.is_known()) error.where = where;
  throw;
}

// Whether results are 0 or 1.
bool is_truth(expr::Op op) {
  using enum expr::Op;
  return op == kLess || op == kLessEqual || op == kEqual || op == kAnd || op == kOr || op == kNot ||
         op == kIsNan;
}

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

}  // namespace

Interpreter::Interpreter(const stan::Program& program, Machine& machine, Hooks hooks)
    : program_(program),
      machine_(machine),
      hooks_(std::move(hooks)),
      globals_(static_cast<std::size_t>(program.frame_size)),
      frame_(&globals_) {
  // Slots are numbered in the order of the declarations.
  for (const stan::Statements* block : {&program.data, &program.transformed_data}) {
    for (const stan::Statement& statement : *block) {
      const Reach reach = reach_of(statement);
      if (!reach.declared.empty()) {
        first_parameter_ = std::max(first_parameter_, *reach.declared.rbegin() + 1);
      }
    }
  }
}

Value Interpreter::evaluate(const stan::Expr& expression) {
  try {
    return std::visit([&](const auto& node) { return value_of(expression, node); },
                      expression.node);
  } catch (RuntimeError& error) {
    rethrow_at(error, expression.where);
  }
}

Value Interpreter::value_of(const stan::Expr&, const stan::IntLiteral& x) {
  return Value::integer(static_cast<double>(x.value));
}

Value Interpreter::value_of(const stan::Expr&, const stan::RealLiteral& x) {
  return Value::real(x.value);
}

Value Interpreter::value_of(const stan::Expr&, const stan::ImaginaryLiteral&) {
  internal_error("lowering leaves no imaginary literals", __FILE__, __LINE__);
}

Value Interpreter::value_of(const stan::Expr&, const stan::Variable& x) {
  AUTUMN_CHECK(x.slot >= 0, "a variable has a slot");
  return (*frame_)[static_cast<std::size_t>(x.slot)];
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Unary& x) {
  return unary(machine_, x.op, evaluate(*x.operand), e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Binary& x) {
  const Value left = evaluate(*x.left);
  // || and && do not look at their right side if the left one decides.
  if (left.is_known() && left.is_scalar()) {
    if (x.op == stan::BinaryOp::kOr && left.number() != 0.0) return Value::integer(1);
    if (x.op == stan::BinaryOp::kAnd && left.number() == 0.0) return Value::integer(0);
  } else if (left.is_scalar() && (x.op == stan::BinaryOp::kOr || x.op == stan::BinaryOp::kAnd)) {
    return either(left, x, e.type);
  }
  const Value right = evaluate(*x.right);
  // Quotients and remainders of integers are made of numbers.
  const bool is_quotient = x.op == stan::BinaryOp::kDivide || x.op == stan::BinaryOp::kIntDivide ||
                           x.op == stan::BinaryOp::kModulo;
  if (is_quotient && left.type().is_int() && right.type().is_int()) {
    return binary(machine_, x.op, decided(left), decided(right), e.type);
  }
  return binary(machine_, x.op, left, right, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Conditional& x) {
  const Value condition = condition_value(*x.condition);
  if (condition.is_known()) {
    return evaluate(condition.number() != 0.0 ? *x.if_true : *x.if_false).as(e.type);
  }
  const expr::Term taken = machine_.term(condition);
  const Value yes = evaluate_where(taken.id(), *x.if_true);
  const Value no = evaluate_where((!taken).id(), *x.if_false);
  return joined(condition, yes.as(e.type), no.as(e.type));
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
    // Inside of a density of the user `_lupdf` drops terms if the density itself was called so.
    const bool is_density = x.name.ends_with("_lpdf") || x.name.ends_with("_lpmf");
    const bool outer = std::exchange(drops_terms_, drops_terms_ && !is_density);
    Value value = call(x.user_function, arguments);
    drops_terms_ = outer;
    return value;
  }
  const BuiltinCall built_in{machine_, *this, arguments, e.type, x};
  if (hooks_.watcher != nullptr) {
    if (auto value = hooks_.watcher->on_call(built_in)) return *std::move(value);
  }
  const Value value = call_builtin(built_in);
  const bool is_proportional = x.name.ends_with("_lupdf") || x.name.ends_with("_lupmf");
  if (!is_proportional) return value;
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

Value Interpreter::call(int user_function, std::span<const Value> arguments) {
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
  const auto return_to_caller = [&] {
    frame_ = caller;
    journal_ = journal;
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

std::optional<std::size_t> Interpreter::element_place(const Dims& dims,
                                                      const std::vector<stan::Index>& indices) {
  const auto is_single = [](const stan::Index& index) {
    const auto* single = std::get_if<stan::IndexSingle>(&index);
    return single != nullptr && single->value->type.is_scalar();
  };
  if (indices.size() != dims.size() || !std::all_of(indices.begin(), indices.end(), is_single)) {
    return std::nullopt;
  }
  std::size_t offset = 0;
  std::size_t stride = 1;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Value place = decided(evaluate(*std::get<stan::IndexSingle>(indices[d]).value));
    if (!place.is_known()) fail_undecided("an index depends on a parameter");
    offset += stride * checked_place(place.number(), dims[d], d);
    stride *= dims[d];
  }
  return offset;
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Indexed& x) {
  // An element of a variable, the usual case, is read in place: evaluating the variable would only
  // copy its handle.
  const auto* variable = std::get_if<stan::Variable>(&x.base->node);
  if (variable != nullptr && variable->slot >= 0) {
    const Value& base = (*frame_)[static_cast<std::size_t>(variable->slot)];
    try {
      if (const auto place = element_place(base.dims(), x.indices)) {
        return machine_.element(base, *place, e.type);
      }
      return indexed(base, evaluate_places(x.indices), e.type);
    } catch (const RuntimeError& error) {
      if (!error.is_undecided || !traces_both_sides()) throw;
      return looked_up(base, x.indices, e.type);
    }
  }
  if (!x.base->type.is_composite()) {
    const std::vector<Subscript> places = evaluate_places(x.indices);
    return indexed(evaluate(*x.base), places, e.type);
  }
  const Value base = evaluate(*x.base);
  const std::vector<stan::Type> types = stan::leaf_types(e.type);
  std::vector<Value> leaves;
  try {
    const std::vector<Subscript> places = evaluate_places(x.indices);
    for (const Value& leaf : base.leaves()) {
      leaves.push_back(indexed(leaf, places, types[leaves.size()]));
    }
  } catch (const RuntimeError& error) {
    if (!error.is_undecided || !traces_both_sides()) throw;
    for (const Value& leaf : base.leaves()) {
      leaves.push_back(looked_up(leaf, x.indices, types[leaves.size()]));
    }
  }
  return Value::composite(e.type, std::move(leaves));
}

Value Interpreter::indexed(const Value& base, std::span<const Subscript> places, stan::Type type) {
  Selection selection = select(base.dims(), places);
  return machine_.gather(base, std::move(selection.index), type, std::move(selection.dims));
}

std::vector<Subscript> Interpreter::evaluate_places(std::span<const stan::Index> indices) {
  std::vector<Subscript> places;
  places.reserve(indices.size());
  for (const stan::Index& index : indices) {
    if (const auto* single = std::get_if<stan::IndexSingle>(&index)) {
      const Value value = decided(evaluate(*single->value));
      if (!value.is_known()) fail_undecided("an index depends on a parameter");
      if (value.is_scalar()) {
        places.emplace_back(SingleSubscript{value.number()});
      } else {
        places.emplace_back(SubscriptList{{value.numbers().begin(), value.numbers().end()}});
      }
      continue;
    }
    const auto& range = std::get<stan::IndexRange>(index);
    SubscriptRange places_of_range;
    if (range.low) places_of_range.low = known_number(*range.low, "an index");
    if (range.high) places_of_range.high = known_number(*range.high, "an index");
    places.emplace_back(places_of_range);
  }
  return places;
}

namespace {

// Parts with one more dimension in front: element i of the result is part i. Storage has the first
// index fastest, so parts are interleaved.
Value stacked(Machine& machine, const std::vector<Value>& parts, stan::Type type) {
  Dims dims{parts.size()};
  if (!parts.empty()) dims.insert(dims.end(), parts[0].dims().begin(), parts[0].dims().end());
  for (const Value& part : parts) {
    if (part.dims() != parts[0].dims()) {
      fail(fmt::format("elements of different sizes: {} and {}", describe(parts[0]),
                       describe(part)));
    }
  }
  if (parts.empty()) return Value::numbers(type, {0}, {});
  Value joined = machine.concat(parts, type, dims);
  const std::size_t inner = parts[0].size();
  if (inner == 1) return joined;
  std::vector<std::uint32_t> index;
  index.reserve(parts.size() * inner);
  for (std::size_t e = 0; e < inner; ++e) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      index.push_back(static_cast<std::uint32_t>(p * inner + e));
    }
  }
  return machine.gather(joined, expr::Index::list(std::move(index)), type, dims);
}

// The same for tuples and complex numbers: leaf by leaf, after the parts have become of one type.
Value stacked_leaves(Machine& machine, std::vector<Value> parts, const stan::Type& part_type,
                     const stan::Type& type) {
  if (!type.is_composite()) return stacked(machine, parts, type);
  for (Value& part : parts) part = part.as(part_type);
  const std::vector<stan::Type> types = stan::leaf_types(type);
  std::vector<Value> leaves;
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::vector<Value> leaf;
    for (const Value& part : parts) leaf.push_back(part.leaves()[i]);
    leaves.push_back(stacked(machine, leaf, types[i]));
  }
  return Value::composite(type, std::move(leaves));
}

}  // namespace

Value Interpreter::value_of(const stan::Expr& e, const stan::ArrayLiteral& x) {
  std::vector<Value> parts;
  for (const stan::ExprPtr& element : x.elements) parts.push_back(evaluate(*element));
  stan::Type part_type = e.type;
  --part_type.array_rank;
  return stacked_leaves(machine_, std::move(parts), part_type, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::RowLiteral& x) {
  std::vector<Value> parts;
  for (const stan::ExprPtr& element : x.elements) parts.push_back(evaluate(*element));
  if (parts.empty() && e.type.base == stan::Base::kMatrix)
    return Value::numbers(e.type, {0, 0}, {});
  const bool has_rows = e.type.base == stan::Base::kComplexMatrix;
  const stan::Type part_type{has_rows ? stan::Base::kComplexRowVector : stan::Base::kComplex, 0};
  return stacked_leaves(machine_, std::move(parts), part_type, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::TupleLiteral& x) {
  std::vector<Value> leaves;
  for (const stan::ExprPtr& element : x.elements) {
    const Value value = evaluate(*element);
    const auto more = leaves_of(value);
    leaves.insert(leaves.end(), more.begin(), more.end());
  }
  return Value::composite(e.type, std::move(leaves));
}

Value Interpreter::value_of(const stan::Expr& e, const stan::TuplePart& x) {
  const Value base = evaluate(*x.base);
  const auto leaves =
      std::span(base.leaves())
          .subspan(stan::first_leaf(base.type(), x.part - 1), stan::leaf_count(e.type));
  return Value::of_leaves(e.type, {leaves.begin(), leaves.end()});
}

Value Interpreter::value_of(const stan::Expr&, const stan::TargetValue&) {
  const stan::Type real{stan::Base::kReal, 0};
  Value total = Value::real(0.0);
  for (const TargetTerm& term : target_) {
    total = binary(machine_, stan::BinaryOp::kAdd, total, term.value, real);
  }
  return total;
}

Value Interpreter::decided(const Value& value) {
  if (value.is_known() || !hooks_.decide) return value;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Value element = machine_.element(value, i, number_type(value));
    numbers.push_back(element.is_known() ? element.number()
                                         : hooks_.decide(machine_.node(element)));
  }
  return Value::numbers(value.type(), value.dims(), std::move(numbers));
}

double Interpreter::decided_number(const Value& value) {
  const Value known = decided(value);
  if (!known.is_known()) fail_undecided("an order depends on a parameter");
  return known.number();
}

Value Interpreter::condition_value(const stan::Expr& condition) {
  const Value value = evaluate(condition);
  if (value.is_known()) return value;
  if (is_truth(machine_.builder().graph().op(machine_.node(value)))) return decided(value);
  // Any number but 0 is true.
  const expr::Term is_false = machine_.term(value) == 0.0;
  return decided(machine_.value(stan::kIntType, {}, !is_false));
}

bool Interpreter::is_true(const stan::Expr& condition) {
  const Value value = condition_value(condition);
  if (!value.is_known()) fail_undecided("a condition depends on a parameter");
  return value.number() != 0.0;
}

double Interpreter::known_number(const stan::Expr& expression, std::string_view what) {
  const Value value = decided(evaluate(expression));
  if (!value.is_known()) fail_undecided(fmt::format("{} depends on a parameter", what));
  return value.number();
}

namespace {

// What sums to something, or has a length.
bool needs_elements(stan::DeclaredKind kind) {
  using enum stan::DeclaredKind;
  return kind == kSimplex || kind == kUnitVector || kind == kSumToZeroVector ||
         kind == kColumnStochasticMatrix || kind == kRowStochasticMatrix ||
         kind == kSumToZeroMatrix;
}

// Whether there are items of these last dimensions.
void check_item(const stan::DeclaredType& type, const Dims& dims) {
  const auto item = std::span(dims).last(type.sizes.size());
  for (std::size_t k = 0; k < item.size(); ++k) {
    if (item[k] > 0 || !needs_elements(type.kind)) continue;
    throw RuntimeError{"a size is 0", "a variable of this type has at least one element",
                       type.sizes[k]->where, false};
  }
  const bool is_factor = type.kind == stan::DeclaredKind::kCholeskyFactorCov && item.size() == 2;
  if (!is_factor || item[1] <= item[0]) return;
  throw RuntimeError{
      fmt::format("a cholesky_factor_cov of {} rows cannot have {} columns", item[0], item[1]),
      "there are no more columns than rows", type.sizes[1]->where, false};
}

}  // namespace

void Interpreter::require_memory(const std::string& name, const Dims& dims, double copies) const {
  constexpr double kGigabyte = 1e9;
  double count = 1;
  for (const std::size_t extent : dims) count *= static_cast<double>(extent);
  const double bytes = copies * count * sizeof(double);
  if (count > static_cast<double>(hooks_.limits.elements)) {
    fail(fmt::format("`{}` has {:.10g} elements ({:.3g} GB), but a variable has at most {}", name,
                     count, bytes / kGigabyte, hooks_.limits.elements));
  }
  const auto memory = static_cast<double>(hooks_.limits.bytes);
  if (memory > 0 && bytes > memory) {
    fail(
        fmt::format("`{}` has {:.10g} elements, which need at least {:.3g} GB of memory, but this "
                    "machine has {:.3g} GB",
                    name, count, bytes / kGigabyte, memory / kGigabyte));
  }
}

Dims Interpreter::declared_dims(const stan::Declaration& declaration) {
  const stan::DeclaredType& type = declaration.type;
  Dims dims;
  const auto add = [&](const stan::ExprPtr& size) {
    const double extent = known_number(*size, "a size");
    if (extent < 0) {
      throw RuntimeError{fmt::format("a size is {}", extent), "sizes cannot be negative",
                         size->where, false};
    }
    dims.push_back(static_cast<std::size_t>(extent));
  };
  for (const stan::ExprPtr& size : type.array_sizes) add(size);
  for (const stan::ExprPtr& size : type.sizes) add(size);
  check_item(type, dims);
  // Square matrices are declared with one size.
  const bool is_square = type.type().base == stan::Base::kMatrix && type.sizes.size() == 1;
  if (is_square) dims.push_back(dims.back());
  require_memory(declaration.name, dims, 1.0);
  return dims;
}

void Interpreter::add_to_target(Value value, const stan::Statement& statement) {
  target_.push_back({std::move(value), &statement});
}

void Interpreter::add_to_target(Value value) {
  AUTUMN_CHECK(statement_ != nullptr, "a statement runs");
  add_to_target(std::move(value), *statement_);
}

}  // namespace autumn::trace
