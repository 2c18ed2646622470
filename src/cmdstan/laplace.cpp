// The method `laplace` draws from the normal approximation at a mode that is given.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/coordinates.h"
#include "engine/interrupt.h"
#include "engine/point.h"
#include "output/files/csv_reader.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

Error no_mode(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

Result<std::vector<double>> mode_of_csv(const engine::Prepared& prepared, const std::string& path) {
  const auto file = output::read_csv(path);
  if (!file) return file.error();
  if (output::find_value(file.value(), "method") != "optimize") {
    return no_mode("CSV file is not output from Stan optimization");
  }
  const DrawTable& rows = file.value().draws;
  if (rows.rows() == 0) return no_mode(fmt::format("`{}` has no row", path));
  const auto values = engine::values_of_row(prepared, rows.names(), rows.row(rows.rows() - 1));
  if (!values) return values.error();
  return engine::initial_point(prepared, values.value());
}

Result<std::vector<double>> mode_of_json(const engine::Prepared& prepared,
                                         const std::string& path) {
  const auto values = read_values(path);
  if (!values) return values.error();
  auto point = engine::point_of(prepared, values.value(), path);
  if (!point) return point.error();
  return std::move(point).value().unconstrained;
}

Result<std::vector<double>> read_mode(const engine::Prepared& prepared, const std::string& path) {
  if (path.empty()) {
    return no_mode(
        "Missing mode argument, cannot get laplace sample without parameter estimates "
        "theta-hat");
  }
  const bool is_csv = path.ends_with(".csv");
  if (!is_csv && !path.ends_with(".json")) {
    return no_mode("Mode file must be CSV or JSON, found " + path);
  }
  auto mode = is_csv ? mode_of_csv(prepared, path) : mode_of_json(prepared, path);
  if (!mode) return mode;
  for (const double x : mode.value()) {
    if (std::isnan(x)) return no_mode("Bad or missing parameter values, cannot unconstrain.");
  }
  return mode;
}

// What clients ask for with a diagnostic file: the mode's density, gradient and Hessian.
Status write_diagnostics(const Session& session, const engine::Prepared& prepared,
                         const approximate::Laplace& laplace) {
  const std::string name = text_of(session.arguments, "output.diagnostic_file");
  if (name.empty()) return Done{};
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  const std::vector<double> gradient = engine::in_stan_order(coordinates, laplace.gradient);
  const std::vector<double> hessian = laplace.hessian.empty()
                                          ? std::vector<double>{}
                                          : engine::in_stan_order(coordinates, laplace.hessian);
  std::vector<std::string> rows;
  const std::size_t n = gradient.size();
  for (std::size_t r = 0; r * n < hessian.size(); ++r) {
    rows.push_back(fmt::format("[{}]", fmt::join(std::span(hessian).subspan(r * n, n), ", ")));
  }
  return output::write_text(
      without_ending(name) + ".json",
      fmt::format("{{\n  \"lp_mode\" : {},\n  \"gradient\" : [{}],\n  \"Hessian\" : [{}]\n}}\n",
                  laplace.log_density, fmt::join(gradient, ", "), fmt::join(rows, ", ")));
}

}  // namespace

ExitCode laplace(const Session& session) {
  const Arguments& a = session.arguments;
  const engine::Prepared prepared = engine::prepare_joint(
      session.traced,
      truth_of(a, "laplace.jacobian") ? density::Jacobian::kIncluded : density::Jacobian::kLeftOut);
  const auto mode = read_mode(prepared, text_of(a, "laplace.mode"));
  if (!mode) return fail(session, mode.error());
  const approximate::LaplaceSettings settings{
      .draws = static_cast<std::size_t>(integer_of(a, "laplace.draws")),
      .calculate_lp = truth_of(a, "laplace.calculate_lp"),
      .refresh = static_cast<int>(integer_of(a, "output.refresh"))};
  if (settings.draws == 0) return fail("Number of draws must be > 0; found draws = 0");
  const engine::InterruptGuard interrupt;
  const engine::LaplaceRun run = engine::run_laplace(prepared, mode.value(), key_of(session),
                                                     settings, saying(&interrupt.flag()));
  if (approximate::is_error(run.laplace.ending)) {
    return fail(approximate::reason(run.laplace.ending));
  }
  note_generated(session, run.table);
  Status status = write_table(session, output_file(session), run.table.rows);
  if (status) status = write_diagnostics(session, prepared, run.laplace);
  return status ? 0 : fail(status.error());
}

}  // namespace autumn::cmdstan
