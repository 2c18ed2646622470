// The subcommand `autumn explain` says what is collapsed, what is sampled, and why.
#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
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

int show_stage(const LoadedModel& loaded, const ExplainOptions& options) {
  const auto text = engine::text_after(loaded.program, loaded.traced, options.plan,
                                       options.without_passes, options.stage);
  if (!text) return fail(text.error());
  std::fputs(text.value().c_str(), stdout);
  return 0;
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  const auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  if (!options.stage.empty()) return show_stage(*loaded, options);
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
  return 0;
}

}  // namespace autumn::cli
