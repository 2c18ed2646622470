// The subcommand `autumn density` prints the log density and its gradient at a point.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <optional>
#include <span>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/coordinates.h"
#include "engine/rows/point_reports.h"
#include "evaluate/function.h"

namespace autumn::cli {
namespace {

std::string number(double x) {
  return std::isfinite(x) ? fmt::format("{:.17g}", x) : "null";
}

std::string numbers(std::span<const double> x) {
  std::string text;
  for (const double value : x) text += (text.empty() ? "" : ", ") + number(value);
  return "[" + text + "]";
}

// What was not given is NaN in the point.
std::optional<std::string> missing_variable(const engine::Prepared& prepared,
                                            std::span<const double> point) {
  for (std::size_t i = 0; i < prepared.slices.size(); ++i) {
    const density::Slice& place = prepared.slices[i];
    for (const double x : point.subspan(place.start, place.size)) {
      if (std::isnan(x)) return prepared.sampled.variables[i].name;
    }
  }
  return std::nullopt;
}

// The numbers of one variable, in Stan's order.
std::vector<double> part_of(const engine::Coordinates& coordinates, const density::Slice& slice,
                            std::span<const double> numbers) {
  std::vector<double> part;
  for (const std::size_t k : coordinates.ours) {
    if (k >= slice.start && k < slice.start + slice.size) part.push_back(numbers[k]);
  }
  return part;
}

}  // namespace

int run_density(const DensityOptions& options) {
  const auto loaded = load(options.program, 0, stderr);
  if (!loaded) return 1;
  const auto ready =
      engine::prepare(loaded->traced, {.is_off = !options.is_collapsed}, options.without_passes);
  if (!ready) return fail(engine::render(loaded->program, ready.error()));
  const engine::Prepared& prepared = ready.value();
  const auto read = engine::read_point(prepared, options.at);
  if (!read) return fail(engine::render(loaded->program, read.error()));
  note_unknown(read.value(), options.at);
  const std::vector<double>& point = read.value().unconstrained;
  if (const auto missing = missing_variable(prepared, point)) {
    return fail(Error{
        .message = fmt::format("`{}` has no value for the parameter `{}`", options.at, *missing),
        .suggestion = "a point has a value for every parameter that is not collapsed",
        .where = {}});
  }
  evaluate::EvaluatedFunction function(prepared.density);
  std::vector<double> gradient(prepared.dimension);
  const double value = function.evaluate(point, gradient);
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  const trace::GeneratedProgram& program = loaded->traced.generated;
  if (engine::speaks_at_points(program)) {
    engine::PointReports reports(prepared, program);
    reports.at_evaluation(point, value);
    if (reports.fatal_error()) return fail(engine::render(loaded->program, *reports.fatal_error()));
  }
  std::printf("{\"log_density\": %s,\n \"unconstrained\": %s,\n \"gradient\": {",
              number(value).c_str(), numbers(engine::in_stan_order(coordinates, point)).c_str());
  for (std::size_t i = 0; i < prepared.slices.size(); ++i) {
    std::printf("%s\"%s\": %s", i == 0 ? "" : ", ", prepared.sampled.variables[i].name.c_str(),
                numbers(part_of(coordinates, prepared.slices[i], gradient)).c_str());
  }
  std::puts("}}");
  return 0;
}

}  // namespace autumn::cli
