// This file has functions of arrays, and of vectors and matrices as containers: reductions, sizes,
// sorting.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "expr/kernel.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Term;
using stan::Base;

// ---- reductions ----

template <Op kOp>
Value reduce(const BuiltinCall& call) {
  return call.machine.apply(kOp, call.arguments, call.type, {});
}

// min and max: of two integers, or of the elements of a container.
template <Op kOfTwo, Op kOfAll>
Value extreme(const BuiltinCall& call) {
  if (call.arguments.size() == 2) {
    return call.machine.elementwise(kOfTwo, call.arguments, call.type, joint_dims(call));
  }
  // Of no reals it is an infinity, but no integer is that large.
  if (call.type == kIntType) require_not_empty(call, call.arguments[0]);
  return reduce<kOfAll>(call);
}

Value log_sum_exp_function(const BuiltinCall& call) {
  if (call.arguments.size() == 1) return reduce<Op::kLogSumExp>(call);
  return call.machine.elementwise(Op::kLogAddExp, call.arguments, call.type, joint_dims(call));
}

Value prod_function(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (!x.is_known()) return compose(call, {}, [](Terms t) { return prod(t[0]); });
  double product = 1;
  for (const double v : x.numbers()) product *= v;
  return Value::real(product).as(call.type);
}

Term mean_of(Term x) {
  return sum(x) / static_cast<double>(x.size());
}

Value mean(const BuiltinCall& call) {
  require_not_empty(call, call.arguments[0]);
  return compose(call, {}, [](Terms x) { return mean_of(x[0]); });
}

Term variance_of(Term x) {
  const Term deviation = x - mean_of(x);
  return dot(deviation, deviation) / static_cast<double>(x.size() - 1);
}

Value variance(const BuiltinCall& call) {
  require_not_empty(call, call.arguments[0]);
  if (call.arguments[0].size() == 1) return Value::real(0.0);
  return compose(call, {}, [](Terms x) { return variance_of(x[0]); });
}

Value sd(const BuiltinCall& call) {
  require_not_empty(call, call.arguments[0]);
  if (call.arguments[0].size() == 1) return Value::real(0.0);
  return compose(call, {}, [](Terms x) { return sqrt(variance_of(x[0])); });
}

Value norm1(const BuiltinCall& call) {
  return compose(call, {}, [](Terms x) { return sum(abs(x[0])); });
}

Value norm2(const BuiltinCall& call) {
  return compose(call, {}, [](Terms x) { return sqrt(dot(x[0], x[0])); });
}

Value dot_self(const BuiltinCall& call) {
  const Value operands[] = {call.arguments[0], call.arguments[0]};
  return call.machine.apply(Op::kDot, operands, call.type, {});
}

Value dot_product(const BuiltinCall& call) {
  require_equal(call, "sizes", call.arguments[0].size(), call.arguments[1].size());
  return call.machine.apply(Op::kDot, call.arguments, call.type, {});
}

Term squared_distance_of(Terms x) {
  const Term d = x[0] - x[1];
  return d.shape().is_scalar() ? square(d) : dot(d, d);
}

Value squared_distance(const BuiltinCall& call) {
  require_equal(call, "sizes", call.arguments[0].size(), call.arguments[1].size());
  return compose(call, {}, squared_distance_of);
}

Value distance(const BuiltinCall& call) {
  require_equal(call, "sizes", call.arguments[0].size(), call.arguments[1].size());
  return compose(call, {}, [](Terms x) { return sqrt(squared_distance_of(x)); });
}

Value cumulative_sum_function(const BuiltinCall& call) {
  return call.machine.apply(Op::kCumulativeSum, call.arguments, call.type,
                            call.arguments[0].dims());
}

// ---- order ----

std::vector<double> sorted(std::span<const double> x) {
  std::vector<double> result(x.begin(), x.end());
  std::sort(result.begin(), result.end());
  return result;
}

// Places of the elements in ascending or descending order; equal ones stay in their order.
std::vector<std::size_t> order_of(std::span<const double> x, bool is_ascending) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return is_ascending ? x[i] < x[j] : x[j] < x[i];
  });
  return order;
}

// The sorted elements, and the permutation as their Jacobian.
class SortKernel final : public expr::Kernel {
 public:
  explicit SortKernel(bool is_ascending) : is_ascending_(is_ascending) {}
  [[nodiscard]] std::string_view name() const override {
    return is_ascending_ ? "sort_asc" : "sort_desc";
  }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape> operands) const override {
    return operands[0];
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const expr::Numbers x = operands[0];
    const auto order = order_of(x, is_ascending_);
    std::fill(outputs[1].begin(), outputs[1].end(), 0.0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!outputs[0].empty()) outputs[0][i] = x[order[i]];
      if (!outputs[1].empty()) outputs[1][i + order.size() * order[i]] = 1.0;
    }
  }

 private:
  bool is_ascending_;
};

