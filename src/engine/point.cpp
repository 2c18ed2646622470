// This file reads files with values of parameters, and checks shapes here, where the file is known
// by its name.
#include "engine/point.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "trace/data/data.h"

namespace autumn::engine {
namespace {

std::string size_text(std::span<const std::size_t> dims) {
  if (dims.empty()) return "a lone number";
  return fmt::format("of size [{}]", fmt::join(dims, ", "));
}

// [] stands for any shape without elements, as in data.
bool is_same_size(std::span<const std::size_t> given, std::span<const std::size_t> wanted) {
  const auto is_nothing = [](std::span<const std::size_t> dims) {
    return std::ranges::find(dims, 0U) != dims.end();
  };
  return std::ranges::equal(given, wanted) || (is_nothing(given) && is_nothing(wanted));
}

Status check_shape(const model::Variable& variable, const trace::DataVariable& given) {
  const bool is_same = given.problem.empty() && is_same_size(given.dims, variable.dims);
  if (is_same) return Done{};
  return Error{
      .message = fmt::format("the value of `{}` is {}, but the parameter is {}", variable.name,
                             given.problem.empty() ? size_text(given.dims) : "an object",
                             size_text(variable.dims)),
      .suggestion = variable.dims.empty() ? "write it as a number, without brackets"
                                          : "write one pair of brackets for each dimension",
      .where = given.where};
}

// A part that a tuple among the parameters does not have.
Status check_tuples(const model::Model& model, const trace::Data& data) {
  std::vector<trace::DeclaredLeaf> declared;
  for (const model::Variable& variable : model.variables) {
    declared.push_back({variable.name, {}});
  }
  return trace::check_parts(data, declared, "initial value");
}

// The real or the imaginary parts of a complex parameter.
Result<std::vector<double>> complex_part(const trace::Data& data, const model::Variable& variable) {
  const stan::Type type{stan::Base::kReal, static_cast<std::uint32_t>(variable.dims.size())};
  const auto value = trace::bind(
      data,
      {.name = variable.name, .type = type, .dims = variable.dims, .where = {}, .source = "value"});
  if (!value) return value.error();
  return std::vector<double>(value.value().numbers().begin(), value.value().numbers().end());
}

}  // namespace

// CmdStan passes over them, too.
std::vector<std::string> unknown_names(const trace::Data& data, const model::Model& model,
                                       std::span<const trace::GeneratedVariable> made) {
  std::vector<std::string> unknown;
  for (const auto& [name, value] : data) {
    const auto has_name = [&](const auto& other) { return trace::data_name(other.name) == name; };
    if (std::ranges::any_of(model.variables, has_name)) continue;
    if (std::ranges::any_of(model.outputs, has_name)) continue;
    if (std::ranges::any_of(made, has_name)) continue;
    unknown.push_back(name);
  }
  return unknown;
}

Result<GivenPoint> read_point(const Prepared& prepared, const std::string& path) {
  const auto data = trace::read_json(path);
  if (!data) return data.error();
  return point_of(prepared, data.value(), path);
}

Result<GivenPoint> point_of(const Prepared& prepared, const trace::Data& data,
                            const std::string& path) {
  GivenPoint result;
  if (Status status = check_tuples(prepared.compressed, data); !status) return status.error();
  result.unknown = unknown_names(data, prepared.compressed, prepared.generated.program.made);
  for (const model::Variable& variable : prepared.compressed.variables) {
    const auto found = data.find(trace::data_name(variable.name));
    if (found == data.end()) continue;
    if (found->first != variable.name) {
      auto part = complex_part(data, variable);
      if (!part) return part.error();
      result.given[variable.name] = std::move(part).value();
      continue;
    }
    const Status status = check_shape(variable, found->second);
    if (!status) return status.error();
    result.given[variable.name] = found->second.numbers;
  }
  auto free = initial_point(prepared, result.given);
  if (!free) {
    Error error = free.error();
    error.message = fmt::format("`{}`: {}", path, error.message);
    return error;
  }
  result.unconstrained = std::move(free).value();
  return result;
}

}  // namespace autumn::engine
