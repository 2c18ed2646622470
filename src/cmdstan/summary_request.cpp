// This file reads the command line of stansummary.
#include "cmdstan/summary_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <utility>

namespace autumn::cmdstan {
namespace {

std::vector<std::string> percentages(const std::string& text) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text + ",") {
    if (c != ',' && c != ' ' && c != '"') {
      part += c;
    } else if (!part.empty()) {
      parts.push_back(std::exchange(part, {}));
    }
  }
  return parts;
}

class SummaryWords {
 public:
  explicit SummaryWords(std::span<const std::string> words) : words_(words) {}

  Result<SummaryRequest> run() {
    for (next_ = 0; next_ < words_.size(); ++next_) {
      const std::string& word = words_[next_];
      std::string value;
      if (word == "-h" || word == "--help")
        request_.wants_help = true;
      else if (take(word, "-p", "--percentiles", value))
        request_.percentiles = percentages(value);
      else if (take(word, "-c", "--csv_filename", value))
        request_.csv = value;
      else if (take(word, "-i", "--include_param", value))
        request_.included.push_back(value);
      else if (take(word, "-s", "--sig_figs", value))
        request_.digits = std::atoi(value.c_str());
      else if (take(word, "-a", "--autocorr", value))
        request_.autocorrelation = static_cast<std::size_t>(std::atoi(value.c_str()));
      else if (word.starts_with("-"))
        return Error{.message = fmt::format("stansummary: unknown option `{}`", word),
                     .suggestion = "stansummary --help lists the options",
                     .where = {}};
      else
        request_.files.push_back(word);
    }
    return checked();
  }

 private:
  bool take(const std::string& word, std::string_view brief, std::string_view name,
            std::string& value) {
    if (word == brief || word == name) {
      if (next_ + 1 < words_.size()) value = words_[++next_];
      return true;
    }
    if (!word.starts_with(name) || word.size() == name.size() || word[name.size()] != '=') {
      return false;
    }
    value = word.substr(name.size() + 1);
    return true;
  }

  Result<SummaryRequest> checked() {
    double before = -1.0;
    for (const std::string& text : request_.percentiles) {
      char* end = nullptr;
      const double percent = std::strtod(text.c_str(), &end);
      if (*end != '\0' || !(percent > before && percent >= 0.0 && percent <= 100.0)) {
        return Error{.message = fmt::format("Option --percentiles {}: values must be in range (0, "
                                            "100), inclusive, and strictly increasing.",
                                            fmt::join(request_.percentiles, ",")),
                     .suggestion = {},
                     .where = {}};
      }
      before = percent;
    }
    if (request_.digits && (*request_.digits < 1 || *request_.digits > 18)) {
      return Error{
          .message = "Option --sig_figs: must be between 1 and 18", .suggestion = {}, .where = {}};
    }
    return request_;
  }

  std::span<const std::string> words_;
  std::size_t next_ = 0;
  SummaryRequest request_;
};

}  // namespace

Result<SummaryRequest> parse_summary(std::span<const std::string> words) {
  return SummaryWords(words).run();
}

}  // namespace autumn::cmdstan
