// This file has the functions that make, cut and convert containers, which are pure moves of
// elements.
#include <fmt/format.h>

#include <Eigen/Core>
#include <numeric>

#include "base/words.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using expr::Term;
using stan::Base;

// ---- repetition ----

// x behind new leading dimensions. The first index is the fastest: every element of x is repeated.
Value repeated(const BuiltinCall& call, const Value& x, const Dims& leading) {
  const std::size_t copies = size_of(leading);
  Dims dims = leading;
  dims.insert(dims.end(), x.dims().begin(), x.dims().end());
  if (x.is_known() || size_of(dims) == 0) {
    std::vector<double> numbers;
    numbers.reserve(size_of(dims));
    for (std::size_t i = 0; copies > 0 && i < x.size(); ++i) {
      numbers.insert(numbers.end(), copies, x.numbers()[i]);
    }
    return Value::numbers(call.type, std::move(dims), std::move(numbers));
  }
  const Value one[] = {x};
  const std::size_t rank = x.dims().size();
  return compose(call.machine, one, call.type, dims, [&](Terms t) {
    if (rank == 0) return broadcast(t[0], node_shape(dims));
    const Term flat = reshape(t[0], expr::Shape::vector(t[0].size()));
    return reshape(repeat_rows(flat, copies), node_shape(dims));
  });
}

// rep_vector(x, n), rep_array(x, n, ...), rep_matrix(x, m, n).
Value repeat(const BuiltinCall& call) {
  Dims leading;
  for (std::size_t k = 1; k < call.arguments.size(); ++k) {
    leading.push_back(size_argument(call, k, "the size"));
  }
  return repeated(call, call.arguments[0], leading);
}

// rep_matrix: of a scalar, of a row vector as each row, of a vector as each column.
Value rep_matrix(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (x.type().base != Base::kVector) return repeat(call);
  const std::size_t n = size_argument(call, 1, "the number of columns");
  const std::size_t rows = x.size();
  if (x.is_known() || n * rows == 0) {
    return moved(call.machine, x, call.type, {rows, n}, [&](std::size_t i) { return i % rows; });
  }
  const Value one[] = {x};
  return compose(call.machine, one, call.type, {rows, n},
                 [&](Terms t) { return repeat_cols(t[0], n); });
}

// ---- pieces along the first dimension ----

Value piece(const BuiltinCall& call, std::size_t start, std::size_t count) {
  const Value& x = call.arguments[0];
  const std::size_t n = x.dims()[0];
  Dims dims = x.dims();
  dims[0] = count;
  return moved(call.machine, x, call.type, dims,
               [&](std::size_t i) { return start + i % count + n * (i / count); });
}

std::size_t count_argument(const BuiltinCall& call, std::size_t k) {
  const std::size_t count = size_argument(call, k, "the number of elements");
  const std::size_t n = call.arguments[0].dims()[0];
  if (count > n) {
    fail_in(call, fmt::format("{} of {} {} asked for", counted(count, "element"), n,
                              count == 1 ? "is" : "are"));
  }
  return count;
}

Value head(const BuiltinCall& call) {
  return piece(call, 0, count_argument(call, 1));
}

Value tail(const BuiltinCall& call) {
  const std::size_t count = count_argument(call, 1);
  return piece(call, call.arguments[0].dims()[0] - count, count);
}

Value segment(const BuiltinCall& call) {
  const std::size_t n = call.arguments[0].dims()[0];
  const std::size_t count = size_argument(call, 2, "the number of elements");
  if (count == 0) return piece(call, 0, 0);
  const std::size_t start = place_argument(call, 1, "the first index", n);
  if (count > n - start) {
    fail_in(call,
            fmt::format("elements {} to {} of {} are asked for", start + 1, start + count, n));
  }
  return piece(call, start, count);
}

Value reverse(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const std::size_t n = x.dims()[0];
  return moved(call.machine, x, call.type, x.dims(),
               [&](std::size_t i) { return n - 1 - i % n + n * (i / n); });
}

Value append_array(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const Value& b = call.arguments[1];
  const Dims inner_a(a.dims().begin() + 1, a.dims().end());
  const Dims inner_b(b.dims().begin() + 1, b.dims().end());
  if (a.dims()[0] == 0) return b.as(call.type);
  if (b.dims()[0] == 0) return a.as(call.type);
  if (inner_a != inner_b) {
    fail_in(call,
            fmt::format("sizes of elements do not match: {} and {}", describe(a), describe(b)));
  }
  Dims dims = a.dims();
  dims[0] += b.dims()[0];
  const std::size_t na = a.dims()[0];
  const std::size_t nb = b.dims()[0];
  const Value joined = call.machine.concat(call.arguments, kVectorType, {a.size() + b.size()});
  if (inner_a.empty()) return reshaped(call.machine, joined, call.type, dims);
  return moved(call.machine, joined, call.type, dims, [&](std::size_t i) {
    const std::size_t place = i % (na + nb);
    const std::size_t rest = i / (na + nb);
    return place < na ? place + na * rest : a.size() + (place - na) + nb * rest;
  });
}

// ---- conversions ----

