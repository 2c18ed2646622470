// This file gives shares one entry for every row of their factor.
#include "collapse/rules/rows.h"

#include <algorithm>

#include "base/error.h"

namespace autumn::collapse {
namespace {

using expr::Shape;

Shape row_shape(Term value, Arguments arguments) {
  Shape shape = value.shape();
  for (const Term& argument : arguments) {
    const auto both = expr::broadcast(shape, argument.shape());
    AUTUMN_CHECK(both.has_value(), "the arguments of a factor have one shape");
    shape = *both;
  }
  return shape;
}

Term spread(Term x, Shape shape) {
  if (x.shape() == shape) return x;
  expr::Builder& builder = x.builder();
  if (!builder.is_constant(x.id())) return broadcast(x, shape);
  return filled(builder, builder.graph().constant(x.id())[0], shape);
}

}  // namespace

bool is_constant_of(Term x, double number) {
  if (!x.builder().is_constant(x.id())) return false;
  const auto numbers = x.builder().graph().constant(x.id());
  return std::all_of(numbers.begin(), numbers.end(), [&](double each) { return each == number; });
}

Term filled(expr::Builder& builder, double number, Shape shape) {
  return {builder, builder.constant(shape, std::vector<double>(shape.size(), number))};
}

Share on_rows(const Share& share, Term value, Arguments arguments) {
  const Shape shape = row_shape(value, arguments);
  Share result{.increments = {}, .remainder = spread(share.remainder, shape)};
  for (const Term& each : share.increments) result.increments.push_back(spread(each, shape));
  return result;
}

}  // namespace autumn::collapse
