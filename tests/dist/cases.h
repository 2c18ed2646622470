// This header has the points at which the laws of distributions are tried: a distribution, a
// variate and its arguments.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "expr/interpret.h"

namespace autumn::dist {

// One item of the distribution `name` and the values of its arguments, inside their domains.
struct Case {
  std::string_view name;
  expr::Array y;
  std::vector<expr::Array> args;
};

[[nodiscard]] inline expr::Array number(double x) {
  return {expr::Shape::scalar(), {x}};
}

[[nodiscard]] inline expr::Array vector_of(std::vector<double> x) {
  const expr::Shape shape = expr::Shape::vector(x.size());
  return {shape, std::move(x)};
}

[[nodiscard]] inline std::vector<expr::Array> numbers(std::initializer_list<double> x) {
  std::vector<expr::Array> result;
  for (const double each : x) result.push_back(number(each));
  return result;
}

// The same arguments at several values of a scalar variate.
inline void add_cases(std::vector<Case>& cases, std::string_view name,
                      std::initializer_list<double> args, std::initializer_list<double> ys) {
  for (const double y : ys) cases.push_back({name, number(y), numbers(args)});
}

}  // namespace autumn::dist
