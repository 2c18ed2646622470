// This file reads initial values, and reads and writes metrics.
#include "cmdstan/starts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "base/display_name.h"
#include "base/printable.h"
#include "base/words.h"
#include "engine/point.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {
namespace {

bool is_number(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0';
}

// Names of coordinates that a file of ours has beside it; none otherwise.
std::vector<std::string> names_beside(const std::string& metric_file) {
  std::vector<std::string> names;
  const std::string path = names_file_of(metric_file);
  std::error_code code;
  if (!std::filesystem::exists(path, code)) return names;
  const auto text = stan::read_text_file(path);
  if (!text) return names;
  rapidjson::Document document;
  document.Parse(text.value().c_str());
  if (document.HasParseError() || !document.IsArray()) return names;
  for (const auto& name : document.GetArray()) {
    if (name.IsString()) names.emplace_back(name.GetString());
  }
  return names;
}

Error no_metric(const std::string& file, std::string_view why) {
  return {.message = fmt::format("Cannot get inverse metric from input file.\n`{}`: {}", file, why),
          .suggestion = {},
          .where = {}};
}

// First index fastest, as data are stored, to row by row.
std::vector<double> by_rows(const trace::DataVariable& variable) {
  if (variable.dims.size() != 2) return variable.numbers;
  const std::size_t rows = variable.dims[0], cols = variable.dims[1];
  std::vector<double> result(variable.numbers.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) result[r * cols + c] = variable.numbers[r + rows * c];
  }
  return result;
}

// A metric as it was saved has a text beside its numbers, which data have not.
Result<trace::Data> metric_values(const std::string& file) {
  if (!file.ends_with(".json")) return read_values(file);
  auto text = stan::read_text_file(file);
  if (!text) return text.error();
  static const std::regex kType("\"metric_type\"\\s*:\\s*\"[^\"]*\"\\s*,?");
  return trace::parse_json(std::regex_replace(text.value(), kType, ""), file);
}

Result<GivenMetric> read_metric(const std::string& file) {
  const auto data = metric_values(file);
  if (!data) return data.error();
  const auto found = data.value().find("inv_metric");
  if (found == data.value().end()) return no_metric(file, "there is no `inv_metric` in it");
  const trace::DataVariable& variable = found->second;
  GivenMetric metric{.file = file, .dims = variable.dims, .numbers = by_rows(variable)};
  const auto step = data.value().find("stepsize");
  if (step != data.value().end() && step->second.numbers.size() == 1) {
    metric.step_size = step->second.numbers[0];
  }
  metric.names = names_beside(file);
  return metric;
}

// The rows (and columns) of a larger metric that are wanted, by name; nothing if some are missing.
std::optional<std::vector<double>> cut(const GivenMetric& given,
                                       const std::vector<std::string>& have,
                                       const std::vector<std::string>& want) {
  std::vector<std::size_t> places;
  for (const std::string& name : want) {
    const auto found = std::ranges::find(have, name);
    if (found == have.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - have.begin()));
  }
  std::vector<double> result;
  if (given.dims.size() == 1) {
    for (const std::size_t k : places) result.push_back(given.numbers[k]);
    return result;
  }
  for (const std::size_t r : places) {
    for (const std::size_t c : places) result.push_back(given.numbers[r * have.size() + c]);
  }
  return result;
}

Error wrong_size(const GivenMetric& given, const MetricRequest& request) {
  const std::size_t n = request.sampled.dimension;
  const std::string whole =
      request.joint == nullptr
          ? ""
          : fmt::format(
                " (of {} in the whole model: the others are integrated out, and "
                "AUTUMN_MARGINALIZE=0 samples them too)",
                request.joint->dimension);
  return no_metric(
      given.file,
      fmt::format(
          "its inv_metric has dimensions ({}), but {} sampled{}, so that ({}) is "
          "expected",
          fmt::join(given.dims, ","), counted(n, "dimension is", "dimensions are"), whole,
          request.kind == MetricKind::kDense ? fmt::format("{0},{0}", n) : fmt::format("{}", n)));
}

