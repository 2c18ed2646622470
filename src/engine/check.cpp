// This file asks those who know of mistakes in programs.
#include "engine/check.h"

#include <utility>

#include "stan/advice/old_forms.h"
#include "stan/advice/pedantic.h"
#include "stan/advice/strict.h"
#include "stan/printing/diagnostic.h"

namespace autumn::engine {

std::vector<Error> refused_by_stan(const LoadedProgram& program) {
  const stan::SourceFile& file = program.sources->file(0);
  std::vector<stan::OldForm> forms = stan::old_forms(file.name, file.text);
  std::erase_if(forms, [](const stan::OldForm& form) { return !form.is_refused; });
  std::vector<Error> errors = stan::to_messages(forms, file.text);
  for (Error& error : stan::strict_text_errors(file)) errors.push_back(std::move(error));
  for (Error& error : stan::strict_errors(*program.syntax)) errors.push_back(std::move(error));
  return errors;
}

std::vector<Error> advice(const LoadedProgram& program, const AdviceOptions& options) {
  if (!options.is_pedantic && !options.warn_uninitialized) return {};
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
  return messages;
}

std::string advice_text(const LoadedProgram& program, const std::vector<Error>& advice) {
  return stan::render_warnings(advice, *program.sources);
}

}  // namespace autumn::engine
