// This file reads files in CmdStan's CSV format, line by line.
#include "output/files/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/printable.h"
#include "base/words.h"

namespace autumn::output {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What is left of the first comma; `text` keeps the rest, and `has_more` says whether there was a
// comma.
std::string_view take_field(std::string_view& text, bool& has_more) {
  const std::size_t comma = text.find(',');
  has_more = comma != std::string_view::npos;
  const std::string_view field = text.substr(0, comma);
  text.remove_prefix(has_more ? comma + 1 : text.size());
  return field;
}

std::optional<double> to_number(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool complete = result.ptr == text.data() + text.size() && !text.empty();
  // Out of range is a number all the same: it has become too large or too small to hold.
  if (complete && result.ec == std::errc::result_out_of_range)
    return std::strtod(std::string(text).c_str(), nullptr);
  return complete && result.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

// Inside the block that tells the metric, comment lines are its rows.
enum class MetricPart { kNone, kDiagonal, kDense };

class Parser {
 public:
  explicit Parser(const std::string& name) : name_(name) {}

  Result<CsvFile> parse(std::string_view text);

 private:
  Status line(std::string_view text);
  Status comment(std::string_view text);
  void configuration(std::string_view text);
  void adaptation(std::string_view text);
  Status metric_row(std::string_view text);
  void times(std::string_view text);
  Status column_names(std::string_view text);
  Status row(std::string_view text);
  void finish();
  [[nodiscard]] Error error(std::string message, std::string suggestion) const;

  const std::string& name_;
  CsvFile file_;
  std::uint32_t line_number_ = 0;
  bool has_names_ = false;
  MetricPart metric_part_ = MetricPart::kNone;
  std::vector<std::string> categories_;  // open categories by depth
  std::vector<double> values_;
};

Error Parser::error(std::string message, std::string suggestion) const {
  return {std::move(message), std::move(suggestion), {name_, line_number_, 0, 0}};
}

// "#     delta = 0.8 (Default)" inside "#   sample" and "#     adapt"; the depth is half the
// indentation.
void Parser::configuration(std::string_view text) {
  const std::size_t indent = text.find_first_not_of(' ');
  if (indent == std::string_view::npos) return;
  const std::size_t depth = indent / 2;
  const std::size_t equals = text.find('=');
  const std::string key(trim(text.substr(0, equals)));
  categories_.resize(std::min(categories_.size(), depth));
  if (equals != std::string_view::npos) {
    constexpr std::string_view kMark = "(Default)";
    std::string_view value = trim(text.substr(equals + 1));
    const bool is_default = value.ends_with(kMark);
    if (is_default) value = trim(value.substr(0, value.size() - kMark.size()));
    std::string path;
    for (const std::string& category : categories_) path += category + ".";
    file_.configuration.push_back({path + key, std::string(value), is_default});
  }
  categories_.push_back(key);
}

void Parser::adaptation(std::string_view text) {
  if (text.starts_with("Adaptation terminated")) {
    file_.adaptation.emplace();
    file_.warmup = std::exchange(file_.draws, DrawTable(file_.draws.names()));
  } else if (file_.adaptation && text.starts_with("Step size =")) {
    file_.adaptation->stepsize = to_number(text.substr(text.find('=') + 1)).value_or(std::nan(""));
  } else if (file_.adaptation && text.starts_with("Diagonal elements of inverse mass matrix")) {
    metric_part_ = MetricPart::kDiagonal;
  } else if (file_.adaptation && text.starts_with("Elements of inverse mass matrix")) {
    file_.adaptation->metric = MetricKind::kDense;
    metric_part_ = MetricPart::kDense;
  } else if (file_.adaptation && text.starts_with("No free parameters for unit metric")) {
    file_.adaptation->metric = MetricKind::kUnit;
  }
}

Status Parser::metric_row(std::string_view text) {
  text = trim(text);
  if (text == "nan") text = {};  // nothing was sampled
  for (bool has_more = !text.empty(); has_more;) {
    const std::string_view field = take_field(text, has_more);
    const std::optional<double> value = to_number(field);
    if (!value)
      return error(fmt::format("'{}' in the inverse metric is not a number",
                               printable_beginning(trim(field))),
                   "The file is damaged, or was not written by CmdStan or Autumn.");
    file_.adaptation->inverse_metric.push_back(*value);
  }
  if (metric_part_ == MetricPart::kDiagonal)
    metric_part_ = MetricPart::kNone;  // it has one row only
  return Done{};
}

// "Elapsed Time: 0.009 seconds (Warm-up)", "0.023 seconds (Sampling)"
void Parser::times(std::string_view text) {
  constexpr std::string_view kTitle = "Elapsed Time:";
  if (text.starts_with(kTitle)) text = trim(text.substr(kTitle.size()));
  const std::optional<double> seconds = to_number(text.substr(0, text.find(' ')));
  if (!seconds) return;
  if (text.ends_with("seconds (Warm-up)")) file_.times = {.warmup_seconds = *seconds};
  if (text.ends_with("seconds (Sampling)") && file_.times) file_.times->sampling_seconds = *seconds;
}

Status Parser::comment(std::string_view text) {
  if (!has_names_) {
    configuration(text);
    return Done{};
  }
  const std::string_view content = trim(text);
  const bool ends_metric = content.starts_with("Elapsed Time") ||
                           (content.empty() && metric_part_ == MetricPart::kDense);
  if (ends_metric) metric_part_ = MetricPart::kNone;
  if (metric_part_ != MetricPart::kNone) return metric_row(text);
  adaptation(content);
  times(content);
  return Done{};
}

Status Parser::column_names(std::string_view text) {
  std::vector<std::string> names;
  for (bool has_more = true; has_more;) names.emplace_back(trim(take_field(text, has_more)));
  if (std::any_of(names.begin(), names.end(), [](const auto& name) { return to_number(name); }))
    return error("there are numbers where the names of the columns should be",
                 "The first line that is no comment must name the columns, as in 'lp__,theta.1'.");
  file_.draws = DrawTable(names);
  file_.warmup = DrawTable(std::move(names));
  has_names_ = true;
  return Done{};
}

Status Parser::row(std::string_view text) {
  values_.clear();
  for (bool has_more = true; has_more;) {
    const std::string_view field = take_field(text, has_more);
    const std::optional<double> value = to_number(field);
    const std::size_t k = values_.size();
    if (!value && k < file_.draws.columns())
      return error(fmt::format("'{}' in column '{}' is not a number", printable_beginning(field),
                               printable_beginning(file_.draws.names()[k])),
                   "The file is damaged: remove this line to read the others.");
    values_.push_back(value.value_or(0));
  }
  if (values_.size() != file_.draws.columns())
    return error(fmt::format("this line has {} but there {}", counted(values_.size(), "value"),
                             are_counted(file_.draws.columns(), "column")),
                 "The file is damaged: remove this line to read the others.");
  file_.draws.append(values_);
  return Done{};
}

Status Parser::line(std::string_view text) {
  if (text.starts_with('#')) {
    if (!has_names_) file_.comments.append(text).append("\n");
    text.remove_prefix(1);
    if (text.starts_with(' ')) text.remove_prefix(1);
    return comment(text);
  }
  if (trim(text).empty()) return Done{};
  metric_part_ = MetricPart::kNone;
  return has_names_ ? row(text) : column_names(text);
}

// A run stopped during warm-up has no adaptation block: what it wrote are warm-up draws.
void Parser::finish() {
  const std::string saved = find_value(file_, "save_warmup").value_or("false");
  const bool hmc = find_value(file_, "algorithm").value_or("") == "hmc";
  if (hmc && (saved == "true" || saved == "1") && !file_.adaptation)
    file_.warmup = std::exchange(file_.draws, DrawTable(file_.draws.names()));
}

Result<CsvFile> Parser::parse(std::string_view text) {
  while (!text.empty()) {
    ++line_number_;
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      // A number may have been cut in the middle and still look like one.
      file_.is_truncated = true;
      break;
    }
    std::string_view content = text.substr(0, end);
    if (content.ends_with('\r')) content.remove_suffix(1);
    if (const Status status = line(content); !status) return status.error();
    text.remove_prefix(end + 1);
  }
  if (!has_names_) {
    line_number_ = std::max<std::uint32_t>(line_number_, 1);
    return error("there is no line that names the columns",
                 "The file is empty or only begun: run the sampler again.");
  }
  finish();
  return std::move(file_);
}

}  // namespace

std::optional<std::string> find_value(const CsvFile& file, std::string_view key) {
  for (const ConfigurationEntry& entry : file.configuration) {
    const std::string_view path = entry.path;
    const bool at_boundary =
        path.size() == key.size() ||
        (path.size() > key.size() && path[path.size() - key.size() - 1] == '.');
    if (path.ends_with(key) && at_boundary) return entry.value;
  }
  return std::nullopt;
}

Result<CsvFile> parse_csv(std::string_view text, const std::string& name) {
  return Parser(name).parse(text);
}

Result<CsvFile> read_csv(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  if (stream) text.assign(std::istreambuf_iterator<char>(stream), {});
  if (!stream || stream.bad())
    return Error{fmt::format("cannot read '{}': {}", path, std::generic_category().message(errno)),
                 "Look for a misspelt name or directory.",
                 {}};
  return parse_csv(text, path);
}

}  // namespace autumn::output
