// Options come from Python as a dictionary with the names of the command line; what is not in it is
// as usual.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "binding.h"
#include "collapse/plan.h"
#include "engine/run.h"

namespace autumn::python {

template <typename T>
std::optional<T> option(const nb::dict& options, const char* name) {
  if (!options.contains(name)) return std::nullopt;
  const nb::object value = options[name];
  if (value.is_none()) return std::nullopt;
  return nb::cast<T>(value);
}

template <typename Field, typename T = Field>
void set(Field& field, const nb::dict& options, const char* name) {
  if (const auto value = option<T>(options, name)) field = static_cast<Field>(*value);
}

// One of several words.
template <typename Value>
std::optional<Value> choice(const nb::dict& options, const char* name,
                            const std::map<std::string, Value>& values) {
  const auto word = option<std::string>(options, name);
  if (!word) return std::nullopt;
  if (const auto found = values.find(*word); found != values.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, value] : values) known.push_back(other);
  fail(fmt::format("{}: `{}` is not one of {}", name, *word, fmt::join(known, ", ")));
}

[[nodiscard]] std::vector<std::string> names(const nb::dict& options, const char* name);
[[nodiscard]] collapse::PlanOptions plan_options(const nb::dict& options);
// Of NUTS, with draws and thin.
[[nodiscard]] sampler::Settings settings(const nb::dict& options);
[[nodiscard]] engine::RunOptions run_options(const nb::dict& options, const std::string& model);

}  // namespace autumn::python
