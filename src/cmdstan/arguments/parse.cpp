// This file parses a command line as CmdStan does: a category takes the words that are its own, and
// the first other one goes back to what encloses it.
#include "cmdstan/arguments/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>

#include "cmdstan/arguments/text.h"

namespace autumn::cmdstan {
namespace {

constexpr std::string_view kHelp = "help", kHelpAll = "help-all";

bool is_help(std::string_view word) {
  return word == kHelp || word == kHelpAll;
}

HelpDepth depth_of(std::string_view word) {
  return word == kHelpAll ? HelpDepth::kAll : HelpDepth::kOne;
}

// The number that a word is, all of it, as CmdStan reads it: `1e4` is no integer, and `10x` is no
// number.
std::optional<double> number_in(const Argument& argument, const std::string& given) {
  const std::string_view word = given.starts_with('+') ? std::string_view(given).substr(1) : given;
  const char* end = word.data() + word.size();
  const auto is_read = [&](const std::from_chars_result& result) {
    return result.ec == std::errc{} && result.ptr == end;
  };
  if (argument.type == ValueType::kReal) {
    double number = 0.0;
    return is_read(std::from_chars(word.data(), end, number)) ? std::optional(number)
                                                              : std::nullopt;
  }
  std::int64_t number = 0;
  if (!is_read(std::from_chars(word.data(), end, number))) return std::nullopt;
  const bool fits =
      argument.type == ValueType::kSeed || (number >= std::numeric_limits<std::int32_t>::min() &&
                                            number <= std::numeric_limits<std::uint32_t>::max());
  return fits ? std::optional(static_cast<double>(number)) : std::nullopt;
}

// The text that stands for a value in files, or nothing if it is not valid.
std::optional<std::string> number_text(const Argument& argument, const std::string& given) {
  const bool is_real = argument.type == ValueType::kReal;
  const std::optional<double> read = number_in(argument, given);
  if (!read) return std::nullopt;
  const double number = *read;
  if (argument.is_valid != nullptr && !argument.is_valid(number)) return std::nullopt;
  return is_real ? fmt::format("{:g}", number) : fmt::format("{:.0f}", number);
}

std::optional<std::string> value_text(const Argument& argument, const std::string& given) {
  switch (argument.type) {
    case ValueType::kString: return given;
    case ValueType::kBool:
      if (given == "1" || given == "true") return "true";
      if (given == "0" || given == "false") return "false";
      return std::nullopt;
    default: return number_text(argument, given);
  }
}

class Parser {
 public:
  Parser(std::string_view executable, std::span<const std::string> words)
      : executable_(executable), words_(words), parsed_{.arguments = grammar()} {}

  Parsed run() {
    if (words_.empty()) return ended(ParseOutcome::kUsage, usage());
    while (!is_over_ && next_ < words_.size()) {
      const std::string& word = words_[next_];
      if (word == "info") return ended(ParseOutcome::kInfo, "");
      if (is_help(word)) return whole_help(depth_of(word));
      if (!take_top()) refuse(word);
    }
    if (parsed_.outcome == ParseOutcome::kHelp) {
      parsed_.help += usage();
      return parsed_;
    }
    if (!has_method_) mistake("A method must be specified!");
    if (!parsed_.mistakes.empty()) {
      mistake("Failed to parse command arguments, cannot run model.");
      parsed_.outcome = ParseOutcome::kMistake;
    }
    return parsed_;
  }

 private:
  [[nodiscard]] std::string usage() const { return usage_text(executable_, parsed_.arguments); }

  Parsed ended(ParseOutcome outcome, std::string help) {
    parsed_.outcome = outcome;
    parsed_.help = std::move(help);
    return parsed_;
  }

  Parsed whole_help(HelpDepth depth) {
    std::string text;
    if (depth == HelpDepth::kAll) {
      for (const Argument& a : parsed_.arguments) text += help_text(a, 2, depth);
    }
    return ended(ParseOutcome::kHelp, text + usage());
  }

