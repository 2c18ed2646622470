// This file makes values of every type in a domain.
#include "signatures/arguments.h"

#include <algorithm>
#include <cmath>

#include "signatures/domains.h"

namespace autumn::signatures {
namespace {

using stan::Base;
using stan::Type;
using trace::Dims;
using trace::Value;
using Numbers = std::vector<double>;

// A number between 0 and 1 that differs from place to place, and moves with t.
double mixed(std::size_t place, std::size_t i, double t) {
  const double base = 0.618034 * static_cast<double>(i + 1) + 0.271 * static_cast<double>(place);
  const double speed = 1.0 + 0.5 * std::sin(static_cast<double>(3 * i + 7 * place + 1));
  return (base - std::floor(base)) + speed * t;
}

double number(char domain, std::size_t place, std::size_t i, double t) {
  const double x = mixed(place, i, t);
  switch (domain) {
    case 'p': return 1.2 + x;
    case 'm': return 2.1 + 0.8 * x;
    case 'P': return 3.0 + 0.9 * x;
    case 'n': return -0.9 + 0.7 * x;
    case 'w': return -0.35 + 0.25 * x;
    case 'g': return 0.05 + 0.1 * x;
    default: return 0.2 + 0.6 * x;
  }
}

double integer(char domain, std::size_t i) {
  if (domain >= '0' && domain <= '9') return domain - '0';
  if (domain == 'a' || domain == 'j') return static_cast<double>(i + 1);
  if (domain == 'n') return -1.0;
  if (domain == 'w') return 0.0;
  if (domain == 'm') return 2.0;
  return domain == 'P' ? 3.0 : 1.0;
}

// ---- one item: a vector or a matrix, column by column ----

Numbers lower_triangle(Numbers x, std::size_t n) {
  for (std::size_t i = 0; i < n * n; ++i) {
    if (i % n < i / n) x[i] = 0.0;
    if (i % n == i / n) x[i] += 0.5;
  }
  return x;
}

Numbers with_unit_rows(Numbers x, std::size_t n) {
  for (std::size_t r = 0; r < n; ++r) {
    double length = 0.0;
    for (std::size_t c = 0; c < n; ++c) length += x[r + n * c] * x[r + n * c];
    for (std::size_t c = 0; c < n; ++c) x[r + n * c] /= std::sqrt(length);
  }
  return x;
}

Numbers product_with_itself(const Numbers& l, std::size_t n) {
  Numbers product(n * n, 0.0);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t k = 0; k < n; ++k) product[r + n * c] += l[r + n * k] * l[c + n * k];
    }
  }
  return product;
}

// The lines of an array: `count` of them with `step` between their numbers.
template <typename Change>
void change_lines(Numbers& x, std::size_t length, bool is_row, const Change& change) {
  const std::size_t count = x.size() / length;
  for (std::size_t k = 0; k < count; ++k) {
    Numbers line(length);
    const auto at = [&](std::size_t i) -> double& {
      return x[is_row ? k + count * i : k * length + i];
    };
    for (std::size_t i = 0; i < length; ++i) line[i] = at(i);
    change(line);
    for (std::size_t i = 0; i < length; ++i) at(i) = line[i];
  }
}

void scale_to_one(Numbers& x) {
  double sum = 0.0;
  for (const double e : x) sum += e;
  for (double& e : x) e /= sum;
}

void centre(Numbers& x) {
  double sum = 0.0;
  for (const double e : x) sum += e;
  for (double& e : x) e -= sum / static_cast<double>(x.size());
}

void scale_to_length_one(Numbers& x) {
  double squares = 0.0;
  for (const double e : x) squares += e * e;
  for (double& e : x) e /= std::sqrt(squares);
}

void add_up(Numbers& x) {
  for (std::size_t i = 1; i < x.size(); ++i) x[i] += x[i - 1];
}

Numbers structured_vector(char domain, Numbers x) {
  if (domain == 'x') scale_to_one(x);
  if (domain == 'o') add_up(x);
  if (domain == 'd') scale_to_length_one(x);
  if (domain == 'z') centre(x);
  return x;
}

Numbers symmetric(Numbers x) {
  x[2] = x[1];
  return x;
}

// Of two rows and two columns.
Numbers structured_matrix(char domain, Numbers x) {
  constexpr std::size_t n = 2;
  switch (domain) {
    case 'H': return symmetric(std::move(x));
    case 'l': return lower_triangle(std::move(x), n);
    case 's': return product_with_itself(lower_triangle(std::move(x), n), n);
    case 'k': return with_unit_rows(lower_triangle(std::move(x), n), n);
    case 'c': return product_with_itself(with_unit_rows(lower_triangle(std::move(x), n), n), n);
    case 'x': change_lines(x, n, true, scale_to_one); return x;
    case 'y': change_lines(x, n, false, scale_to_one); return x;
    case 'z':
      change_lines(x, n, false, centre);
      change_lines(x, n, true, centre);
      return x;
    default: return x;
  }
}

// ---- values ----

// Two along each dimension, but for vectors of another length.
Dims dims_of(const Type& type, char domain) {
  Dims dims(type.rank(), 2);
  if (domain == 'e') dims.back() = 1;
  if (domain == 'f' || domain == 'j') dims.back() = 3;
  return dims;
}

Value leaf_at(const Type& type, char domain, std::size_t place, double t) {
  const Dims dims = dims_of(type, domain);
  std::size_t inner = 1;
  for (std::size_t k = type.array_rank; k < dims.size(); ++k) inner *= dims[k];
  const std::size_t count = trace::size_of(dims) / inner;
  Numbers all(count * inner);
  for (std::size_t k = 0; k < count; ++k) {
    Numbers item(inner);
    for (std::size_t i = 0; i < inner; ++i) {
      item[i] =
          type.base == Base::kInt ? integer(domain, k) : number(domain, place, k * inner + i, t);
    }
    if (type.inner_rank() == 1) item = structured_vector(domain, std::move(item));
    if (type.inner_rank() == 2) item = structured_matrix(domain, std::move(item));
    // The first index is the fastest.
    for (std::size_t i = 0; i < inner; ++i) all[k + count * i] = item[i];
  }
  if (type.is_scalar()) return Value::scalar(type, all[0]);
  return Value::numbers(type, dims, std::move(all));
}

// What is above the diagonal is conjugate to what is below.
Value with_conjugates(const Value& re, Value im) {
  const auto x = im.writable_numbers();
  x[0] = x[3] = 0.0;
  x[2] = -x[1];
  return Value::composite({Base::kComplexMatrix, 0}, {re, im});
}

Value argument_at(const Type& type, char domain, std::size_t place, double t) {
  if (!type.is_composite()) return leaf_at(type, domain, place, t);
  const Type part{stan::real_base(type.base), type.array_rank};
  // Different numbers for the two parts.
  const Value re = leaf_at(part, domain, place, t);
  const Value im = leaf_at(part, domain, place + 11, t);
  if (domain == 'H') return with_conjugates(re, im);
  return Value::composite(type, {re, im});
}

}  // namespace

std::vector<Value> arguments_at(const Fact& fact, double t) {
  std::vector<Value> values;
  for (std::size_t k = 0; k < fact.arguments.size(); ++k) {
    const char domain = domain_of(fact, k);
    if (domain == '#') {
      values.push_back(Value::integer(static_cast<double>(values[0].size())));
    } else {
      values.push_back(argument_at(fact.arguments[k], domain, k, t));
    }
  }
  return values;
}

}  // namespace autumn::signatures
