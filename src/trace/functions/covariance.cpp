// This file has the covariance functions of Gaussian processes.
#include <cmath>
#include <numbers>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using expr::Term;

// Points are an array of reals, or an array of vectors: a matrix with a row for each.
std::size_t dimension_of(const Value& points) {
  return points.dims().size() == 1 ? 1 : points.dims()[1];
}

Term coordinate(Term points, std::size_t d) {
  return points.shape().is_matrix() ? column(points, d) : points;
}

// The arguments of a call: one set of points or two, then the parameters.
struct Points {
  const Value& x;
  const Value& y;
  std::size_t parameters;  // the first argument after the points

  explicit Points(const BuiltinCall& call, std::size_t parameter_count)
      : x(call.arguments[0]),
        y(call.arguments[call.arguments.size() - parameter_count - 1]),
        parameters(call.arguments.size() - parameter_count) {
    if (x.dims()[0] > 0 && y.dims()[0] > 0) {
      require_equal(call, "dimensions of the points", dimension_of(x), dimension_of(y));
    }
  }
  [[nodiscard]] Dims dims() const { return {x.dims()[0], y.dims()[0]}; }
};

// The squared differences in coordinates first <= d < last, added up. Of known points these are
// numbers, whatever the parameters are.
Value squared_differences(const BuiltinCall& call, const Points& points, std::size_t first,
                          std::size_t last) {
  const Value operands[] = {points.x, points.y};
  const Dims dims = points.dims();
  if (first == last || size_of(dims) == 0) {
    return Value::numbers(kMatrixType, dims, std::vector<double>(size_of(dims), 0.0));
  }
  return compose(call.machine, operands, kMatrixType, dims, [&](Terms t) {
    const auto term = [&](std::size_t d) {
      return square(repeat_cols(coordinate(t[0], d), dims[1]) -
                    repeat_rows(coordinate(t[1], d), dims[0]));
    };
    Term total = term(first);
    for (std::size_t d = first + 1; d < last; ++d) total = total + term(d);
    return total;
  });
}

// Squared distances in units of the length scale, or of one for each coordinate.
Value scaled_squares(const BuiltinCall& call, const Points& points, const Value& length) {
  const std::size_t size = dimension_of(points.x);
  const Dims dims = points.dims();
  const auto scaled = [&](const Value& squares, const Value& scale) {
    const Value operands[] = {squares, scale};
    return compose(call.machine, operands, kMatrixType, dims,
                   [](Terms t) { return t[0] * inverse(square(t[1])); });
  };
  if (length.is_scalar()) return scaled(squared_differences(call, points, 0, size), length);
  require_equal(call, "numbers of length scales and coordinates", length.size(), size);
  Value total = squared_differences(call, points, 0, 0);
  for (std::size_t d = 0; d < size; ++d) {
    const auto place = expr::Index::range(static_cast<std::uint32_t>(d), 1);
    const Value part = scaled(squared_differences(call, points, d, d + 1),
                              call.machine.gather(length, place, kRealType, {}));
    const Value operands[] = {total, part};
    total = d == 0 ? part : call.machine.elementwise(expr::Op::kAdd, operands, kMatrixType, dims);
  }
  return total;
}

// The root has no slope at 0, where equal points are: there it stands for the constant 0.
Term safe_root(Term squares) {
  const Term is_zero = squares == 0.0;
  return select(is_zero, 0.0, sqrt(select(is_zero, 1.0, squares)));
}

// Distances in units of the length scale. Those of known points are known up to one factor.
Value scaled_distances(const BuiltinCall& call, const Points& points, const Value& length) {
  const bool is_one_scale = length.is_scalar();
  const Value squares[] = {is_one_scale
                               ? squared_differences(call, points, 0, dimension_of(points.x))
                               : scaled_squares(call, points, length)};
  const Value roots = compose(call.machine, squares, kMatrixType, points.dims(),
                              [](Terms t) { return safe_root(t[0]); });
  if (!is_one_scale) return roots;
  const Value operands[] = {roots, length};
  return compose(call.machine, operands, kMatrixType, points.dims(),
                 [](Terms t) { return t[0] * inverse(t[1]); });
}

