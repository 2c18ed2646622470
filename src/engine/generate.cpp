// This file finds parameters among columns and computes generated quantities from them.
#include "engine/generate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/column_order.h"
#include "engine/rows/value_rows.h"
#include "output/files/draw_file.h"

namespace autumn::engine {
namespace {

// Where the columns of the parameters are.
Result<std::vector<std::size_t>> parameter_columns(const GenerateRequest& request) {
  std::vector<std::size_t> columns;
  const std::vector<std::string>& names = request.draws.names();
  for (const model::Variable& variable : request.prepared.compressed.variables) {
    for (const std::string& name : element_names(variable.name, variable.dims)) {
      const auto found = std::ranges::find(names, name);
      if (found == names.end()) {
        return Error{
            .message = fmt::format("Mismatch between model and fitted_parameters csv file \"{}\"",
                                   request.path),
            .suggestion = fmt::format("there is no column {}", name),
            .where = {}};
      }
      columns.push_back(static_cast<std::size_t>(found - names.begin()));
    }
  }
  return columns;
}

}  // namespace

Result<DrawTable> read_fitted_draws(const std::string& path) {
  auto file = output::read_draws(path);
  if (!file) return file.error();
  output::CsvFile& content = file.value().content;
  if (content.warmup.rows() == 0) return std::move(content.draws);
  DrawTable draws = std::move(content.warmup);
  for (std::size_t r = 0; r < content.draws.rows(); ++r) draws.append(content.draws.row(r));
  return draws;
}

Result<DrawTable> generate(const GenerateRequest& request) {
  const auto columns = parameter_columns(request);
  if (!columns) return columns.error();
  ValueRows rows(request.prepared);
  const std::vector<std::string> names(
      request.prepared.columns.begin() + static_cast<std::ptrdiff_t>(rows.generated_begin()),
      request.prepared.columns.end());
  const std::vector<std::size_t> order = file_order(names);
  DrawTable table(in_file_order(names));
  std::vector<double> parameters(columns.value().size()), ordered(names.size());
  for (std::size_t r = 0; r < request.draws.rows(); ++r) {
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      parameters[k] = request.draws.at(r, columns.value()[k]);
    }
    const Status status = rows.make(parameters, {.seed = request.seed,
                                                 .chain = request.chain,
                                                 .purpose = Purpose::kGeneratedQuantities,
                                                 .iteration = r});
    if (!status) return status.error();
    const std::span<const double> made = rows.row().subspan(rows.generated_begin());
    std::ranges::copy(made, ordered.begin());
    for (std::size_t k = 0; k < order.size(); ++k) ordered[k] = made[order[k]];
    table.append(ordered);
  }
  return table;
}

}  // namespace autumn::engine
