// This file reads reference files, and goes from Stan's coordinates to ours.
#include "stan_reference/reference.h"

#include <rapidjson/document.h>

#include <Eigen/Dense>
#include <cmath>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>

namespace autumn::stan_reference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::size_t product(std::span<const std::size_t> dims) {
  std::size_t size = 1;
  for (const std::size_t extent : dims) size *= extent;
  return size;
}

std::vector<double> numbers(const rapidjson::Value& list) {
  std::vector<double> out;
  for (const auto& x : list.GetArray()) out.push_back(x.GetDouble());
  return out;
}

// Nested rows become one list with the first index fastest.
void flatten(const rapidjson::Value& nested, std::span<const std::size_t> dims, std::size_t stride,
             std::span<double> out) {
  if (dims.empty()) {
    out[0] = nested.GetDouble();
    return;
  }
  for (std::size_t i = 0; i < dims[0]; ++i) {
    flatten(nested[static_cast<rapidjson::SizeType>(i)], dims.subspan(1), stride * dims[0],
            out.subspan(i * stride));
  }
}

Parameter read_parameter(const rapidjson::Value& json) {
  Parameter parameter{.name = json["name"].GetString(),
                      .type = json["type"].GetString(),
                      .dims = {},
                      .item_rank = json["item_rank"].GetUint64()};
  for (const auto& extent : json["dims"].GetArray()) parameter.dims.push_back(extent.GetUint64());
  return parameter;
}

Point read_point(const rapidjson::Value& json, const std::vector<Parameter>& parameters) {
  Point point;
  for (const Parameter& parameter : parameters) {
    std::vector<double>& values = point.values[parameter.name];
    values.resize(product(parameter.dims));
    flatten(json["values"][parameter.name.c_str()], parameter.dims, 1, values);
  }
  point.unconstrained = numbers(json["unconstrained"]);
  point.refused = json.HasMember("refused");
  if (point.refused) return point;
  point.gradient = numbers(json["gradient"]);
  point.log_density = json["log_density"].GetDouble();
  return point;
}

// The items of a parameter: what its array dimensions count.
struct Items {
  std::size_t count = 1;
  std::size_t coordinates = 1;  // free numbers of one item
};

std::size_t coordinates_of(const Parameter& parameter) {
  const auto item = std::span(parameter.dims).last(parameter.item_rank);
  const std::string& type = parameter.type;
  if (type == "simplex") return item[0] - 1;
  if (type == "corr_matrix" || type == "cholesky_factor_corr") return item[0] * (item[0] - 1) / 2;
  if (type == "cov_matrix") return item[0] * (item[0] + 1) / 2;
  if (type != "cholesky_factor_cov") return product(item);
  return item[1] * (item[1] + 1) / 2 + (item[0] - item[1]) * item[1];
}

Items items_of(const Parameter& parameter) {
  const std::span<const std::size_t> dims(parameter.dims);
  return {.count = product(dims.first(dims.size() - parameter.item_rank)),
          .coordinates = coordinates_of(parameter)};
}

// Number of an item with the first array index fastest, from its number with the last one fastest.
std::size_t our_item(const Parameter& parameter, std::size_t item) {
  std::size_t ours = 0;
  std::size_t stride = items_of(parameter).count;
  for (std::size_t d = parameter.dims.size() - parameter.item_rank; d-- > 0;) {
    stride /= parameter.dims[d];
    ours += stride * (item % parameter.dims[d]);
    item /= parameter.dims[d];
  }
  return ours;
}

// Stan has the partial correlations of a correlation matrix column by column, we row by row.
std::size_t our_coordinate(const Parameter& parameter, std::size_t coordinate) {
  if (parameter.type != "corr_matrix") return coordinate;
  std::size_t column = 0;
  std::size_t left = parameter.dims.back() - 1;
  for (; coordinate >= left; ++column, --left) coordinate -= left;
  const std::size_t row = column + 1 + coordinate;
  return row * (row - 1) / 2 + column;
}

// The derivative of Stan's stick-breaking coordinates by the isometric ones. The former are
//   s_k = log x_k - log(x_{k+1} + ... + x_K) + constant,
// the latter u with log x = V u + constant, V the Helmert basis of src/model. Both have the
// Jacobian prod x but for a constant, so densities agree without more ado.
MatrixXd stick_by_isometric(const VectorXd& x) {
  const Index n = x.size();
  MatrixXd by_log = MatrixXd::Zero(n - 1, n);
  MatrixXd helmert = MatrixXd::Zero(n, n - 1);
  for (Index k = 0; k + 1 < n; ++k) {
    by_log(k, k) = 1.0;
    by_log.row(k).tail(n - k - 1) = -x.tail(n - k - 1).transpose() / x.tail(n - k - 1).sum();
    const auto rank = static_cast<double>(k + 1);
    helmert.col(k).head(k + 1).setConstant(1.0 / std::sqrt(rank * (rank + 1.0)));
    helmert(k + 1, k) = -rank / std::sqrt(rank * (rank + 1.0));
  }
  return by_log * helmert;
}

enum class Quantity { kPosition, kGradient };

// What Stan's numbers of one item are in our coordinates.
VectorXd turned(const Parameter& parameter, const Point& point, std::size_t item,
                const VectorXd& stan, Quantity quantity) {
  if (parameter.type != "simplex") return stan;
  if (quantity == Quantity::kPosition) {
    return VectorXd::Constant(stan.size(), std::numeric_limits<double>::quiet_NaN());
  }
  const std::size_t count = items_of(parameter).count;
  const std::vector<double>& values = point.values.at(parameter.name);
  VectorXd x(static_cast<Index>(parameter.dims.back()));
  for (Index k = 0; k < x.size(); ++k) x[k] = values[item + count * static_cast<std::size_t>(k)];
  return stick_by_isometric(x).transpose() * stan;
}

std::vector<double> in_our_order(const Reference& reference, const Point& point,
                                 std::span<const double> stan, Quantity quantity) {
  std::vector<double> ours(stan.size());
  std::size_t start = 0;
  for (const Parameter& parameter : reference.parameters) {
    const Items items = items_of(parameter);
    for (std::size_t i = 0; i < items.count; ++i) {
      const std::size_t item = our_item(parameter, i);
      const Eigen::Map<const VectorXd> part(stan.data() + start + i * items.coordinates,
                                            static_cast<Index>(items.coordinates));
      const VectorXd values = turned(parameter, point, item, part, quantity);
      for (std::size_t k = 0; k < items.coordinates; ++k) {
        const std::size_t place = item + items.count * our_coordinate(parameter, k);
        ours.at(start + place) = values[static_cast<Index>(k)];
      }
    }
    start += items.count * items.coordinates;
  }
  return ours;
}

}  // namespace

Reference read_reference(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  rapidjson::Document json;
  json.Parse<rapidjson::kParseFullPrecisionFlag>(text.str().c_str());
  Reference reference;
  if (json.HasParseError()) return reference;
  reference.stan_version = json["stan"].GetString();
  for (const auto& p : json["parameters"].GetArray()) {
    reference.parameters.push_back(read_parameter(p));
  }
  for (const auto& p : json["points"].GetArray()) {
    reference.points.push_back(read_point(p, reference.parameters));
  }
  return reference;
}

std::vector<double> our_unconstrained(const Reference& reference, const Point& point) {
  return in_our_order(reference, point, point.unconstrained, Quantity::kPosition);
}

std::vector<double> our_gradient(const Reference& reference, const Point& point) {
  return in_our_order(reference, point, point.gradient, Quantity::kGradient);
}

}  // namespace autumn::stan_reference
