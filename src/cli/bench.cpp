// The subcommand `autumn bench` says what a model costs to prepare, to differentiate and to
// recover.
#include <chrono>
#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/measure.h"

namespace autumn::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const auto start = Clock::now();
  auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  loaded->program.syntax.reset();  // as large as the program is long, and not read again
  std::vector<engine::StageTime> loading{{"read and trace", seconds_since(start)}};
  const auto prepared = engine::prepare(loaded->traced, options.plan, options.without_passes);
  if (!prepared) return fail(prepared.error());
  const auto joint = engine::prepare(loaded->traced, {.is_off = true}, options.without_passes);
  if (!joint) return fail(joint.error());
  const engine::Measurement measured =
      engine::measure(prepared.value(), joint.value(), std::move(loading));
  std::fputs((options.json ? to_json(measured) : to_text(measured)).c_str(), stdout);
  return 0;
}

}  // namespace autumn::cli
