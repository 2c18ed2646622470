// The subcommand `autumn explain` says what is collapsed, what is sampled, and why.
#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/data_files.h"
#include "engine/explain.h"

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
  const auto text = engine::text_of_run_after(loaded->traced.model, options.plan,
                                              options.without_passes, options.stage);
  if (!text) return fail(text.error());
  std::fputs(text.value().c_str(), stdout);
  return 0;
}

Result<explainer::Explanation> explanation_of(const ExplainOptions& options,
                                              const trace::Traced& traced) {
  trace::Data data;
  if (!options.program.data.empty()) {
    auto read = engine::read_data(options.program.data);
    if (!read) return read.error();
    data = std::move(read).value();
  }
  return engine::explain(traced.model, options.plan, data, options.without_passes);
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  if (!options.stage.empty()) return show_stage(options);
  auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  loaded->program.syntax.reset();  // as large as the program is long, and not read again
  const auto explanation = explanation_of(options, loaded->traced);
  if (!explanation) return fail(explanation.error());
  std::fputs(formatted(explanation.value(), options.format).c_str(), stdout);
  return 0;
}

}  // namespace autumn::cli
