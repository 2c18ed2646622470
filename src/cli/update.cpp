// This file writes programs in the syntax of today.
#include "cli/update.h"

#include <cstdio>

#include "cli/program.h"
#include "output/files/replacement.h"
#include "output/files/text_files.h"
#include "stan/advice/old_forms.h"
#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"

namespace autumn::cli {
namespace {

// What is still wrong with the updated text, as text.
std::string remaining_mistakes(const ProgramOptions& options, const std::string& text) {
  stan::Sources sources(options.model, text);
  stan::ParseResult parsed =
      stan::parse(sources, stan::file_includes(options.model, options.include_paths));
  if (!parsed.is_ok()) return stan::render(parsed.errors, sources);
  return stan::render(stan::check(parsed.program), sources);
}

}  // namespace

int run_update(const CheckOptions& options) {
  const std::string& name = options.program.model;
  const Status kept = output::check_outputs({&name, 1}, {&options.output, 1});
  if (!kept) return fail(kept.error());
  if (const Status status = output::check_replaceable(options.output, false); !status) {
    return fail(status.error());
  }
  auto text = stan::read_text_file(name);
  if (!text) return fail(text.error());
  const std::string updated = stan::updated(name, std::move(text).value());
  if (options.output.empty()) {
    std::fputs(updated.c_str(), stdout);
  } else if (const Status status = output::write_text(options.output, updated); !status) {
    return fail(status.error());
  }
  const std::string mistakes = remaining_mistakes(options.program, updated);
  if (mistakes.empty()) return 0;
  return fail("the updated program still has mistakes (lines are those of the new text):\n" +
              mistakes);
}

}  // namespace autumn::cli
