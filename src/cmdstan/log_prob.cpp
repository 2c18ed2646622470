// The method `log_prob` evaluates the log density and its gradient at points of a file.
#include <fmt/format.h>

#include <cmath>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "engine/point.h"
#include "output/files/csv_reader.h"

namespace autumn::cmdstan {
namespace {

using Points = std::vector<std::vector<double>>;  // unconstrained, in our order

Error no_points(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

Result<Points> free_points(const engine::Prepared& prepared, const std::string& path) {
  const auto data = read_values(path);
  if (!data) return data.error();
  const auto found = data.value().find("params_r");
  if (found == data.value().end()) {
    return no_points(
        "Unconstrained parameters file has no variable 'params_r' with unconstrained "
        "parameter values!");
  }
  const trace::DataVariable& given = found->second;
  const std::size_t size = given.dims.empty() ? 1 : given.dims.back();
  const std::size_t count = given.dims.size() > 1 ? given.dims.front() : 1;
  if (size != prepared.dimension) {
    return no_points(
        fmt::format("Incorrect number of unconstrained parameters provided! Model has "
                    "{} parameters but {} were found.",
                    prepared.dimension, size));
  }
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  Points points;
  for (std::size_t p = 0; p < count; ++p) {
    std::vector<double> point(size);
    for (std::size_t k = 0; k < size; ++k) point[k] = given.numbers[p + count * k];
    points.push_back(engine::in_our_order(coordinates, point));
  }
  return points;
}

Result<Points> points_of_csv(const engine::Prepared& prepared, const std::string& path) {
  const auto read = engine::read_fitted_draws(path);
  if (!read) return read.error();
  const DrawTable& rows = read.value();
  Points points;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const auto values = engine::values_of_row(prepared, rows.names(), rows.row(r));
    if (!values) return values.error();
    auto point = engine::initial_point(prepared, values.value());
    if (!point) return point.error();
    points.push_back(std::move(point).value());
  }
  return points;
}

Result<Points> declared_points(const engine::Prepared& prepared, const std::string& path) {
  if (path.ends_with(".csv")) return points_of_csv(prepared, path);
  const auto data = read_values(path);
  if (!data) return data.error();
  auto point = engine::point_of(prepared, data.value(), path);
  if (!point) return point.error();
  return Points{std::move(point).value().unconstrained};
}

// The first variable of which a point has no value.
std::optional<std::string> missing_variable(const engine::Prepared& prepared,
                                            std::span<const double> point) {
  for (std::size_t v = 0; v < prepared.slices.size(); ++v) {
    const density::Slice& slice = prepared.slices[v];
    for (const double x : point.subspan(slice.start, slice.size)) {
      if (std::isnan(x)) return prepared.sampled.variables[v].name;
    }
  }
  return std::nullopt;
}

Result<Points> read_points(const Session& session, const engine::Prepared& prepared) {
  const std::string free = text_of(session.arguments, "log_prob.unconstrained_params");
  const std::string declared = text_of(session.arguments, "log_prob.constrained_params");
  if (free.empty() && declared.empty()) {
    return no_points(
        "No input parameter files provided, cannot calculate log probability density.");
  }
  if (!free.empty() && !declared.empty()) {
    return no_points(
        "Cannot specify both input files of both constrained and unconstrained "
        "parameter values.");
  }
  if (prepared.dimension == 0) {
    return no_points(fmt::format("Model {} has no parameters, nothing to estimate.",
                                 session.embedded.model_name));
  }
  auto points = free.empty() ? declared_points(prepared, declared) : free_points(prepared, free);
  if (!points) return points;
  for (const std::vector<double>& point : points.value()) {
    if (const auto missing = missing_variable(prepared, point)) {
      return no_points(
          fmt::format("Bad or missing parameter values, cannot unconstrain.\nException: "
                      "variable does not exist; processing stage=parameter "
                      "initialization; variable name={}",
                      *missing));
    }
  }
  return points;
}

}  // namespace

ExitCode log_prob(const Session& session) {
  const engine::Prepared prepared =
      engine::prepare_joint(session.traced, truth_of(session.arguments, "log_prob.jacobian")
                                                ? density::Jacobian::kIncluded
                                                : density::Jacobian::kLeftOut);
  const auto points = read_points(session, prepared);
  if (!points) return fail(session, points.error());
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  std::vector<std::string> columns{"lp__"};
  for (const std::string& name : coordinates.names) columns.push_back("g_" + name);
  DrawTable table(std::move(columns));
  engine::EvaluatedDensity density(prepared);
  std::vector<double> gradient(prepared.dimension);
  for (const std::vector<double>& point : points.value()) {
    std::vector<double> row{density.evaluate(point, gradient)};
    if (!std::isfinite(row[0])) {
      const auto rejection = density.rejection_at(point);
      return fail(session, {.message = "Error during log_prob calculation:\n" +
                                       (rejection ? rejection->reason : "it is not finite"),
                            .suggestion = {},
                            .where = rejection ? rejection->where : SourceRange{}});
    }
    const std::vector<double> ordered = engine::in_stan_order(coordinates, gradient);
    row.insert(row.end(), ordered.begin(), ordered.end());
    table.append(row);
  }
  const Status status = write_table(session, output_file(session), table);
  return status ? 0 : fail(status.error());
}

}  // namespace autumn::cmdstan
