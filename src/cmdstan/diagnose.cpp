// The method `diagnose` compares the gradient with finite differences at a point.
#include <fmt/format.h>

#include <cmath>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

struct Compared {
  std::vector<std::string> lines;
  std::size_t failures = 0;
};

Compared compare(engine::EvaluatedDensity& density, const engine::Coordinates& coordinates,
                 std::vector<double> point, double step, double limit) {
  std::vector<double> gradient(point.size()), spare(point.size());
  const double value = density.evaluate(point, gradient);
  Compared result{.lines = {"", fmt::format(" Log probability={:g}", value), ""}};
  result.lines.push_back(fmt::format("{:>10}{:>16}{:>16}{:>16}{:>16}", "param idx", "value",
                                     "model", "finite diff", "error"));
  for (std::size_t k = 0; k < point.size(); ++k) {
    const std::size_t at = coordinates.ours[k];
    const double centre = point[at];
    point[at] = centre + step;
    const double above = density.evaluate(point, spare);
    point[at] = centre - step;
    const double below = density.evaluate(point, spare);
    point[at] = centre;
    const double difference = (above - below) / (2.0 * step);
    const double error = gradient[at] - difference;
    if (!(std::abs(error) <= limit)) ++result.failures;
    result.lines.push_back(fmt::format("{:>10}{:>16g}{:>16g}{:>16g}{:>16g}", k, centre,
                                       gradient[at], difference, error));
  }
  return result;
}

}  // namespace

ExitCode diagnose(const Session& session) {
  const Arguments& a = session.arguments;
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  const auto start = start_of(session, prepared);
  if (!start) return fail(session, start.error());
  engine::EvaluatedDensity density(prepared);
  auto point = engine::find_start(prepared, density, start.value(), key_of(session));
  if (!point) return fail(session, point.error());
  say("TEST GRADIENT MODE");
  const Compared compared = compare(
      density, engine::stan_coordinates(prepared), std::move(point).value(),
      number_of(a, "diagnose.test.gradient.epsilon"), number_of(a, "diagnose.test.gradient.error"));
  std::string text = head_comments(session, {});
  for (const std::string& line : compared.lines) {
    say(line);
    text += "# " + line + "\n";
  }
  const Status status = output::write_text(output_file(session), text);
  if (!status) return fail(status.error());
  return compared.failures == 0 ? 0 : 1;
}

}  // namespace autumn::cmdstan
