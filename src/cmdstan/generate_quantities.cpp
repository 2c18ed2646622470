// The method `generate_quantities` computes generated quantities for the draws of a file, of
// CmdStan or of Autumn.
#include <fmt/format.h>

#include <algorithm>

#include "base/column_order.h"
#include "cmdstan/methods.h"
#include "cmdstan/value_rows.h"
#include "engine/prepare.h"
#include "output/files/csv_reader.h"
#include "output/files/csv_writer.h"

namespace autumn::cmdstan {
namespace {

Error no_quantities(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

// All rows, those of warm-up too if the file has them.
Result<DrawTable> fitted_draws(const std::string& path) {
  auto file = output::read_csv(path);
  if (!file) return file.error();
  DrawTable draws = std::move(file.value().warmup);
  if (draws.columns() == 0) return std::move(file.value().draws);
  for (std::size_t r = 0; r < file.value().draws.rows(); ++r) {
    draws.append(file.value().draws.row(r));
  }
  return draws;
}

// Where the columns of the parameters are in the file.
Result<std::vector<std::size_t>> parameter_columns(const engine::Prepared& prepared,
                                                   const DrawTable& draws,
                                                   const std::string& path) {
  std::vector<std::size_t> columns;
  for (const model::Variable& variable : prepared.compressed.variables) {
    for (const std::string& name : element_names(variable.name, variable.dims)) {
      const auto found = std::ranges::find(draws.names(), name);
      if (found == draws.names().end()) {
        return no_quantities(fmt::format(
            "Mismatch between model and fitted_parameters csv file \"{}\"\n  there is no column {}",
            path, name));
      }
      columns.push_back(static_cast<std::size_t>(found - draws.names().begin()));
    }
  }
  return columns;
}

class Quantities {
 public:
  Quantities(const Session& session, const engine::Prepared& prepared)
      : session_(session), prepared_(prepared), rows_(prepared) {}

  Status run(std::size_t chain, const std::string& input, const std::string& output) {
    const auto draws = fitted_draws(input);
    if (!draws) return draws.error();
    if (draws.value().rows() == 0) return no_quantities("Empty set of draws from fitted model.");
    const auto columns = parameter_columns(prepared_, draws.value(), input);
    if (!columns) return columns.error();
    auto file = output::create_writer(output::Format::kCsv, output);
    if (!file) return file.error();
    output::DrawWriter& writer = *file.value();
    const std::vector<std::string> names(prepared_.columns.begin() + first(),
                                         prepared_.columns.end());
    order_ = file_order(names);
    (void)writer.write_head(
        {.comments = head_comments(session_, {}),
         .columns = in_file_order(names),
         .precision = static_cast<int>(integer_of(session_.arguments, "output.sig_figs"))});
    for (std::size_t r = 0; r < draws.value().rows(); ++r) {
      std::vector<double> parameters;
      for (const std::size_t c : columns.value()) parameters.push_back(draws.value().at(r, c));
      if (Status status = add(writer, chain, r, parameters); !status) return status;
    }
    return writer.close();
  }

 private:
  [[nodiscard]] std::ptrdiff_t first() const {
    return static_cast<std::ptrdiff_t>(rows_.generated_begin());
  }

  Status add(output::DrawWriter& writer, std::size_t chain, std::size_t row,
             std::span<const double> parameters) {
    const Status status = rows_.make(parameters, {.seed = session_.seed,
                                                  .chain = static_cast<std::uint32_t>(chain) + 1,
                                                  .purpose = Purpose::kGeneratedQuantities,
                                                  .iteration = row});
    if (!status) return status;
    const std::span<const double> made = rows_.row().subspan(rows_.generated_begin());
    if (order_.empty()) return writer.append(made);
    std::vector<double> ordered;
    for (const std::size_t k : order_) ordered.push_back(made[k]);
    return writer.append(ordered);
  }

  const Session& session_;
  const engine::Prepared& prepared_;
  ValueRows rows_;
  std::vector<std::size_t> order_;
};

}  // namespace

ExitCode generate_quantities(const Session& session) {
  const std::string given = text_of(session.arguments, "generate_quantities.fitted_params");
  if (given.empty()) {
    return fail(
        "Missing fitted_params argument, cannot run generate_quantities without fitted "
        "sample.");
  }
  if (!given.ends_with(".csv")) return fail("Fitted params file must be a CSV file.");
  const auto inputs = input_files(session, given);
  if (!inputs) return fail(inputs.error());
  if (session.traced.generated.made.empty()) {
    return fail("Model doesn't generate any quantities of interest.");
  }
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  const auto outputs = output_files(session, text_of(session.arguments, "output.file"));
  Quantities quantities(session, prepared);
  for (std::size_t k = 0; k < session.chains; ++k) {
    const Status status = quantities.run(k, inputs.value()[k], outputs[k]);
    if (!status) return fail(session, status.error());
  }
  return 0;
}

}  // namespace autumn::cmdstan