void require_positive(const BuiltinCall& call, std::string_view name, const Value& x,
                      bool is_finite) {
  require(call.machine, {call.syntax.name, name, dist::Domain::kPositive, is_finite}, x);
}

// The magnitude and the length scales. Some functions let infinite ones through.
void require_scales(const BuiltinCall& call, const Points& points, bool is_finite) {
  require_positive(call, "the magnitude", call.arguments[points.parameters], is_finite);
  require_positive(call, "the length scale", call.arguments[points.parameters + 1], is_finite);
}

// sigma^2 f(r). Of no points nothing is asked.
Value stationary(const BuiltinCall& call, Term (*correlation)(Term r)) {
  const Points points(call, 2);
  if (size_of(points.dims()) > 0) require_scales(call, points, true);
  const Value& sigma = call.arguments[points.parameters];
  const Value operands[] = {scaled_distances(call, points, call.arguments[points.parameters + 1]),
                            sigma};
  return compose(call.machine, operands, call.type, points.dims(),
                 [&](Terms t) { return square(t[1]) * correlation(t[0]); });
}

Value exponential(const BuiltinCall& call) {
  return stationary(call, [](Term r) { return exp(-r); });
}

Value matern32(const BuiltinCall& call) {
  return stationary(call, [](Term r) {
    const Term scaled = std::numbers::sqrt3 * r;
    return (1.0 + scaled) * exp(-scaled);
  });
}

Value matern52(const BuiltinCall& call) {
  return stationary(call, [](Term r) {
    const Term scaled = std::sqrt(5.0) * r;
    return (1.0 + scaled + square(scaled) / 3.0) * exp(-scaled);
  });
}

// sigma^2 exp(-r^2 / 2), without any root.
Value exp_quad(const BuiltinCall& call) {
  const Points points(call, 2);
  const Value& sigma = call.arguments[points.parameters];
  require_scales(call, points, !call.arguments[points.parameters + 1].is_scalar());
  const Value operands[] = {scaled_squares(call, points, call.arguments[points.parameters + 1]),
                            sigma};
  return compose(call.machine, operands, call.type, points.dims(),
                 [](Terms t) { return square(t[1]) * exp(-0.5 * t[0]); });
}

// sigma^2 exp(-2 sin(pi d / period)^2 / length^2).
Value periodic(const BuiltinCall& call) {
  const Points points(call, 3);
  require_scales(call, points, false);
  require_positive(call, "the period", call.arguments[points.parameters + 2], false);
  const Value squares = squared_differences(call, points, 0, dimension_of(points.x));
  const Value root[] = {squares};
  const Value distance = compose(call.machine, root, kMatrixType, points.dims(),
                                 [](Terms t) { return safe_root(t[0]); });
  const std::size_t k = points.parameters;
  const Value operands[] = {distance, call.arguments[k], call.arguments[k + 1],
                            call.arguments[k + 2]};
  return compose(call.machine, operands, call.type, points.dims(), [](Terms t) {
    const Term angle = t[0] * (std::numbers::pi * inverse(t[3]));
    return square(t[1]) * exp(square(sin(angle)) * (-2.0 * inverse(square(t[2]))));
  });
}

Value dot_prod(const BuiltinCall& call) {
  const Points points(call, 1);
  require(call.machine, {call.syntax.name, "sigma", dist::Domain::kNonNegative, true},
          call.arguments[points.parameters]);
  const Value operands[] = {points.x, points.y, call.arguments[points.parameters]};
  if (size_of(points.dims()) == 0) return Value::numbers(call.type, points.dims(), {});
  return compose(call.machine, operands, call.type, points.dims(), [](Terms t) {
    return square(t[2]) + matmul(t[0], t[1], expr::flag::kTransposeRight);
  });
}

constexpr BuiltinEntry kCovarianceFunctions[] = {
    {"gp_exp_quad_cov", exp_quad},       {"cov_exp_quad", exp_quad},
    {"gp_exponential_cov", exponential}, {"gp_matern32_cov", matern32},
    {"gp_matern52_cov", matern52},       {"gp_periodic_cov", periodic},
    {"gp_dot_prod_cov", dot_prod},
};

}  // namespace

std::span<const BuiltinEntry> covariance_functions() {
  return kCovarianceFunctions;
}

}  // namespace autumn::trace
