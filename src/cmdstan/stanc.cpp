// This file checks, describes, formats and compiles programs, and says what is wrong with them as
// stanc does.
#include "cmdstan/stanc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/printable.h"
#include "cmdstan/embedded.h"
#include "cmdstan/program_info.h"
#include "cmdstan/stanc_messages.h"
#include "cmdstan/stanc_options.h"
#include "output/files/replacement.h"
#include "output/files/run_configuration.h"
#include "output/files/text_files.h"
#include "stan/advice/old_forms.h"
#include "stan/advice/pedantic.h"
#include "stan/printing/braces.h"
#include "stan/printing/canonical.h"
#include "stan/printing/comments.h"
#include "stan/printing/parentheses.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"

namespace autumn::cmdstan {
namespace {

constexpr std::string_view kStancHelp =
    "stanc [OPTIONS] model_file.stan\n"
    "  --version                  the version\n"
    "  --info                     what is in the program, as JSON\n"
    "  --auto-format              print the program with its lines indented\n"
    "  --print-canonical          print the program in one canonical style\n"
    "  --canonicalize=LIST        with --auto-format: `deprecations` brings old syntax up to "
    "date,\n"
    "                             `parentheses` takes away those that change nothing,\n"
    "                             `braces` puts them around single statements,\n"
    "                             `strip-comments` takes comments away; `includes` is accepted\n"
    "                             and changes nothing\n"
    "  --max-line-length=N        with --auto-format: lines are broken after so many columns (78)\n"
    "  --name=NAME                name of the model (FILE_model)\n"
    "  --o=FILE                   where the text goes that stands for C++\n"
    "  --autumn-executable=FILE   write an executable that runs the program\n"
    "  --filename-in-msg=NAME     what messages call the file\n"
    "  --include-paths=A,B        where included files are looked for\n"
    "  --allow-undefined          accepted; functions without a definition cannot be called\n"
    "  --warn-pedantic            warn of what is likely a mistake\n"
    "  --warn-uninitialized       warn of variables that are read before they have a value\n"
    "Options of the translation to C++ (--O1, --use-opencl, ...) are accepted and change "
    "nothing.\n";

int complain(std::string_view text) {
  std::fprintf(stderr, "%s\n", printable(text).c_str());
  return 1;
}

std::string version_text() {
  const output::StanLevel level = output::kStanLevel;
  return fmt::format("stanc3 v{}.{}.{} (Unix)", level.major, level.minor, level.patch);
}

// Clients look for the words of stanc.
Error in_stan_words(const stan::Warning& warning) {
  Error message = warning.message;
  const bool is_about_prior = warning.kind == stan::WarningKind::kNoPrior ||
                              warning.kind == stan::WarningKind::kUniformPrior;
  if (is_about_prior) {
    const std::size_t end = message.message.find('`', 1);
    message.message =
        fmt::format("The parameter {} has no priors{}", message.message.substr(1, end - 1),
                    message.message.substr(message.message.find(':')));
  }
  return message;
}

class Compilation {
 public:
  explicit Compilation(const StancOptions& options) : options_(options) {}

  int run() {
    auto text = stan::read_text_file(options_.file);
    if (!text) return complain(text.error().message);
    if (wants("deprecations")) {
      text = stan::updated(options_.file, text.value());
    }
    const std::string shown =
        options_.name_in_messages.empty() ? options_.file : options_.name_in_messages;
    sources_.emplace(options_.file, std::move(text).value());
    messages_ = StancMessages{.sources = &*sources_, .file = options_.file, .shown_as = shown};
    stan::ParseResult parsed = stan::parse(*sources_, includes());
    if (!parsed.is_ok()) return refuse("Syntax error", std::move(parsed.errors));
    program_ = std::move(parsed.program);
    if (const std::vector<Error> errors = stan::check(program_); !errors.empty()) {
      return refuse("Semantic error", errors);
    }
    return finish();
  }

 private:
  [[nodiscard]] bool is_listed(std::string_view word) const {
    return std::ranges::find(options_.canonicalize, word) != options_.canonicalize.end();
  }

