// This file reads the command line of stanc.
#include "cmdstan/stanc_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace autumn::cmdstan {
namespace {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Options of the translation to C++, which is not made here.
bool is_about_translation(const std::string& word) {
  static constexpr std::array<std::string_view, 10> kNames{
      "--O0", "--O1",         "--Oexperimental",       "--O", "-O0", "-O1", "-Oexperimental",
      "-O",   "--use-opencl", "--standalone-functions"};
  return std::ranges::find(kNames, word) != kNames.end() || word.starts_with("--debug-") ||
         word.starts_with("--dump-");
}

class StancParser {
 public:
  explicit StancParser(std::span<const std::string> words) : words_(words) {}

  Result<StancOptions> run() {
    for (next_ = 0; next_ < words_.size(); ++next_) {
      if (Status status = take(words_[next_]); !status) return status.error();
    }
    const bool needs_file =
        options_.task != StancTask::kVersion && options_.task != StancTask::kHelp;
    if (const Status status = check_list(); !status) return status.error();
    if (needs_file && options_.file.empty()) {
      return Error{.message = "Please specify a model_file.",
                   .suggestion = "stanc --help lists the options",
                   .where = {}};
    }
    return options_;
  }

 private:
  [[nodiscard]] Status check_list() const {
    static constexpr std::array<std::string_view, 5> kWords{"deprecations", "parentheses", "braces",
                                                            "includes", "strip-comments"};
    for (const std::string& word : options_.canonicalize) {
      if (std::ranges::find(kWords, word) != kWords.end()) continue;
      return Error{.message = fmt::format("stanc: `{}` is nothing that --canonicalize does", word),
                   .suggestion = fmt::format("it does {}", fmt::join(kWords, ", ")),
                   .where = {}};
    }
    return Done{};
  }

  // `--name=value` or `--name value`; nothing if the word is another one.
  bool take_value(const std::string& word, std::string_view name, std::string& value) {
    if (word == name && next_ + 1 < words_.size()) {
      value = words_[++next_];
      return true;
    }
    if (!word.starts_with(name) || word.size() <= name.size() || word[name.size()] != '=') {
      return false;
    }
    value = word.substr(name.size() + 1);
    return true;
  }

  bool take_with_value(const std::string& word) {
    std::string value;
    if (take_value(word, "--name", options_.name)) return true;
    if (take_value(word, "--o", options_.output)) return true;
    if (take_value(word, "--autumn-executable", options_.executable)) return true;
    if (take_value(word, "--autumn-define", value)) {
      options_.defines.push_back(value);
      return true;
    }
    if (take_value(word, "--filename-in-msg", options_.name_in_messages)) return true;
    if (take_value(word, "--include-paths", value)) {
      for (std::string& path : split_list(value)) options_.include_paths.push_back(std::move(path));
      return true;
    }
    if (take_value(word, "--canonicalize", value)) {
      options_.canonicalize = split_list(value);
      if (options_.task == StancTask::kCompile) options_.task = StancTask::kFormat;
      return true;
    }
    if (take_value(word, "--max-line-length", value)) {
      options_.line_length = static_cast<std::size_t>(std::max(1, std::atoi(value.c_str())));
      return true;
    }
    return false;
  }

  Status take(const std::string& word) {
    const auto task = [&](StancTask wanted) {
      options_.task = wanted;
      return Done{};
    };
    if (word == "--version") return task(StancTask::kVersion);
    if (word == "--help" || word == "-h") return task(StancTask::kHelp);
    if (word == "--info") return task(StancTask::kInfo);
    // The canonical form is formatted anyway, and cmdstanpy asks for both.
    if (word == "--auto-format" && options_.task == StancTask::kCanonical) return Done{};
    if (word == "--auto-format") return task(StancTask::kFormat);
    if (word == "--print-canonical") return task(StancTask::kCanonical);
    if (is_switch(word)) return note(word);
    if (take_with_value(word)) return note(word);
    if (!word.starts_with("-")) {
      options_.file = word;
      return Done{};
    }
    return Error{.message = fmt::format("stanc: unknown option `{}`", word),
                 .suggestion = "stanc --help lists the options",
                 .where = {}};
  }

  bool is_switch(const std::string& word) {
    if (word == "--allow-undefined") return options_.allows_undefined = true;
    if (word == "--warn-pedantic") return options_.warns_pedantic = true;
    if (word == "--warn-uninitialized") return options_.warns_uninitialized = true;
    return is_about_translation(word);
  }

  Status note(const std::string& word) {
    if (!word.starts_with("--autumn-") && !word.starts_with("--o=") && word != "--o") {
      options_.flags += (options_.flags.empty() ? "" : " ") + word;
    }
    return Done{};
  }

  std::span<const std::string> words_;
  std::size_t next_ = 0;
  StancOptions options_;
};

}  // namespace

Result<StancOptions> parse_stanc(std::span<const std::string> words) {
  return StancParser(words).run();
}

}  // namespace autumn::cmdstan
