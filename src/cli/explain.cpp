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

}  // namespace

int run_explain(const ExplainOptions& options) {
  if (!options.stage.empty()) return show_stage(options);
  const auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  trace::Data data;
  if (!options.program.data.empty()) {
    auto read = trace::read_json(options.program.data);
    if (!read) return fail(read.error());
    data = std::move(read).value();
  }
  const auto explanation =
      engine::explain(loaded->traced.model, options.plan, data, options.without_passes);
  if (!explanation) return fail(explanation.error());
  std::fputs(formatted(explanation.value(), options.format).c_str(), stdout);
  if (options.format != ExplainFormat::text || explanation.value().refusal) return 0;
  const auto worth = engine::worth_of(loaded->traced, options.plan, options.without_passes);
  if (!worth) return fail(worth.error());
  const std::string table = worth.value() ? table_of(*worth.value()) : "";
  if (!table.empty()) std::fputs(("\n" + table).c_str(), stdout);
  return show_centring(options, loaded->traced,
                       worth.value() ? worth.value()->choice().plan : options.plan);
}

}  // namespace autumn::cli