  // The canonical form has all of them.
  [[nodiscard]] bool wants(std::string_view what) const {
    return options_.task == StancTask::kCanonical || is_listed(what);
  }

  [[nodiscard]] std::string formatted() const {
    stan::SourceFile file = sources_->file(0);
    if (wants("parentheses")) file.text = stan::without_idle_parentheses(file.text);
    if (wants("braces")) file.text = stan::with_braces(file.text);
    if (is_listed("strip-comments")) file.text = stan::without_comments(file.text);
    return stan::canonical(file, {.columns = options_.line_length});
  }

  [[nodiscard]] stan::Includes includes() {
    return stan::file_includes(options_.file, options_.include_paths);
  }

  int refuse(std::string_view kind, std::vector<Error> errors) {
    stan::show_rewritten_lines(errors, *sources_);
    return complain(stanc_error(messages_, kind, errors.front()));
  }

  int finish() {
    switch (options_.task) {
      case StancTask::kInfo: std::puts(program_info(program_, *sources_).c_str()); return 0;
      case StancTask::kFormat:
      case StancTask::kCanonical: std::fputs(formatted().c_str(), stdout); return 0;
      default: return compile();
    }
  }

  // Whatever is asked to be written, the program and what it includes stay.
  [[nodiscard]] Status check_kept() const {
    std::vector<std::string> inputs;
    for (std::size_t k = 0; k < sources_->size(); ++k) inputs.push_back(sources_->file(k).name);
    const std::string outputs[] = {options_.executable, stand_in()};
    return output::check_outputs(inputs, outputs);
  }

  // There is no C++; clients look for a file all the same. Empty if none is written.
  [[nodiscard]] std::string stand_in() const {
    if (!options_.output.empty()) return options_.output;
    if (!options_.executable.empty()) return "";
    return std::filesystem::path(options_.file).replace_extension(".hpp").string();
  }

  int compile() {
    warn();
    if (const Status status = check_kept(); !status) return complain(to_text(status.error()));
    if (!stand_in().empty()) {
      if (const Status status = write_stand_in(); !status) return complain(status.error().message);
    }
    if (options_.executable.empty()) return 0;
    const Status status = write_executable(embedded(), options_.executable);
    return status ? 0 : complain(to_text(status.error()));
  }

  // Pedantic warnings look at resolved programs.
  void warn() {
    if (!options_.warns_pedantic && !options_.warns_uninitialized) return;
    stan::resolve(program_, trace::find_builtin);
    for (const stan::Warning& warning : stan::stanc_warnings(program_)) {
      const bool is_read_early = warning.kind == stan::WarningKind::kUninitialized;
      if (!options_.warns_pedantic && !is_read_early) continue;
      (void)complain(stanc_warning(messages_, in_stan_words(warning)));
    }
  }

  [[nodiscard]] std::string model_name() const {
    if (!options_.name.empty()) return options_.name;
    return output::stanc_model_name(std::filesystem::path(options_.file).stem().string());
  }

  Status write_stand_in() const {
    return output::write_text(
        stand_in(),
        fmt::format("// Code generated by {}\n"
                    "#error \"Autumn runs the model {} without C++: `autumn density` has its log "
                    "density and gradient at a point\"\n",
                    version_text(), model_name()));
  }

  [[nodiscard]] EmbeddedProgram embedded() const {
    EmbeddedProgram result{.model_name = model_name(),
                           .flags = options_.flags,
                           .defines = options_.defines,
                           .include_paths = options_.include_paths};
    for (std::size_t k = 0; k < sources_->size(); ++k) result.texts.push_back(sources_->file(k));
    return result;
  }

  const StancOptions& options_;
  std::optional<stan::Sources> sources_;
  StancMessages messages_;
  stan::Program program_;
};

}  // namespace

int run_stanc(std::span<const std::string> words) {
  const Result<StancOptions> options = parse_stanc(words);
  if (!options) return complain(to_text(options.error()));
  switch (options.value().task) {
    case StancTask::kVersion: std::puts(version_text().c_str()); return 0;
    case StancTask::kHelp: std::fputs(std::string(kStancHelp).c_str(), stdout); return 0;
    default: return Compilation(options.value()).run();
  }
}

}  // namespace autumn::cmdstan
