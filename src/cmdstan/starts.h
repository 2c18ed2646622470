// Where chains and paths start: initial values and metrics, by number or from files.
#pragma once

#include <memory>
#include <vector>

#include "cmdstan/session.h"
#include "engine/coordinates.h"
#include "engine/run.h"

namespace autumn::cmdstan {

// What `init=` says.
struct Initial {
  double radius = 2.0;
  std::vector<std::string> files = {};   // one per chain, or none
  std::vector<trace::Data> values = {};  // what is in them
};
[[nodiscard]] Result<Initial> read_initial(const Session& session);

// Says once which values of these files are of nothing in the program.
void tell_unknown(const Session& session, const Initial& initial);

// The unconstrained point of a chain, NaN for what is drawn at random; empty if all is.
[[nodiscard]] Result<std::vector<double>> initial_point(const Initial& initial, std::size_t chain,
                                                        const engine::Prepared& prepared);

// Inverse metrics as files have them, in Stan's order.
struct GivenMetric {
  std::string file;
  std::vector<std::size_t> dims;
  std::vector<double> numbers;  // row by row
  std::optional<double> step_size = std::nullopt;
  std::vector<std::string> names = {};  // of the coordinates, where a side file has them
};
[[nodiscard]] Result<std::vector<GivenMetric>> read_metrics(const Session& session,
                                                            const std::string& name);

// The metric of what is sampled, in our order. A metric of the whole model is cut to what is left
// of it; any other size is refused, naming both.
struct MetricRequest {
  MetricKind kind = MetricKind::kDiagonal;
  const engine::Prepared& sampled;
  const engine::Prepared* joint = nullptr;  // if something is collapsed
};
[[nodiscard]] Result<std::vector<double>> inverse_metric(const GivenMetric& given,
                                                         const MetricRequest& request);

// "base_metric.json" and, beside it, the names of the coordinates.
[[nodiscard]] std::string metric_json(MetricKind kind, double step_size,
                                      std::span<const double> inverse_metric,
                                      std::size_t dimension);
[[nodiscard]] std::string names_file_of(const std::string& metric_file);
[[nodiscard]] std::string names_json(const std::vector<std::string>& names);

}  // namespace autumn::cmdstan
