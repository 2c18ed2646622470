// This file writes one pair of files for each simulation.
#include "engine/calibrate/simulation.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <vector>

#include "base/draws.h"
#include "output/files/replacement.h"
#include "output/files/text_files.h"

namespace autumn::engine {
namespace {

std::array<std::string, 2> file_names(const SimulationFiles& files, std::uint32_t run) {
  const std::string number = files.runs == 1 ? "" : fmt::format("_{}", run + 1);
  return {fmt::format("data{}.json", number), fmt::format("truth{}.csv", number)};
}

Status check_absent(const SimulationFiles& files) {
  for (std::uint32_t run = 0; run < files.runs; ++run) {
    const auto names = file_names(files, run);
    Status status = files.overwrite ? Status(Done{}) : output::check_absent(files.directory, names);
    for (const std::string& name : names) {
      const std::string path = (std::filesystem::path(files.directory) / name).string();
      if (status) status = output::check_outputs(files.inputs, {&path, 1});
    }
    if (!status) return status;
  }
  return Done{};
}

}  // namespace

std::string truth_csv(const simulate::Simulated& simulated) {
  const model::Model& model = simulated.model;
  std::string names;
  std::string numbers;
  const auto add = [&](const std::string& name, std::span<const std::size_t> dims,
                       const expr::Array& value) {
    const std::vector<std::string> columns = element_names(name, dims);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view comma = names.empty() ? "" : ",";
      names += fmt::format("{}{}", comma, columns[i]);
      numbers += fmt::format("{}{}", comma, value.numbers[i]);
    }
  };
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    add(model.variables[v].name, model.variables[v].dims, simulated.parameters[v]);
  }
  for (const model::Output& output : model.outputs) {
    const expr::NodeId nodes[] = {output.node};
    add(output.name, output.dims, expr::interpret(model.graph, nodes, simulated.parameters)[0]);
  }
  return names + "\n" + numbers + "\n";
}

Status write_simulations(const simulate::Simulator& simulator, const SimulationFiles& files) {
  if (const Status status = check_absent(files); !status) return status;
  for (std::uint32_t run = 0; run < files.runs; ++run) {
    const auto simulated = simulator(run);
    if (!simulated) return simulated.error();
    const auto names = file_names(files, run);
    const output::TextFile both[] = {{names[0], trace::to_json(simulated.value().data)},
                                     {names[1], truth_csv(simulated.value())}};
    if (const Status status = output::write_files(files.directory, both); !status) return status;
  }
  return Done{};
}

}  // namespace autumn::engine
