// The subcommand `autumn check` checks syntax and types, with data the shapes and values too, and
// on request the collapse law; it warns, and brings programs up to date.
#include <fmt/format.h>

#include <cstdio>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/update.h"
#include "engine/assure/self_test.h"
#include "stan/advice/old_forms.h"
#include "stan/advice/pedantic.h"
#include "stan/advice/strict.h"
#include "stan/printing/canonical.h"
#include "stan/printing/diagnostic.h"

namespace autumn::cli {
namespace {

int run_self_test(const LoadedModel& loaded, const CheckOptions& options) {
  const auto tested = engine::self_test(loaded.traced.model, options.plan, options.without_passes);
  if (!tested) return fail(tested.error());
  std::fputs(engine::to_text(tested.value()).c_str(), stdout);
  return tested.value().has_passed() ? 0 : 1;
}

// Of the names of parameters and passes: what a run with these options would refuse.
int check_with_data(const CheckOptions& options) {
  const auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  if (options.self_test) return run_self_test(*loaded, options);
  const Status status =
      engine::check_options(loaded->traced.model, options.plan, options.without_passes);
  return status ? 0 : fail(status.error());
}

// What Stan refuses: old forms in the text, and what its checker does not let through.
std::vector<Error> refused_by_stan(const engine::LoadedProgram& program) {
  const stan::SourceFile& file = program.sources->file(0);
  std::vector<stan::OldForm> forms = stan::old_forms(file.name, file.text);
  std::erase_if(forms, [](const stan::OldForm& form) { return !form.is_refused; });
  std::vector<Error> errors = stan::to_messages(forms, file.text);
  for (Error& error : stan::strict_text_errors(file)) errors.push_back(std::move(error));
  for (Error& error : stan::strict_errors(*program.syntax)) errors.push_back(std::move(error));
  return errors;
}

void warn(const engine::LoadedProgram& program, const CheckOptions& options) {
  std::vector<stan::Warning> warnings = stan::pedantic_warnings(*program.syntax);
  std::erase_if(warnings, [&](const stan::Warning& warning) {
    const bool is_asked = warning.kind == stan::WarningKind::kUninitialized
                              ? options.warn_uninitialized || options.is_pedantic
                              : options.is_pedantic;
    return !is_asked;
  });
  const stan::SourceFile& file = program.sources->file(0);
  std::vector<Error> messages;
  if (options.is_pedantic) {
    messages = stan::to_messages(stan::old_forms(file.name, file.text), file.text);
  }
  for (stan::Warning& warning : warnings) messages.push_back(std::move(warning.message));
  stan::sort_by_place(messages);
  std::fputs(stan::render_warnings(messages, *program.sources).c_str(), stderr);
}

}  // namespace

int run_check(const CheckOptions& options) {
  const ProgramOptions& source = options.program;
  if (options.task == CheckTask::kUpdate) return run_update(options);
  const auto loaded = engine::load_program(source.model, source.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) return fail(error->text);
  const auto& program = std::get<engine::LoadedProgram>(loaded);
  if (options.is_strict) {
    const std::vector<Error> errors = refused_by_stan(program);
    if (!errors.empty()) return fail(stan::render(errors, *program.sources));
  }
  if (options.task == CheckTask::kCanonical) {
    std::fputs(stan::canonical(program.sources->file(0)).c_str(), stdout);
    return 0;
  }
  if (options.is_pedantic || options.warn_uninitialized) warn(program, options);
  const Status status = engine::check_options(program, options.plan, options.without_passes);
  if (!status) return fail(status.error());
  if (options.self_test || !source.data.empty()) {
    const int code = check_with_data(options);
    if (code != 0 || options.self_test) return code;
  }
  std::printf("%s: syntax and types are right%s\n", printable_line(source.model).c_str(),
              source.data.empty() ? "" : ", and the data fit");
  return 0;
}

}  // namespace autumn::cli
