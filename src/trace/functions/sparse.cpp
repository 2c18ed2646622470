// This file has sparse matrices in compressed row form: values w, columns v, row starts u, all
// counted from 1.
#include <fmt/format.h>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Term;

// Where a matrix is not zero: places in storage order of what is kept, row by row.
struct Pattern {
  std::vector<std::size_t> places;
  std::vector<double> v;
  std::vector<double> u;
};

// A symbol that may be zero decides what is kept.
bool is_kept(const BuiltinCall& call, const Value& x, std::size_t place) {
  const Value element = call.machine.element(x, place, stan::kRealType);
  if (element.is_known()) return element.number() != 0.0;
  const Term is_zero = call.machine.term(element) == 0.0;
  return call.interpreter.decided_number(call.machine.value(stan::kIntType, {}, is_zero)) == 0.0;
}

Pattern pattern_of(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const std::size_t rows = rows_of(x);
  Pattern pattern;
  for (std::size_t i = 0; i < rows; ++i) {
    pattern.u.push_back(static_cast<double>(pattern.places.size() + 1));
    for (std::size_t j = 0; j < cols_of(x); ++j) {
      if (!is_kept(call, x, i + rows * j)) continue;
      pattern.places.push_back(i + rows * j);
      pattern.v.push_back(static_cast<double>(j + 1));
    }
  }
  pattern.u.push_back(static_cast<double>(pattern.places.size() + 1));
  return pattern;
}

Value csr_extract_w(const BuiltinCall& call) {
  const Pattern pattern = pattern_of(call);
  return moved(call.machine, call.arguments[0], call.type, {pattern.places.size()},
               [&](std::size_t i) { return pattern.places[i]; });
}

template <std::vector<double> Pattern::* kPart>
Value csr_extract(const BuiltinCall& call) {
  std::vector<double> numbers = pattern_of(call).*kPart;
  const Dims dims{numbers.size()};
  return Value::numbers(call.type, dims, std::move(numbers));
}

// Where the elements of w stand, from the arguments (rows, columns, w, v, u).
struct SparsePlaces {
  std::size_t rows;
  std::size_t cols;
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> col;
};

SparsePlaces places_of(const BuiltinCall& call) {
  SparsePlaces places{size_argument(call, 0, "the number of rows"),
                      size_argument(call, 1, "the number of columns"),
                      {},
                      {}};
  if (!all_known(call.arguments.subspan(3, 2))) fail_for_symbols(call, "v and u must be data");
  const auto v = call.arguments[3].numbers();
  const auto u = call.arguments[4].numbers();
  const std::size_t count = call.arguments[2].size();
  require_equal(call, "sizes of w and v", count, v.size());
  require_equal(call, "size of u and rows + 1", u.size(), places.rows + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (v[i] < 1 || v[i] > static_cast<double>(places.cols)) {
      fail_in(call,
              fmt::format("v[{}] is {}, but must be between 1 and {}", i + 1, v[i], places.cols));
    }
    places.col.push_back(static_cast<std::uint32_t>(v[i]) - 1);
  }
  for (std::size_t r = 0; r < places.rows; ++r) {
    if (u[r] != static_cast<double>(places.row.size() + 1) || u[r + 1] < u[r]) {
      fail_in(call, fmt::format("the row starts u are not ordered at row {}", r + 1));
    }
    places.row.resize(static_cast<std::size_t>(u[r + 1]) - 1, static_cast<std::uint32_t>(r));
    if (places.row.size() > count) fail_in(call, "the row starts u go beyond the end of w");
  }
  require_equal(call, "size of w and the last row start", count, places.row.size());
  return places;
}

Value csr_to_dense_matrix(const BuiltinCall& call) {
  const SparsePlaces places = places_of(call);
  const Dims dims{places.rows, places.cols};
  std::vector<std::uint32_t> where;
  for (std::size_t i = 0; i < places.row.size(); ++i) {
    where.push_back(places.row[i] + static_cast<std::uint32_t>(places.rows) * places.col[i]);
  }
  const Value one[] = {call.arguments[2]};
  return compose(call.machine, one, call.type, dims, [&](Terms x) {
    return scatter_add(x[0], expr::Index::list(where), node_shape(dims));
  });
}

Value csr_matrix_times_vector(const BuiltinCall& call) {
  const SparsePlaces places = places_of(call);
  require_equal(call, "columns and size of the vector", places.cols, call.arguments[5].size());
  const Value operands[] = {call.arguments[2], call.arguments[5]};
  return compose(call.machine, operands, call.type, {places.rows}, [&](Terms x) {
    const Term products = x[0] * gather(x[1], expr::Index::list(places.col));
    return scatter_add(products, expr::Index::list(places.row), expr::Shape::vector(places.rows));
  });
}

constexpr BuiltinEntry kSparseFunctions[] = {
    {"csr_extract_w", csr_extract_w},
    {"csr_extract_v", csr_extract<&Pattern::v>},
    {"csr_extract_u", csr_extract<&Pattern::u>},
    {"csr_to_dense_matrix", csr_to_dense_matrix},
    {"csr_matrix_times_vector", csr_matrix_times_vector},
};

}  // namespace

std::span<const BuiltinEntry> sparse_functions() {
  return kSparseFunctions;
}

}  // namespace autumn::trace
