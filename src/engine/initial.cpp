// This file brings initial values that are given by name to the unconstrained scale.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/prepare.h"
#include "expr/interpret.h"
#include "model/unconstrain.h"

namespace autumn::engine {
namespace {

Status check_names(const model::Model& model, const InitialValues& given) {
  std::vector<std::string> names;
  for (const model::Variable& variable : model.variables) names.push_back(variable.name);
  for (const auto& [name, values] : given) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = nearest_word(name, names.data(), names.data() + names.size());
    return Error{
        .message = fmt::format("there is an initial value for `{}`, but no such parameter", name),
        .suggestion = near.empty() ? "" : fmt::format("did you mean `{}`?", near),
        .where = {}};
  }
  return Done{};
}

// What is given; NaN for everything else, which makes bounds that depend on it NaN as well.
std::vector<expr::Array> inputs_of(const model::Model& model, const InitialValues& given) {
  std::vector<expr::Array> inputs;
  for (const model::Variable& variable : model.variables) {
    const expr::Shape shape = model::node_shape(variable.dims);
    expr::Array input{shape, std::vector<double>(shape.size(), NAN)};
    const auto found = given.find(variable.name);
    if (found != given.end() && found->second.size() == shape.size()) input.numbers = found->second;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<double> value_of(const model::Model& model, std::optional<model::NodeId> node,
                             std::span<const expr::Array> inputs) {
  if (!node) return {};
  const std::vector<model::NodeId> roots{*node};
  return interpret(model.graph, roots, inputs)[0].numbers;
}

bool has_nan(const std::vector<double>& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
}

// The given values of what is sampled. A value of the wrong size stays as it is, to be refused.
InitialValues kept_values(const Prepared& prepared, const InitialValues& given) {
  InitialValues kept;
  for (const collapse::KeptElements& place : prepared.recovery.source.kept) {
    const model::Variable& variable = prepared.compressed.variables[place.variable];
    const auto found = given.find(variable.name);
    if (found == given.end()) continue;
    std::vector<double>& values = kept[variable.name];
    if (found->second.size() != model::node_shape(variable.dims).size()) {
      values = found->second;
      continue;
    }
    for (const std::uint32_t e : place.elements) values.push_back(found->second[e]);
  }
  return kept;
}

model::SupportValues support_values(const model::Model& model, const model::Support& s,
                                    std::span<const expr::Array> inputs) {
  return {value_of(model, s.lower, inputs), value_of(model, s.upper, inputs),
          value_of(model, s.offset, inputs), value_of(model, s.multiplier, inputs)};
}

bool has_nan(const model::SupportValues& support) {
  return has_nan(support.lower) || has_nan(support.upper) || has_nan(support.offset) ||
         has_nan(support.multiplier);
}

// What is integrated out has no use for a value, but one that cannot be is a mistake all the same.
Status check_collapsed(const Prepared& prepared, const InitialValues& given) {
  const model::Model& model = prepared.compressed;
  std::optional<std::vector<expr::Array>> inputs;
  for (const std::string& name : unused_initial_values(prepared, given)) {
    const auto variable = std::ranges::find(model.variables, name, &model::Variable::name);
    if (!inputs) inputs = inputs_of(model, given);
    const model::SupportValues support = support_values(model, variable->support, *inputs);
    const std::vector<double>& values = given.at(name);
    const bool has_size = values.size() == model::node_shape(variable->dims).size();
    if (!has_size || has_nan(support)) continue;
    const auto free = model::unconstrain(*variable, support, values);
    if (!free) return free.error();
  }
  return Done{};
}

}  // namespace

Result<std::vector<double>> initial_point(const Prepared& prepared, const InitialValues& given) {
  if (Status status = check_names(prepared.compressed, given); !status) return status.error();
  if (Status status = check_collapsed(prepared, given); !status) return status.error();
  const InitialValues kept = kept_values(prepared, given);
  const model::Model& model = prepared.sampled;
  const std::vector<expr::Array> inputs = inputs_of(model, kept);
  std::vector<double> point(prepared.dimension, NAN);
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const model::Variable& variable = model.variables[i];
    const auto found = kept.find(variable.name);
    if (found == kept.end()) continue;
    const model::SupportValues support = support_values(model, variable.support, inputs);
    if (has_nan(support)) {
      return Error{
          .message = fmt::format("the bounds of `{}` depend on parameters without an initial "
                                 "value",
                                 variable.name),
          .suggestion = "give initial values for those as well",
          .where = variable.where};
    }
    const auto free = model::unconstrain(variable, support, found->second);
    if (!free) return free.error();
    std::copy(free.value().begin(), free.value().end(),
              point.begin() + static_cast<std::ptrdiff_t>(prepared.slices[i].start));
  }
  return point;
}

std::vector<std::string> unused_initial_values(const Prepared& prepared,
                                               const InitialValues& given) {
  std::vector<std::string> unused;
  for (const model::Variable& variable : prepared.compressed.variables) {
    const bool is_sampled = std::ranges::any_of(
        prepared.sampled.variables,
        [&](const model::Variable& other) { return other.name == variable.name; });
    if (given.contains(variable.name) && !is_sampled) unused.push_back(variable.name);
  }
  return unused;
}

}  // namespace autumn::engine