bool has_size(const GivenMetric& given, MetricKind kind, std::size_t n) {
  if (n == 0 && given.numbers.empty()) return true;
  const std::vector<std::size_t> diagonal{n}, dense{n, n};
  return given.dims == (kind == MetricKind::kDense ? dense : diagonal);
}

}  // namespace

Result<Initial> read_initial(const Session& session) {
  const std::string text = text_of(session.arguments, "init");
  Initial initial;
  if (is_number(text, initial.radius)) return initial;
  auto files = input_files(session, text);
  if (!files) return files.error();
  initial.files = std::move(files).value();
  for (const std::string& file : initial.files) {
    auto values = read_values(file);
    if (!values) return values.error();
    initial.values.push_back(std::move(values).value());
  }
  initial.radius = 2.0;
  return initial;
}

void tell_unknown(const Session& session, const Initial& initial) {
  std::set<std::string> told;
  for (std::size_t k = 0; k < initial.files.size(); ++k) {
    for (const std::string& name : engine::unknown_names(initial.values[k], session.traced.model,
                                                         session.traced.generated.made)) {
      if (!told.insert(name).second) continue;
      say(fmt::format("`{}` in `{}` is no parameter of the program, and not used.",
                      printable_line(display_name(name)), printable_line(initial.files[k])));
    }
  }
}

Result<std::vector<double>> initial_point(const Initial& initial, std::size_t chain,
                                          const engine::Prepared& prepared) {
  if (initial.files.empty()) return std::vector<double>();
  auto point = engine::point_of(prepared, initial.values[chain], initial.files[chain]);
  if (!point) return point.error();
  return std::move(point).value().unconstrained;
}

Result<std::vector<GivenMetric>> read_metrics(const Session& session, const std::string& name) {
  std::vector<GivenMetric> metrics;
  if (name.empty()) return metrics;
  auto files = input_files(session, name);
  if (!files) return files.error();
  for (const std::string& file : files.value()) {
    auto metric = read_metric(file);
    if (!metric) return metric.error();
    metrics.push_back(std::move(metric).value());
  }
  return metrics;
}

Result<std::vector<double>> inverse_metric(const GivenMetric& given, const MetricRequest& request) {
  const engine::Coordinates coordinates = engine::stan_coordinates(request.sampled);
  const std::size_t n = request.sampled.dimension;
  const bool is_named = given.names.size() == (given.dims.empty() ? 0 : given.dims[0]);
  std::optional<std::vector<double>> numbers;
  if (is_named && !given.names.empty()) {
    if (!has_size(given, request.kind, given.names.size())) return wrong_size(given, request);
    numbers = cut(given, given.names, coordinates.names);
  } else if (has_size(given, request.kind, n)) {
    numbers = given.numbers;
  } else if (request.joint != nullptr && has_size(given, request.kind, request.joint->dimension)) {
    numbers = cut(given, engine::stan_coordinates(*request.joint).names, coordinates.names);
  }
  if (!numbers) return wrong_size(given, request);
  for (const double x : *numbers) {
    if (!std::isfinite(x)) return no_metric(given.file, "it has numbers that are not finite");
  }
  return engine::in_our_order(coordinates, *numbers);
}

std::string metric_json(MetricKind kind, double step_size, std::span<const double> inverse_metric,
                        std::size_t dimension) {
  std::string numbers;
  if (kind == MetricKind::kDense) {
    for (std::size_t r = 0; r < dimension; ++r) {
      numbers += fmt::format("{}[{}]", r == 0 ? "" : ", ",
                             fmt::join(inverse_metric.subspan(r * dimension, dimension), ", "));
    }
  } else {
    numbers = fmt::format("{}", fmt::join(inverse_metric, ", "));
  }
  return fmt::format(
      "{{\n  \"stepsize\" : {},\n  \"metric_type\" : \"{}\",\n  \"inv_metric\" : [ {} ]\n}}\n",
      std::isnan(step_size) ? std::string("NaN") : fmt::format("{}", step_size), to_text(kind),
      numbers);
}

std::string names_file_of(const std::string& metric_file) {
  return without_ending(metric_file) + "_names.json";
}

std::string names_json(const std::vector<std::string>& names) {
  return names.empty() ? "[]\n" : fmt::format("[\"{}\"]\n", fmt::join(names, "\", \""));
}

}  // namespace autumn::cmdstan