Value to_vector(const BuiltinCall& call) {
  return reshaped(call.machine, call.arguments[0], call.type, {call.arguments[0].size()});
}

// A matrix column by column, an array with its last index fastest.
Value to_array_1d(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (x.type().array_rank == 0 || x.dims().size() == 1) return to_vector(call);
  const Dims& dims = x.dims();
  return moved(call.machine, x, call.type, {x.size()}, [&](std::size_t i) {
    std::size_t place = 0;
    std::size_t stride = x.size();
    for (std::size_t d = dims.size(); d-- > 0;) {
      stride /= dims[d];
      place += (i % dims[d]) * stride;
      i /= dims[d];
    }
    return place;
  });
}

Value to_array_2d(const BuiltinCall& call) {
  return call.arguments[0].as(call.type);
}

Value to_matrix(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (call.arguments.size() == 1) {
    if (x.dims().size() == 2) return x.as(call.type);
    return as_matrix(call.machine, x);
  }
  const std::size_t rows = size_argument(call, 1, "the number of rows");
  const std::size_t cols = size_argument(call, 2, "the number of columns");
  require_equal(call, "numbers of elements", x.size(), rows * cols);
  const bool is_by_column = call.arguments.size() < 4 || integer(call, 3, "col_major") != 0;
  if (is_by_column) return reshaped(call.machine, x, call.type, {rows, cols});
  return moved(call.machine, x, call.type, {rows, cols},
               [&](std::size_t i) { return i / rows + cols * (i % rows); });
}

// ---- constant containers ----

template <int kNumber>
Value filled(const BuiltinCall& call) {
  const std::size_t n = size_argument(call, 0, "the size");
  return Value::numbers(call.type, {n}, std::vector<double>(n, kNumber));
}

Value uniform_simplex(const BuiltinCall& call) {
  const std::size_t n = size_argument(call, 0, "the size");
  if (n == 0) fail_in(call, "the size is 0, but must be positive");
  return Value::numbers(call.type, {n}, std::vector<double>(n, 1.0 / static_cast<double>(n)));
}

Value one_hot(const BuiltinCall& call) {
  const std::size_t n = size_argument(call, 0, "the size");
  std::vector<double> numbers(n, 0.0);
  numbers[place_argument(call, 1, "the index", n)] = 1.0;
  return Value::numbers(call.type, {n}, std::move(numbers));
}

Value linspaced(const BuiltinCall& call) {
  const auto n = static_cast<Eigen::Index>(size_argument(call, 0, "the size"));
  if (!all_known(call.arguments)) fail_for_symbols(call, "its arguments must be data");
  const double low = call.arguments[1].number();
  const double high = call.arguments[2].number();
  if (n > 1 && high < low) {
    fail_in(call, fmt::format("the upper end {} is below the lower end {}", high, low));
  }
  const Eigen::VectorXd numbers = Eigen::VectorXd::LinSpaced(n, low, high);
  return Value::numbers(call.type, {static_cast<std::size_t>(n)}, {numbers.begin(), numbers.end()});
}

// Whole numbers: where the range cannot be divided evenly its upper end is lowered, as in Stan.
Value linspaced_int_array(const BuiltinCall& call) {
  const auto n = static_cast<Eigen::Index>(size_argument(call, 0, "the size"));
  const auto low = static_cast<int>(integer(call, 1, "the lower end"));
  const auto high = static_cast<int>(integer(call, 2, "the upper end"));
  if (n > 1 && high < low) {
    fail_in(call, fmt::format("the upper end {} is below the lower end {}", high, low));
  }
  const Eigen::VectorXi numbers = Eigen::VectorXi::LinSpaced(n, low, high);
  return Value::numbers(call.type, {static_cast<std::size_t>(n)}, {numbers.begin(), numbers.end()});
}

constexpr BuiltinEntry kContainerFunctions[] = {
    {"rep_vector", repeat},
    {"rep_row_vector", repeat},
    {"rep_array", repeat},
    {"rep_matrix", rep_matrix},
    {"head", head},
    {"tail", tail},
    {"segment", segment},
    {"reverse", reverse},
    {"append_array", append_array},
    {"to_vector", to_vector},
    {"to_row_vector", to_vector},
    {"to_array_1d", to_array_1d},
    {"to_array_2d", to_array_2d},
    {"to_matrix", to_matrix},
    {"zeros_vector", filled<0>},
    {"zeros_row_vector", filled<0>},
    {"zeros_array", filled<0>},
    {"zeros_int_array", filled<0>},
    {"ones_vector", filled<1>},
    {"ones_row_vector", filled<1>},
    {"ones_array", filled<1>},
    {"ones_int_array", filled<1>},
    {"uniform_simplex", uniform_simplex},
    {"one_hot_vector", one_hot},
    {"one_hot_row_vector", one_hot},
    {"one_hot_array", one_hot},
    {"one_hot_int_array", one_hot},
    {"linspaced_vector", linspaced},
    {"linspaced_row_vector", linspaced},
    {"linspaced_array", linspaced},
    {"linspaced_int_array", linspaced_int_array},
};

}  // namespace

std::span<const BuiltinEntry> container_functions() {
  return kContainerFunctions;
}

}  // namespace autumn::trace