  void show_help(const Argument& argument) {
    parsed_.help = help_text(argument, 0, depth_of(words_[next_]));
    parsed_.outcome = ParseOutcome::kHelp;
    is_over_ = true;
  }

  void mistake(std::string_view text) { parsed_.mistakes += fmt::format("{}\n", text); }

  void refuse(const std::string& word) {
    mistake(word + " is either mistyped or misplaced.");
    const std::string name = word.substr(0, word.find('='));
    const std::vector<std::string> places = configurations(parsed_.arguments, name);
    if (!places.empty()) {
      mistake("Perhaps you meant one of the following valid configurations?");
      for (const std::string& place : places) mistake("  " + place);
    }
    ++next_;
    is_over_ = true;
  }

  // Each argument of the top counts once; a method may stand without `method=`.
  bool take_top() {
    const std::string& word = words_[next_];
    const std::string name = word.substr(0, word.find('='));
    Argument& method = parsed_.arguments[0];
    const bool is_method =
        word == name &&
        std::ranges::find(method.children, name, &Argument::name) != method.children.end();
    if (!seen_.insert(is_method ? "method" : name).second) return false;
    if (is_method) {
      choose(method, name);
      return true;
    }
    return take_one_of(parsed_.arguments);
  }

  bool take_one_of(Arguments& arguments) {
    const std::string& word = words_[next_];
    const std::size_t sign = word.find('=');
    const auto found = std::ranges::find(arguments, word.substr(0, sign), &Argument::name);
    if (found == arguments.end()) return false;
    const bool has_value = sign != std::string::npos;
    if (found->kind == ArgumentKind::kCategory) return !has_value && take_category(*found);
    if (!has_value) return take_bare(*found);
    const std::string value = word.substr(sign + 1);
    if (found->kind == ArgumentKind::kChoice) {
      choose(*found, value);
    } else {
      set(*found, value);
    }
    return true;
  }

  // The name of a value without one is a question for help, or nothing.
  bool take_bare(const Argument& argument) {
    if (next_ + 1 >= words_.size() || !is_help(words_[next_ + 1])) return false;
    ++next_;
    show_help(argument);
    return true;
  }

  bool take_category(Argument& category) {
    ++next_;
    take_children(category);
    return true;
  }

  void take_children(Argument& category) {
    while (!is_over_ && next_ < words_.size()) {
      if (is_help(words_[next_])) return show_help(category);
      if (!take_one_of(category.children)) return;
    }
  }

  void choose(Argument& choice, const std::string& name) {
    const auto found = std::ranges::find(choice.children, name, &Argument::name);
    if (found == choice.children.end()) return refuse_value(choice, name);
    if (choice.name == "method") has_method_ = true;
    choice.chosen = static_cast<std::size_t>(found - choice.children.begin());
    ++next_;
    take_children(*found);
  }

  void set(Argument& argument, const std::string& given) {
    const std::optional<std::string> text = value_text(argument, given);
    if (!text) return refuse_value(argument, given);
    argument.value = *text;
    ++next_;
  }

  void refuse_value(const Argument& argument, std::string_view given) {
    mistake(fmt::format("{} is not a valid value for \"{}\"", given, argument.name));
    std::string valid = argument.valid;
    for (const Argument& child : argument.children) {
      valid += (valid.empty() ? "" : ", ") + child.name;
    }
    mistake("  Valid values: " + valid);
    is_over_ = true;
  }

  std::string executable_;
  std::span<const std::string> words_;
  Parsed parsed_;
  std::size_t next_ = 0;
  std::set<std::string> seen_;
  bool has_method_ = false;
  bool is_over_ = false;
};

}  // namespace

Parsed parse(std::string_view executable, std::span<const std::string> words) {
  return Parser(executable, words).run();
}

}  // namespace autumn::cmdstan
