// This file finds where a method begins.
#include "engine/approximations/start.h"

#include <fmt/format.h>

#include <map>

#include "sample/initial_point.h"

namespace autumn::engine {

Result<std::vector<double>> find_start(const Prepared& prepared, LogDensity& density,
                                       const StartOptions& options, const MethodKey& key) {
  sampler::Hamiltonian hamiltonian(density, sampler::Metric::unit(prepared.dimension));
  Result<sampler::Point> point = sampler::find_initial_point(
      hamiltonian, options.given, options.radius, {.seed = key.seed, .chain = key.chain + 1});
  if (!point) return point.error();
  return std::move(point).value().position;
}

Result<InitialValues> values_of_row(const Prepared& prepared, std::span<const std::string> columns,
                                    std::span<const double> row) {
  std::map<std::string, double> numbers;
  for (std::size_t k = 0; k < columns.size(); ++k) numbers[columns[k]] = row[k];
  InitialValues values;
  for (const model::Variable& variable : prepared.compressed.variables) {
    std::vector<double>& elements = values[variable.name];
    for (const std::string& name : element_names(variable.name, variable.dims)) {
      const auto found = numbers.find(name);
      if (found == numbers.end()) {
        return Error{.message = fmt::format("there is no column `{}`", name),
                     .suggestion = "the file must have all parameters of the program",
                     .where = {}};
      }
      elements.push_back(found->second);
    }
  }
  return values;
}

}  // namespace autumn::engine
