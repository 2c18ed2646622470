// This file says what happens and what goes wrong, in the words that CmdStan's clients look for.
#include <fmt/format.h>

#include <cstdio>
#include <regex>

#include "base/printable.h"
#include "cmdstan/session.h"

namespace autumn::cmdstan {
namespace {

// Our messages about data in the words of CmdStan, for programs that look for them.
std::string stan_words(const std::string& message) {
  static const std::pair<std::regex, const char*> kWords[] = {
      {std::regex("^the data for `([^`]*)` is missing$"),
       "variable does not exist; processing stage=data initialization; variable name=$1"},
      {std::regex("^`([^`]*)` needs dimensions (\\([^)]*\\)), but the data has (\\([^)]*\\)|one "
                  "number)$"),
       "mismatch in dimension declared and found in context; processing stage=data initialization; "
       "variable name=$1; dims declared=$2; dims found=$3"},
      {std::regex("^`([^`]*)` is one number, but the data has (\\([^)]*\\))$"),
       "mismatch in number dimensions declared and found in context; processing stage=data "
       "initialization; variable name=$1; dims declared=(); dims found=$2"},
      {std::regex(
           "^(`([^`]*)`.*) is ([^ ,]*), but (it must be an integer|integers lie between .*)$"),
       "int variable contained non-int values; processing stage=data initialization; variable "
       "name=$2"},
      {std::regex("^`([^`]*)` is ([^ ,]*), but must be at least (.*)$"),
       "$1 is $2, but must be greater than or equal to $3"},
      {std::regex("^`([^`]*)` is ([^ ,]*), but must be at most (.*)$"),
       "$1 is $2, but must be less than or equal to $3"},
      {std::regex(".*the value of `([^`]*)` is outside its support: element [0-9]+ is ([^ ,]*)$"),
       "Bounded variable is $2, but must be in its support; variable name=$1"}};
  for (const auto& [pattern, words] : kWords) {
    if (std::regex_match(message, pattern)) return std::regex_replace(message, pattern, words);
  }
  return message.substr(0, message.find('\n'));
}

// Stan names the whole statement: from the first to the last character of the line, mostly.
std::string place_of(const Session& session, const SourceRange& where) {
  if (!where.is_known()) return "";
  const stan::SourceFile* file = session.program.sources->find(where.file);
  const std::string_view line = file == nullptr ? "" : stan::line_of(file->text, where.line);
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return fmt::format(" (in '{}', line {})", where.file, where.line);
  }
  return fmt::format(" (in '{}', line {}, column {} to column {})", where.file, where.line, begin,
                     line.find_last_not_of(" \t\r") + 1);
}

}  // namespace

ExitCode fail(std::string_view text) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", printable(text).c_str());
  return 1;
}

// What happened first, as Stan's clients look for it; `error:` is for our own terminal.
ExitCode fail(const Error& error) {
  if (error.where.is_known()) return fail(to_text(error));
  return fail(error.message + (error.suggestion.empty() ? "" : "\n  " + error.suggestion));
}

// One line that begins with `Exception:`, which is all that cmdstanpy shows, then ours with its
// place.
std::string exception_text(const Session& session, const Error& error) {
  std::string text =
      fmt::format("Exception: {}{}", stan_words(error.message), place_of(session, error.where));
  const std::size_t more = error.message.find('\n');
  if (more != std::string::npos && !error.where.is_known()) text += error.message.substr(more);
  if (error.where.is_known()) {
    text += "\n" + engine::render(session.program, error);
  } else if (!error.suggestion.empty()) {
    text += "\n  " + error.suggestion;
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// The first line and the last two are Stan's, which clients and their users look for.
std::string refusal_text(const Session& session, const Error& error) {
  return fmt::format(
      "Informational Message: The current Metropolis proposal is about to be rejected because of "
      "the following issue:\nException: {}{}\n"
      "If this warning occurs sporadically, such as for highly constrained variable types like "
      "covariance matrices, then the sampler is fine,\n"
      "but if this warning occurs often then your model may be either severely ill-conditioned or "
      "misspecified.\n",
      stan_words(error.message), place_of(session, error.where));
}

ExitCode fail(const Session& session, const Error& error) {
  return fail(exception_text(session, error));
}

void say(std::string_view line) {
  std::fprintf(stdout, "%s\n", printable(line).c_str());
  std::fflush(stdout);
}

}  // namespace autumn::cmdstan