void require_no_nan(const BuiltinCall& call, const Value& x) {
  const auto numbers = x.numbers();
  if (std::any_of(numbers.begin(), numbers.end(), [](double v) { return std::isnan(v); })) {
    fail_in(call, "an element is not a number");
  }
}

template <bool kIsAscending>
Value sort(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (x.is_known()) {
    require_no_nan(call, x);
    std::vector<double> numbers = sorted(x.numbers());
    if (!kIsAscending) std::reverse(numbers.begin(), numbers.end());
    return Value::numbers(call.type, x.dims(), std::move(numbers));
  }
  static const auto kernel = std::make_shared<SortKernel>(kIsAscending);
  expr::Builder& builder = call.machine.builder();
  const NodeId operands[] = {call.machine.node(x)};
  return call.machine.value(call.type, x.dims(), builder.part(builder.kernel(kernel, operands), 0));
}

template <bool kIsAscending>
Value sort_indices(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (x.is_known()) require_no_nan(call, x);
  const auto is_before = [&](std::size_t i, std::size_t j) {
    if (!kIsAscending) std::swap(i, j);
    if (x.is_known()) return x.numbers()[i] < x.numbers()[j];
    const auto element = [&](std::size_t k) {
      return call.machine.term(call.machine.element(x, k, stan::kRealType));
    };
    const expr::Term is_less = element(i) < element(j);
    return call.interpreter.decided_number(call.machine.value(stan::kIntType, {}, is_less)) != 0.0;
  };
  std::vector<double> places(x.size());
  std::iota(places.begin(), places.end(), 1.0);
  std::stable_sort(places.begin(), places.end(), [&](double i, double j) {
    return is_before(static_cast<std::size_t>(i) - 1, static_cast<std::size_t>(j) - 1);
  });
  return Value::numbers(call.type, x.dims(), std::move(places));
}

// How many elements are less than one of them.
Value rank(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const std::size_t place = place_argument(call, 1, "the index", x.size());
  const Value operands[] = {x, call.machine.element(x, place, stan::kRealType)};
  return compose(call.machine, operands, call.type, {},
                 [](Terms terms) { return sum(terms[0] < terms[1]); });
}

// Linear interpolation between order statistics (type 7 of Hyndman and Fan 1996).
Value quantile(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (!all_known(call.arguments)) fail_for_symbols(call, "its arguments must be data");
  require_not_empty(call, x);
  require_no_nan(call, x);
  const std::vector<double> order = sorted(x.numbers());
  std::vector<double> results;
  for (const double p : call.arguments[1].numbers()) {
    if (!(p >= 0 && p <= 1)) fail_in(call, fmt::format("the probability {} is not in [0, 1]", p));
    const double place = p * static_cast<double>(order.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(place));
    const std::size_t high = std::min(low + 1, order.size() - 1);
    results.push_back(std::lerp(order[low], order[high], place - std::floor(place)));
  }
  return Value::numbers(call.type, call.arguments[1].dims(), std::move(results));
}

// ---- sizes ----

Value dims_function(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  return Value::numbers(call.type, {dims.size()}, {dims.begin(), dims.end()});
}

Value whole(std::size_t n) {
  return Value::integer(static_cast<double>(n));
}

Value num_elements(const BuiltinCall& call) {
  return whole(call.arguments[0].size());
}

Value size_function(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  return whole(x.type().array_rank > 0 ? x.dims()[0] : x.size());
}

Value rows(const BuiltinCall& call) {
  return whole(rows_of(call.arguments[0]));
}

Value cols(const BuiltinCall& call) {
  return whole(cols_of(call.arguments[0]));
}

constexpr BuiltinEntry kReductionFunctions[] = {
    {"sum", reduce<Op::kSum>},
    {"prod", prod_function},
    {"min", extreme<Op::kMin, Op::kMinElement>},
    {"max", extreme<Op::kMax, Op::kMaxElement>},
    {"log_sum_exp", log_sum_exp_function},
    {"mean", mean},
    {"variance", variance},
    {"sd", sd},
    {"norm1", norm1},
    {"norm2", norm2},
    {"dot_product", dot_product},
    {"dot_self", dot_self},
    {"distance", distance},
    {"squared_distance", squared_distance},
    {"cumulative_sum", cumulative_sum_function},
    {"quantile", quantile},
    {"sort_asc", sort<true>},
    {"sort_desc", sort<false>},
    {"sort_indices_asc", sort_indices<true>},
    {"sort_indices_desc", sort_indices<false>},
    {"rank", rank},
    {"dims", dims_function},
    {"size", size_function},
    {"num_elements", num_elements},
    {"rows", rows},
    {"cols", cols},
};

}  // namespace

std::span<const BuiltinEntry> reduction_functions() {
  return kReductionFunctions;
}

}  // namespace autumn::trace
