// This file reads files in Autumn's binary format; everything in them is checked before it is
// believed.
#include <fmt/format.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cmath>
#include <cstring>

#include "output/files/binary_format.h"
#include "output/files/bytes.h"
#include "output/files/draw_file.h"

namespace autumn::output {
namespace {

std::vector<double> numbers_of(std::string_view bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

// Takes the columns and the comments from the events of a reader of JSON.
class HeadHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, HeadHandler> {
 public:
  bool Key(const char* text, unsigned length, bool) {
    if (depth_ == 1) key_.assign(text, length);
    return true;
  }
  bool String(const char* text, unsigned length, bool) {
    if (depth_ == 1 && key_ == "comments") comments.emplace(text, length);
    if (depth_ == 2 && key_ == "columns") columns.emplace_back(text, length);
    return true;
  }
  bool StartObject() { return ++depth_, true; }
  bool EndObject(unsigned) { return --depth_, true; }
  bool StartArray() { return ++depth_, true; }
  bool EndArray(unsigned) { return --depth_, true; }

  std::optional<std::string> comments;
  std::vector<std::string> columns;

 private:
  int depth_ = 0;
  std::string key_;
};

class BinaryParser {
 public:
  explicit BinaryParser(const std::string& name) : name_(name) {}

  Result<CsvFile> parse(std::string_view bytes);

 private:
  Status prelude(std::string_view bytes);
  Status head(std::string_view json);
  Status chunk(std::string_view name, std::string_view content);
  void rows(std::string_view content);
  Status adaptation(std::string_view content);
  void finish();
  [[nodiscard]] Error error(std::string_view what, std::string suggestion) const;
  [[nodiscard]] Error damaged(std::string_view what) const;

  const std::string& name_;
  CsvFile file_;
  std::size_t head_length_ = 0;
};

Error BinaryParser::error(std::string_view what, std::string suggestion) const {
  return {fmt::format("'{}': {}", name_, what), std::move(suggestion), {}};
}

Error BinaryParser::damaged(std::string_view what) const {
  return error(what, "The file is damaged: run the sampler again.");
}

Status BinaryParser::prelude(std::string_view bytes) {
  if (!bytes.starts_with(kBinaryMagic)) {
    return error("this is no binary file of draws: it does not begin with AUTUMNDR",
                 "Give a file that `autumn sample --format binary` has written.");
  }
  if (bytes.size() < kBinaryPrelude) return damaged("the file ends within its head");
  const auto version = number_at<std::uint32_t>(bytes, kBinaryMagic.size());
  if (version != kBinaryVersion) {
    return error(fmt::format("the file has version {} of the format, and this program reads "
                             "version {}",
                             version, kBinaryVersion),
                 "Use the version of Autumn that wrote it, or a newer one.");
  }
  head_length_ = number_at<std::uint32_t>(bytes, kBinaryMagic.size() + sizeof version);
  if (bytes.size() - kBinaryPrelude < head_length_) {
    return damaged("the file ends within its head");
  }
  return Done{};
}

// The comments are read as those of a CSV file are.
Status BinaryParser::head(std::string_view json) {
  HeadHandler found;
  rapidjson::MemoryStream stream(json.data(), json.size());
  const bool is_json = !rapidjson::Reader().Parse(stream, found).IsError();
  if (!is_json || !found.comments) return damaged("its head is not the JSON that it should be");
  std::vector<std::string> names = std::move(found.columns);
  if (names.empty()) return damaged("its head names no columns");
  auto parsed = parse_csv(*found.comments + "lp__\n", name_);
  if (!parsed) return damaged("the comments in its head are not those of a CSV file");
  file_ = std::move(parsed).value();
  file_.draws = DrawTable(names);
  file_.warmup = DrawTable(std::move(names));
  return Done{};
}

// Rows that are not there whole are left out.
void BinaryParser::rows(std::string_view content) {
  const std::size_t length = file_.draws.columns() * sizeof(double);
  std::vector<double> row(file_.draws.columns());
  for (; content.size() >= length; content.remove_prefix(length)) {
    std::memcpy(row.data(), content.data(), length);
    file_.draws.append(row);
  }
  if (!content.empty()) file_.is_truncated = true;
}

Status BinaryParser::adaptation(std::string_view content) {
  const std::vector<double> numbers = numbers_of(content);
  if (numbers.size() < 2) return damaged("its adaptation has no step size and metric");
  Adaptation& adapted = file_.adaptation.emplace();
  adapted.stepsize = numbers[0];
  adapted.metric = numbers[1] == 0.0   ? MetricKind::kUnit
                   : numbers[1] == 2.0 ? MetricKind::kDense
                                       : MetricKind::kDiagonal;
  adapted.inverse_metric.assign(numbers.begin() + 2, numbers.end());
  const auto side = static_cast<std::size_t>(std::llround(std::sqrt(numbers.size() - 2)));
  if (adapted.metric == MetricKind::kDense && side * side != numbers.size() - 2) {
    return damaged("its dense metric is not square");
  }
  file_.warmup = std::exchange(file_.draws, DrawTable(file_.draws.names()));
  return Done{};
}

Status BinaryParser::chunk(std::string_view name, std::string_view content) {
  if (name == kRowsChunk) {
    rows(content);
    return Done{};
  }
  if (name == kAdaptationChunk) return adaptation(content);
  if (name == kTimesChunk) {
    const std::vector<double> numbers = numbers_of(content);
    if (numbers.size() != 2) return damaged("its times are not two numbers");
    file_.times = {.warmup_seconds = numbers[0], .sampling_seconds = numbers[1]};
    return Done{};
  }
  return damaged("it has a chunk of an unknown name");
}

// A run stopped during warm-up has no adaptation: what it wrote are warm-up draws.
void BinaryParser::finish() {
  const bool hmc = find_value(file_, "algorithm").value_or("") == "hmc";
  const bool saved = find_value(file_, "save_warmup").value_or("") == "true";
  if (hmc && saved && !file_.adaptation) {
    file_.warmup = std::exchange(file_.draws, DrawTable(file_.draws.names()));
  }
}

Result<CsvFile> BinaryParser::parse(std::string_view bytes) {
  if (Status status = prelude(bytes); !status) return status.error();
  if (Status status = head(bytes.substr(kBinaryPrelude, head_length_)); !status) {
    return status.error();
  }
  bytes.remove_prefix(kBinaryPrelude + head_length_);
  while (bytes.size() >= kChunkPrelude) {
    const std::string_view name = bytes.substr(0, kChunkName);
    const auto length = number_at<std::uint64_t>(bytes, kChunkName);
    bytes.remove_prefix(kChunkPrelude);
    const bool is_cut = length > bytes.size();
    // Of a chunk that was cut only rows have a use.
    if (is_cut) file_.is_truncated = true;
    if (is_cut && name != kRowsChunk)
      bytes = {};
    else if (Status status = chunk(name, bytes.substr(0, length)); !status)
      return status.error();
    bytes.remove_prefix(is_cut ? bytes.size() : length);
  }
  if (!bytes.empty()) file_.is_truncated = true;
  finish();
  return std::move(file_);
}

}  // namespace

Result<CsvFile> parse_binary(std::string_view bytes, const std::string& name) {
  return BinaryParser(name).parse(bytes);
}

}  // namespace autumn::output
