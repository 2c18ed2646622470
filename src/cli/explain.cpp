// The subcommand `autumn explain` says what is collapsed, what is sampled, and why.
#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/centring/choose.h"
#include "engine/explain.h"
#include "engine/worth.h"

namespace autumn::cli {
namespace {

std::string formatted(const explainer::Explanation& explanation, ExplainFormat format) {
  switch (format) {
    case ExplainFormat::text: return to_text(explanation);
    case ExplainFormat::json: return to_json(explanation) + "\n";
    case ExplainFormat::dot: return to_dot(explanation);
    case ExplainFormat::svg: return to_svg(explanation);
  }
  not_of_the_list("the format");
}

int show_parsed(const ExplainOptions& options) {
  const auto loaded = engine::load_program(options.program.model, options.program.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) return fail(error->text);
  const auto& program = std::get<engine::LoadedProgram>(loaded);
  const Status status = engine::check_options(program, options.plan, options.without_passes);
  if (!status) return fail(status.error());
  std::fputs(engine::parsed_text(program).c_str(), stdout);
  return 0;
}

// A name that is not there is found before the data, which may be missing too.
int show_stage(const ExplainOptions& options) {
  Status status = engine::check_passes(options.without_passes);
  if (status) status = engine::check_stage(options.stage, options.without_passes);
  if (!status) return fail(status.error());
  if (options.stage == engine::kParse) return show_parsed(options);
  const auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  const auto text =
      engine::text_after(loaded->traced.model, options.plan, options.without_passes, options.stage);
  if (!text) return fail(text.error());
  std::fputs(text.value().c_str(), stdout);
  return 0;
}

// In which coordinates what is left is sampled.
int show_centring(const ExplainOptions& options, const trace::Traced& traced,
                  const collapse::PlanOptions& plan) {
  const auto text = engine::centring_text(traced, plan, options.without_passes);
  if (!text) return fail(text.error());
  if (!text.value().empty()) std::printf("\n%s\n", text.value().c_str());
  return 0;
}

// What an effective draw costs, and the coordinates.
int show_run(const ExplainOptions& options, const trace::Traced& traced) {
  const auto worth = engine::worth_of(traced, options.plan, options.without_passes);
  if (!worth) return fail(worth.error());
  const std::string table = worth.value() ? table_of(*worth.value()) : "";
  if (!table.empty()) std::fputs(("\n" + table).c_str(), stdout);
  return show_centring(options, traced,
                       worth.value() ? worth.value()->choice().plan : options.plan);
}

// What is to be known of the model before more is said of its run.
struct Explained {
  bool is_refused = false;
  std::size_t dimension = 0;  // that is left to sample
};

// The explanation itself, which is large where a program is, is gone before a run is prepared.
Result<Explained> show_plan(const ExplainOptions& options, const trace::Traced& traced) {
  trace::Data data;
  if (!options.program.data.empty()) {
    auto read = trace::read_json(options.program.data);
    if (!read) return read.error();
    data = std::move(read).value();
  }
  const auto explanation =
      engine::explain(traced.model, options.plan, data, options.without_passes);
  if (!explanation) return explanation.error();
  std::fputs(formatted(explanation.value(), options.format).c_str(), stdout);
  return Explained{.is_refused = explanation.value().refusal.has_value(),
                   .dimension = explanation.value().dimension_after};
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  if (!options.stage.empty()) return show_stage(options);
  auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  loaded->program.syntax.reset();  // as large as the program is long, and not read again
  const auto explained = show_plan(options, loaded->traced);
  if (!explained) return fail(explained.error());
  // Where nothing is left to sample there is nothing to choose.
  const bool has_run = !explained.value().is_refused && explained.value().dimension > 0;
  if (options.format != ExplainFormat::text || !has_run) return 0;
  return show_run(options, loaded->traced);
}

}  // namespace autumn::cli
