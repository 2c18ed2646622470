// This file simulates data, and tests whether sampling finds back what was put in.
#include "engine/calibrate/sbc.h"

#include <atomic>

#include "engine/version.h"
#include "expr/interpret.h"
#include "model.h"
#include "options.h"
#include "output/diagnostics/calibration.h"

namespace autumn::python {
namespace {

simulate::Simulator simulator_of(const Model& model, const Data& data, std::uint64_t seed) {
  if (const auto built = model.built()) {
    simulate::Source source = taken(model, simulate::source_of(built));
    return taken(model, simulate::Simulator::create(std::move(source), data.variables, seed));
  }
  return taken(model, simulate::Simulator::create(model.program()->syntax, data.variables, seed));
}

// Parameters and what is computed of them.
trace::Data truth_of(const simulate::Simulated& simulated) {
  trace::Data truth;
  const auto add = [&](const std::string& name, const std::vector<std::size_t>& dims,
                       const std::vector<double>& numbers) {
    trace::DataVariable& variable = truth[name];
    variable.dims = dims;
    variable.numbers = numbers;
    variable.is_int = false;
  };
  const model::Model& m = simulated.model;
  for (std::size_t v = 0; v < m.variables.size(); ++v) {
    add(m.variables[v].name, m.variables[v].dims, simulated.parameters[v].numbers);
  }
  for (const model::Output& output : m.outputs) {
    const expr::NodeId nodes[] = {output.node};
    add(output.name, output.dims, expr::interpret(m.graph, nodes, simulated.parameters)[0].numbers);
  }
  return truth;
}

// [(data, truth), ...]
nb::list simulate(const Model& model, const Data& data, std::uint32_t runs,
                  const std::optional<std::uint64_t>& seed) {
  struct Made {
    trace::Data data, truth;
  };
  Waiting waiting;
  const std::vector<Made> made = waited(waiting, [&] {
    const simulate::Simulator simulator = simulator_of(model, data, seed_of(seed));
    std::vector<Made> all;
    for (std::uint32_t k = 0; k < runs && !waiting.stop()->load(); ++k) {
      const auto one = taken(model, simulator(k));
      all.push_back({one.data, truth_of(one)});
    }
    return all;
  });
  nb::list result;
  for (const Made& one : made) result.append(nb::make_tuple(to_dict(one.data), to_dict(one.truth)));
  return result;
}

nb::dict to_python(const output::Ranks& ranks, const output::Calibration& calibration) {
  nb::dict result, by_name, p_values;
  for (const output::RankedVariable& variable : ranks.variables) {
    nb::list numbers;
    for (const std::uint32_t rank : variable.ranks) numbers.append(rank);
    by_name[nb::str(variable.name.c_str())] = numbers;
  }
  for (const output::VariableCalibration& v : calibration.variables) {
    p_values[nb::str(v.name.c_str())] = v.p_value;
  }
  result["ranks"] = by_name;
  result["p_values"] = p_values;
  result["is_calibrated"] = calibration.is_calibrated();
  result["divergences"] = calibration.divergences;
  result["draws"] = calibration.draws;
  result["runs"] = calibration.runs;
  result["text"] = to_text(calibration);
  result["svg"] = to_svg(calibration);
  result["json"] = to_json(calibration);
  return result;
}

nb::dict sbc(const Model& model, const Data& data, const nb::dict& options, nb::object pulse) {
  engine::SbcOptions sbc;
  nb::dict sampling;
  sampling.update(options);
  for (const char* name : {"runs", "draws"}) {
    if (sampling.contains(name)) nb::del(sampling[name]);
  }
  sbc.settings = settings(sampling);
  sbc.plan = plan_options(options);
  sbc.without_passes = names(options, "without_pass");
  sbc.seed = seed_of(option<std::uint64_t>(options, "seed"));
  set<std::uint32_t, std::int64_t>(sbc.runs, options, "runs");
  set<std::uint32_t, std::int64_t>(sbc.draws, options, "draws");
  set<std::uint32_t, std::int64_t>(sbc.threads, options, "threads");
  if (sbc.runs < 1 || sbc.draws < 1) fail("runs and draws must be at least 1");
  std::atomic<std::uint32_t> done{0};
  Waiting waiting(nb::cpp_function([&done, &pulse] {
    if (!pulse.is_none()) pulse(done.load());
  }));
  sbc.stop = waiting.stop();
  sbc.on_progress = [&done](std::uint32_t so_far) { done = so_far; };
  const output::Ranks ranks = waited(waiting, [&] {
    const simulate::Simulator simulator = simulator_of(model, data, sbc.seed);
    return taken(model, engine::rank_runs(simulator, sbc));
  });
  return to_python(ranks, output::calibration_of(ranks));
}

}  // namespace

void add_calibration(nb::module_& m) {
  m.def("simulate", &simulate, nb::arg("model"), nb::arg("data"), nb::arg("runs"),
        nb::arg("seed").none());
  m.def("sbc", &sbc, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("pulse").none());
}

}  // namespace autumn::python
