// This file implements the public model builder: every call becomes variables, factors and outputs
// of a model::Model.
#include "autumn/model.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "api/build.h"
#include "api/data.h"
#include "base/words.h"
#include "dist/list.h"
#include "model/roll/roll.h"
#include "model/validity.h"

namespace autumn {
namespace {

using detail::in_model;
using detail::ModelData;
using detail::throw_error;
using detail::throw_mistake;
using expr::Shape;
using expr::Term;
using Dims = std::vector<std::size_t>;
using SharedModel = std::shared_ptr<ModelData>;

SourceRange place(const Location& where) {
  return {.file = where.file, .line = where.line};
}

// Names appear in files and in Stan's tools, so they are Stan's.
void claim_name(ModelData& data, const std::string& name, const Location& where) {
  if (name.empty()) {
    throw_mistake("a name is empty", "every parameter and output needs a name", place(where));
  }
  bool is_valid = std::isalpha(static_cast<unsigned char>(name[0])) != 0 && !name.ends_with("__");
  for (const char c : name) {
    is_valid = is_valid && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_');
  }
  if (!is_valid) {
    throw_mistake(fmt::format("`{}` is no name for a parameter or output", name),
                  "a name is letters, digits and underscores, begins with a letter and does not "
                  "end in two underscores",
                  place(where));
  }
  if (!data.names.insert(name).second) {
    throw_mistake(fmt::format("`{}` is declared twice", name), "give it another name",
                  place(where));
  }
}

const dist::Distribution& find_distribution(const Distribution& distribution,
                                            const Location& where) {
  const dist::Distribution* found = dist::find(distribution.name);
  if (found == nullptr) {
    throw_mistake(fmt::format("there is no distribution `{}`", distribution.name),
                  "use one of the functions of autumn/distributions.hpp", place(where));
  }
  return *found;
}

std::vector<Term> argument_terms(const SharedModel& data, const Distribution& distribution) {
  std::vector<Term> arguments;
  for (const Expr& argument : distribution.arguments) arguments.push_back(in_model(data, argument));
  return arguments;
}

// What the arguments of a distribution say about the dimensions of a variate.
struct Extent {
  Dims batch;  // of elements or items
  Dims item;
};

Dims dims_of(const Shape& shape) {
  if (shape.is_scalar()) return {};
  if (shape.is_vector()) return {shape.rows};
  return {shape.rows, shape.cols};
}

Extent extent_of(const dist::Distribution& d, const Distribution& given, const Location& where) {
  Extent extent;
  std::size_t length = given.dimension.value_or(0);
  for (std::size_t k = 0; k < given.arguments.size() && k < d.arguments.size(); ++k) {
    const Expr& argument = given.arguments[k];
    const dist::Item item = d.arguments[k].item;
    const auto rank = static_cast<std::size_t>(item);
    if (item == dist::Item::kScalar) {
      if (argument.rank() > 0) extent.batch = dims_of(argument.data().shape());
    } else if (argument.rank() >= rank && length == 0) {
      length = argument.cols() > 1 || argument.rank() == 2 ? argument.cols() : argument.rows();
      if (item == dist::Item::kVector && argument.rank() == 2) extent.batch = {argument.rows()};
    }
  }
  if (d.variate.item == dist::Item::kVector) extent.item = {length};
  if (d.variate.item == dist::Item::kMatrix) extent.item = {length, length};
  if (!extent.item.empty() && length == 0) {
    throw_mistake(fmt::format("the size of a {} variate is not known", d.name),
                  "give at least one argument as a vector or matrix", place(where));
  }
  return extent;
}

// The support of a distribution, as a declaration.
Support support_of(const dist::Distribution& d, const Extent& extent, const Location& where) {
  const std::size_t size = extent.item.empty() ? 0 : extent.item[0];
  switch (d.variate.domain) {
    case dist::Domain::kReal: return real();
    case dist::Domain::kPositive:
    case dist::Domain::kNonNegative: return positive();
    case dist::Domain::kUnit:
    case dist::Domain::kOpenUnit: return interval(0.0, 1.0);
    case dist::Domain::kSimplex: return simplex(size);
    case dist::Domain::kOrdered: return ordered(size);
    case dist::Domain::kCholeskyFactor: return cholesky_factor_cov(size, size);
    case dist::Domain::kCholeskyCorr: return cholesky_factor_corr(size);
    case dist::Domain::kPositiveDefinite: return cov_matrix(size);
    case dist::Domain::kCorrelation: return corr_matrix(size);
    case dist::Domain::kInteger:
    case dist::Domain::kCount:
    case dist::Domain::kPositiveCount:
    case dist::Domain::kBinary: break;
  }
  throw_mistake(
      fmt::format("{} is discrete, and a parameter needs a continuous distribution", d.name),
      "sum the discrete parameter out, or observe it", place(where));
}

model::SupportKind kind_of(const std::string& name) {
  for (int k = 0; k <= static_cast<int>(model::kLastSupportKind); ++k) {
    const auto kind = static_cast<model::SupportKind>(k);
    if (model::name_of(kind) == name) return kind;
  }
  internal_error("supports are made by the functions of support.hpp", __FILE__, __LINE__);
}

std::optional<expr::NodeId> node_of(const SharedModel& data, const std::optional<Expr>& x) {
  if (!x) return std::nullopt;
  return in_model(data, *x).id();
}

void check_support(const std::string& name, const Support& support, const Dims& dims,
                   const Location& where) {
  const Shape shape = model::node_shape(dims);
  for (const auto& bound : {support.lower, support.upper, support.offset, support.multiplier}) {
    if (!bound || bound->rank() == 0 || bound->data().shape() == shape) continue;
    throw_mistake(fmt::format("`{}` is {}, but its bound is {}", name, to_text(shape),
                              to_text(bound->data().shape())),
                  "a bound is a scalar or has the parameter's shape", place(where));
  }
  const model::SupportKind kind = kind_of(support.kind);
  const std::size_t rank = model::item_rank(kind);
  const bool is_wide = kind == model::SupportKind::kCholeskyCov && support.cols > support.rows;
  if ((rank > 0 && support.rows == 0) || (rank > 1 && support.cols == 0) || is_wide) {
    throw_mistake(fmt::format("`{}`: a {} cannot have {} and {}", name, support.kind,
                              counted(support.rows, "row"), counted(support.cols, "column")),
                  "", place(where));
  }
}

// Declares the variable and returns its node.
// Storage has 32-bit places; -1 as the size of a plate becomes a number of twenty digits.
void check_size(const std::string& name, const Dims& dims, const Location& where) {
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  double elements = 1.0;
  for (const std::size_t extent : dims) elements *= static_cast<double>(extent);
  if (elements <= kMost) return;
  throw_mistake(fmt::format("`{}` would have {:.3g} elements", name, elements),
                fmt::format("there may be {:.0f}; is the size of the plate negative?", kMost),
                place(where));
}

Term declare(const SharedModel& data, const std::string& name, const Support& support,
             const Dims& dims, const Location& where) {
  check_size(name, dims, where);
  check_support(name, support, dims, where);
  model::Variable variable;
  variable.name = name;
  variable.dims = dims;
  variable.support = {.kind = kind_of(support.kind),
                      .lower = node_of(data, support.lower),
                      .upper = node_of(data, support.upper),
                      .offset = node_of(data, support.offset),
                      .multiplier = node_of(data, support.multiplier)};
  variable.where = place(where);
  if (const Status status = model::check_support(data->builder.graph(), variable); !status) {
    throw_error(status.error());
  }
  claim_name(*data, name, where);
  variable.node = data->builder.input(name, model::node_shape(dims));
  data->variables.push_back(variable);
  return {data->builder, variable.node};
}

void add_checked(ModelData& data, model::Factor factor) {
  const Status status = model::check_factor(data.builder.graph(), factor);
  if (!status) throw_error(status.error());
  data.factors.push_back(std::move(factor));
}

// A folded density is twice the unfolded one on the positive side, and nothing on the other.
void add_half(ModelData& data, const model::Factor& factor) {
  const Term y(data.builder, factor.value);
  model::Factor half;
  half.label = factor.label;
  half.where = factor.where;
  const double log_two = std::log(2.0);
  if (data.builder.is_constant(factor.value)) {
    const expr::Operand numbers{y.shape(), data.builder.graph().constant(factor.value)};
    if (const auto bad = dist::find_violation(dist::Domain::kNonNegative, numbers)) {
      throw_mistake(
          fmt::format("`{}`: the value[{}] of half_{} must be non-negative, but it is {}",
                      factor.label, bad->element + 1, factor.distribution->name, bad->value),
          "check the data", factor.where);
    }
    half.value = constant(data.builder, log_two * static_cast<double>(y.size())).id();
  } else if (data.builder.graph().op(factor.value) == expr::Op::kInput) {
    half.value = constant(data.builder, log_two * static_cast<double>(y.size())).id();
  } else {
    half.value = select(y >= 0.0, log_two, -INFINITY).id();
  }
  data.factors.push_back(std::move(half));
}

// The value as the items of a distribution: vectors as rows, matrices one by one.
std::vector<Term> items_of(const dist::Distribution& d, Term value, const Dims& dims) {
  if (d.is_scalar() || dims.size() <= 2) return {value};
  const std::size_t rank = d.variate.item == dist::Item::kVector ? 1 : 2;
  const std::size_t item = std::accumulate(dims.end() - static_cast<std::ptrdiff_t>(rank),
                                           dims.end(), std::size_t{1}, std::multiplies<>());
  const std::size_t count = item == 0 ? 0 : value.size() / item;
  if (rank == 1) return {reshape(value, Shape::matrix(count, item))};
  std::vector<Term> items;
  for (std::size_t i = 0; i < count; ++i) {
    const auto index =
        expr::Index::range(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(item),
                           static_cast<std::int64_t>(count));
    items.push_back(gather(value, index, Shape::matrix(dims.back(), dims.back())));
  }
  return items;
}

void add_distribution(const SharedModel& data, const Distribution& given, Term value,
                      const Dims& dims, const model::Factor& origin) {
  const dist::Distribution* d = dist::find(given.name);
  const std::vector<Term> arguments = argument_terms(data, given);
  for (const Term& item : items_of(*d, value, dims)) {
    model::Factor factor = origin;
    factor.distribution = d;
    factor.value = item.id();
    for (const Term& argument : arguments) factor.arguments.push_back(argument.id());
    add_checked(*data, factor);
    if (given.is_half) add_half(*data, factor);
  }
}

model::Factor origin(const std::string& label, const Location& where) {
  model::Factor factor;
  factor.label = label;
  factor.where = place(where);
  return factor;
}

Dims joined(Dims plate, const Dims& item) {
  plate.insert(plate.end(), item.begin(), item.end());
  return plate;
}

}  // namespace

Model::Model() : data_(std::make_shared<ModelData>()) {}

Expr Model::parameter(const std::string& name, const Distribution& distribution, const Plate& plate,
                      Location where) {
  const dist::Distribution& d = find_distribution(distribution, where);
  const Extent extent = extent_of(d, distribution, where);
  Support support = distribution.is_half ? positive() : support_of(d, extent, where);
  if (d.name == "von_mises") {
    throw_mistake(fmt::format("`{}`: von_mises repeats itself along the whole line", name),
                  "say which turn is meant: parameter(name, von_mises(...), interval(-pi, pi))",
                  place(where));
  }
  if (d.bounds != nullptr) {
    const dist::Bounds bounds = d.bounds(argument_terms(data_, distribution));
    if (bounds.lower) support.lower = detail::make_expr(data_, bounds.lower->id());
    if (bounds.upper) support.upper = detail::make_expr(data_, bounds.upper->id());
    if (bounds.lower || bounds.upper) {
      support.kind = !bounds.upper ? "lower" : !bounds.lower ? "upper" : "interval";
    }
  }
  return parameter(name, distribution, support, plate, where);
}

Expr Model::parameter(const std::string& name, const Distribution& distribution,
                      const Support& support, const Plate& plate, Location where) {
  const dist::Distribution& d = find_distribution(distribution, where);
  const Extent extent = extent_of(d, distribution, where);
  if (d.is_discrete()) (void)support_of(d, extent, where);
  const bool has_items = model::item_rank(kind_of(support.kind)) > 0;
  Dims item = extent.item;
  if (has_items && item.empty()) item = {support.rows};
  const Dims dims = joined(plate.dims.empty() ? extent.batch : plate.dims, item);
  const Term value = declare(data_, name, support, dims, where);
  add_distribution(data_, distribution, value, dims, origin(name, where));
  return detail::make_expr(data_, value.id());
}

Expr Model::parameter(const std::string& name, const Support& support, const Plate& plate,
                      Location where) {
  Dims item;
  if (support.rows > 0) item.push_back(support.rows);
  if (support.cols > 0) item.push_back(support.cols);
  const Dims dims = joined(plate.dims, item);
  return detail::make_expr(data_, declare(data_, name, support, dims, where).id());
}

void Model::observe(const std::string& name, const Distribution& distribution, const Expr& data,
                    Location where) {
  if (name.empty()) {
    throw_mistake("a name is empty", "name the data, or leave the name out", place(where));
  }
  if (data.data().model() != nullptr) {
    throw_mistake(fmt::format("`{}` is not data: it depends on parameters", name),
                  "use distribute(value, distribution) for expressions of parameters",
                  place(where));
  }
  (void)find_distribution(distribution, where);
  const std::size_t factor = data_->factors.size();
  add_distribution(data_, distribution, in_model(data_, data), {}, origin(name, where));
  data_->observed.push_back({.name = name,
                             .dims = dims_of(data.data().shape()),
                             .factor = factor,
                             .is_half = distribution.is_half,
                             .where = place(where)});
}

void Model::observe(const Distribution& distribution, const Expr& data, Location where) {
  observe("data", distribution, data, where);
}

void Model::distribute(const Expr& value, const Distribution& distribution, Location where) {
  (void)find_distribution(distribution, where);
  add_distribution(data_, distribution, in_model(data_, value), {}, origin("value", where));
}

void Model::add_log_density(const Expr& term, Location where) {
  model::Factor factor = origin("", where);
  factor.value = in_model(data_, term).id();
  data_->factors.push_back(std::move(factor));
}

void Model::output(const std::string& name, const Expr& value, Location where) {
  claim_name(*data_, name, where);
  data_->outputs.push_back({.name = name,
                            .dims = dims_of(value.data().shape()),
                            .node = in_model(data_, value).id(),
                            .where = place(where)});
}

std::string Model::to_text() const {
  return model::to_text(model::roll(detail::finished(*data_)));
}

model::Model detail::finished(const ModelData& data) {
  return {.graph = data.builder.graph(),
          .variables = data.variables,
          .factors = data.factors,
          .outputs = data.outputs};
}

simulate::Built detail::built(const ModelData& data) {
  return {.model = finished(data), .observed = data.observed};
}

}  // namespace autumn
