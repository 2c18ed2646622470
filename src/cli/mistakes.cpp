// This file says what is wrong with a command line that CLI11 has refused.
#include "cli/mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/error.h"
#include "base/printable.h"

namespace autumn::cli {
namespace {

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known.data(), known.data() + known.size());
  return near.empty() ? "" : fmt::format("did you mean `{}`?", near);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// Empty for what comes before any command: CLI11 gives that the path of the program as its name.
std::string name_of(const CLI::App& command) {
  return command.get_parent() == nullptr ? "" : command.get_name();
}

std::string quoted_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? "`autumn`" : fmt::format("`{}`", command.get_name());
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

// A word that nobody took, but for what it may have as its value.
Mistake unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  Mistake mistake{.command = name_of(command),
                  .message = fmt::format("{} has no option `{}`", quoted_name(command), name),
                  .suggestion = did_you_mean(name, option_names(command))};
  if (command.get_parent() == nullptr && mistake.suggestion.empty()) {
    mistake.suggestion = "options of a command come after it";
  }
  return mistake;
}

Mistake unknown_command(const CLI::App& app, const std::string& word) {
  return {.command = "",
          .message = fmt::format("there is no command `{}`", word),
          .suggestion = did_you_mean(word, command_names(app))};
}

// The places of a command are taken already.
Mistake extra_word(const CLI::App& command, const std::string& word) {
  Mistake mistake{
      .command = command.get_name(),
      .message = fmt::format("{} has no use for the word `{}`", quoted_name(command), word),
      .suggestion = ""};
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() || option->results().empty()) continue;
    mistake.suggestion =
        fmt::format("{} is `{}` already", option->get_name(), option->results()[0]);
  }
  return mistake;
}

// Words that nobody took. An option that is not there explains the words after it.
Mistake not_expected(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> words = command.remaining();
  const auto option = std::ranges::find_if(words, is_option);
  if (option != words.end()) return unknown_option(command, *option);
  return &app == &command ? unknown_command(app, words[0]) : extra_word(command, words[0]);
}

// "A Stan program" within a sentence.
std::string lowered(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(text[0]));
  return text;
}

Mistake missing(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() != 0) continue;
    return {.command = command.get_name(),
            .message = fmt::format("{} needs {}: {}", quoted_name(command), option->get_name(),
                                   lowered(option->get_description())),
            .suggestion = ""};
  }
  internal_error("what is required and missing is an option of the command", __FILE__, __LINE__);
}

// CLI11 begins its message with the name of the option.
const CLI::Option* option_of(const CLI::App& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find(':'));
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_name() == name) return option;
  }
  return nullptr;
}

// An option without its value, or one that takes one value and was given several times.
std::string wrong_number(const CLI::App& command, const CLI::ParseError& error) {
  const CLI::Option* option = option_of(command, error);
  if (option == nullptr) return error.what();
  if (option->count() > 1) {
    return fmt::format("{} can be given once, and was given {} times", option->get_name(),
                       option->count());
  }
  return fmt::format("{0} was given without its value: it is written `{0} {1}`", option->get_name(),
                     option->get_type_name());
}

// "--format excludes --stage"
std::string together(std::string text) {
  constexpr std::string_view kExcludes = " excludes ";
  const std::size_t at = text.find(kExcludes);
  if (at == std::string::npos) return text;
  return text.replace(at, kExcludes.size(), " and ") + " cannot be given together";
}

}  // namespace

std::optional<Mistake> empty_word_of(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      if (std::ranges::find(option->results(), "") == option->results().end()) continue;
      return Mistake{.command = command->get_name(),
                     .message = fmt::format("{} is empty", option->get_name()),
                     .suggestion = "is it a variable of the shell that is not set?"};
    }
  }
  return std::nullopt;
}

Mistake mistake_of(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands[0];
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  const std::vector<std::string> left = command.remaining();
  if (kind == CLI::ExitCodes::RequiredError) {
    return std::ranges::any_of(left, is_option) ? not_expected(app, command) : missing(command);
  }
  if (kind == CLI::ExitCodes::ExtrasError) {
    return left.empty() ? not_expected(app, app) : not_expected(app, command);
  }
  Mistake mistake{.command = name_of(command), .message = error.what(), .suggestion = ""};
  if (kind == CLI::ExitCodes::ArgumentMismatch) mistake.message = wrong_number(command, error);
  if (kind == CLI::ExitCodes::ExcludesError) mistake.message = together(mistake.message);
  return mistake;
}

std::string to_text(const Mistake& mistake) {
  const std::string suggestion =
      mistake.suggestion.empty() ? "" : fmt::format("  {}\n", printable_line(mistake.suggestion));
  const std::string space = mistake.command.empty() ? "" : " ";
  return fmt::format("autumn: {}\n{}  try `autumn{}{} --help`\n", printable_line(mistake.message),
                     suggestion, space, mistake.command);
}

}  // namespace autumn::cli
