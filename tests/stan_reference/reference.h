// A reference is what Stan says about a program at some points, as make_reference.py wrote it.
#pragma once

#include <string>
#include <vector>

#include "engine/prepare.h"

namespace autumn::stan_reference {

struct Parameter {
  std::string name;
  std::string type;               // the keyword it is declared with
  std::vector<std::size_t> dims;  // array dimensions, then those of the type
  std::size_t item_rank = 0;      // how many of the dimensions are those of the type
};

struct Point {
  engine::InitialValues values;  // on the declared scale, first index fastest
  // In Stan's order: parameter by parameter, item by item, the last array index fastest.
  std::vector<double> unconstrained;
  std::vector<double> gradient;
  double log_density = 0.0;  // with Jacobians, without constants
  bool refused = false;      // Stan says that there is no density here; then there are no numbers
};

struct Reference {
  std::string stan_version;
  std::vector<Parameter> parameters;
  std::vector<Point> points;
};

[[nodiscard]] Reference read_reference(const std::string& path);

// Stan's unconstrained numbers or gradient in our order, where simplexes have other coordinates:
// their unconstrained numbers come out as NaN, and their gradients are turned by the chain rule.
[[nodiscard]] std::vector<double> our_unconstrained(const Reference& reference, const Point& point);
[[nodiscard]] std::vector<double> our_gradient(const Reference& reference, const Point& point);

}  // namespace autumn::stan_reference
