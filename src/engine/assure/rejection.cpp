// This file looks for what rejects a point, statement by statement, with the reference
// interpreter.
#include "engine/assure/rejection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/display_name.h"
#include "base/draws.h"
#include "collapse/forms/elements.h"
#include "collapse/point.h"
#include "engine/assure/kept_values.h"
#include "expr/interpret.h"

namespace autumn::engine {
namespace {

using expr::Array;
using model::Factor;
using model::Model;

std::vector<Array> variables_at(const Prepared& prepared, std::span<const double> point) {
  return collapse::random_point_beside(*prepared.written, prepared.recovery.source,
                                       kept_values(prepared, point), 0);
}

std::optional<std::size_t> first_nan(const Array& value) {
  const auto found = std::ranges::find_if(value.numbers, [](double x) { return std::isnan(x); });
  if (found == value.numbers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - value.numbers.begin());
}

bool is_finite(const Array& value) {
  return std::ranges::all_of(value.numbers, [](double x) { return std::isfinite(x); });
}

Array value_at(const Model& model, model::NodeId node, std::span<const Array> variables) {
  const model::NodeId nodes[] = {node};
  return expr::interpret(model.graph, nodes, variables)[0];
}

// " in element 3", or nothing of a lone number.
std::string element_text(const Array& value, std::size_t element) {
  return value.numbers.size() == 1 ? "" : fmt::format(" in element {}", element + 1);
}

std::string statement_text(const Factor& factor) {
  if (factor.is_opaque()) return "this factor of the density";
  return factor.label.empty()
             ? fmt::format("the density of this {}", factor.distribution->name)
             : fmt::format("the density of {} ~ {}", factor.label, factor.distribution->name);
}

// ": mu of normal is NaN in element 3", where it is an argument that is.
std::string argument_text(const Model& model, const Factor& factor,
                          std::span<const Array> variables) {
  if (factor.is_opaque()) return "";
  for (std::size_t a = 0; a < factor.arguments.size(); ++a) {
    const Array value = value_at(model, factor.arguments[a], variables);
    const auto nan = first_nan(value);
    if (!nan) continue;
    return fmt::format(": {} of {} is NaN{}", factor.distribution->arguments[a].name,
                       factor.distribution->name, element_text(value, *nan));
  }
  return "";
}

// The first element of a transformed parameter that is NaN. What was not assigned is.
std::string unassigned_text(const Model& model, std::span<const Array> variables) {
  for (const model::Output& output : model.outputs) {
    const auto nan = first_nan(value_at(model, output.node, variables));
    if (!nan) continue;
    return fmt::format("`{}` is NaN: has it been given a value?",
                       display_name(element_names(output.name, output.dims)[*nan]));
  }
  return "";
}

// What to say of a density that is NaN though no argument is: it has a matrix without a factor.
std::string indefinite_text(const Model& model, const Factor& factor,
                            std::span<const Array> variables) {
  if (factor.is_opaque() || !argument_text(model, factor, variables).empty()) return "";
  for (const dist::Argument& argument : factor.distribution->arguments) {
    if (argument.domain != dist::Domain::kPositiveDefinite) continue;
    return fmt::format(
        "{} of {} is not positive definite, at least not in doubles; a small number "
        "added to its diagonal may help",
        argument.name, factor.distribution->name);
  }
  return "";
}

Rejection rejection_of(const Model& model, const Factor& factor, const Array& density,
                       std::span<const Array> variables) {
  const auto is_infinite = [](double x) { return !std::isfinite(x); };
  const double worst = *std::ranges::find_if(density.numbers, is_infinite);
  Rejection rejection{.reason = fmt::format("{} is {}{}", statement_text(factor),
                                            std::isnan(worst) ? "NaN" : fmt::format("{}", worst),
                                            argument_text(model, factor, variables)),
                      .suggestion = {},
                      .where = factor.where};
  if (!std::isnan(worst)) return rejection;
  rejection.suggestion = unassigned_text(model, variables);
  if (rejection.suggestion.empty())
    rejection.suggestion = indefinite_text(model, factor, variables);
  if (rejection.suggestion.empty() && rejection.reason.find(" is NaN") != std::string::npos) {
    rejection.suggestion =
        "a variable, or an element of one, that has not been given a value is NaN";
  }
  return rejection;
}

}  // namespace

std::optional<Rejection> rejection_at(const Prepared& prepared, std::span<const double> point) {
  const Model& model = *prepared.written;
  const std::vector<Array> variables = variables_at(prepared, point);
  expr::Builder builder(model.graph);
  std::vector<model::NodeId> terms;
  for (const Factor& factor : model.factors) terms.push_back(model::log_density(builder, factor));
  const expr::Graph graph = std::move(builder).finish({});
  const std::vector<Array> densities = expr::interpret(graph, terms, variables);
  for (std::size_t f = 0; f < densities.size(); ++f) {
    if (is_finite(densities[f]) || !model.factors[f].where.is_known()) continue;
    return rejection_of(model, model.factors[f], densities[f], variables);
  }
  return std::nullopt;
}

std::string name_of_dimension(const Prepared& prepared, std::size_t dimension) {
  for (std::size_t v = 0; v < prepared.slices.size(); ++v) {
    const density::Slice& place = prepared.slices[v];
    if (dimension < place.start || dimension >= place.start + place.size) continue;
    const model::Variable& variable = prepared.sampled.variables[v];
    const bool is_elementwise = model::item_rank(variable.support.kind) == 0;
    return is_elementwise ? collapse::element_name(variable, dimension - place.start)
                          : variable.name;
  }
  return "dimension " + std::to_string(dimension + 1);
}

}  // namespace autumn::engine
