// This file writes draws as chunks of rows behind a head in JSON.
#include "output/files/binary_writer.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstring>

#include "output/files/binary_format.h"
#include "output/files/bytes.h"
#include "output/files/csv_reader.h"
#include "output/files/json_text.h"

namespace autumn::output {
namespace {

// The comments as they are, for the way back to CSV, and once more by key for other readers.
void write_comments(JsonWriter& writer, const Head& head) {
  writer.Key("comments");
  write_string(writer, head.comments);
  writer.Key("configuration");
  writer.StartObject();
  const auto parsed = parse_csv(head.comments + "lp__\n", "");
  if (parsed) {
    for (const ConfigurationEntry& entry : parsed.value().configuration) {
      writer.Key(entry.path.data(), static_cast<rapidjson::SizeType>(entry.path.size()));
      write_string(writer, entry.value);
    }
  }
  writer.EndObject();
}

std::string json_head(const Head& head) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  writer.Key("columns");
  writer.StartArray();
  for (const std::string& name : head.columns) write_string(writer, name);
  writer.EndArray();
  writer.Key("significant_digits");
  writer.Int(head.precision);
  write_comments(writer, head);
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

double number_of(MetricKind metric) {
  switch (metric) {
    case MetricKind::kUnit: return 0.0;
    case MetricKind::kDiagonal: return 1.0;
    case MetricKind::kDense: return 2.0;
  }
  not_of_the_list("the metric");
}

}  // namespace

std::string binary_head(const Head& head) {
  std::string json = json_head(head);
  json.resize((json.size() + kBinaryAlignment - 1) / kBinaryAlignment * kBinaryAlignment, ' ');
  std::string bytes(kBinaryMagic);
  append_bytes(bytes, kBinaryVersion);
  append_bytes(bytes, static_cast<std::uint32_t>(json.size()));
  return bytes + json;
}

void BinaryWriter::expect(const Head& head) {
  head_size_ = binary_head(head).size();
  columns_ = head.columns.size();
}

void BinaryWriter::go_on(const Head& head, std::uint32_t checksum) {
  expect(head);
  file_.set_checksum(checksum);
}

Status BinaryWriter::write_head(const Head& head) {
  expect(head);
  file_.pending() += binary_head(head);
  Status written = file_.flush();
  file_.set_checksum(0);
  return written;
}

void BinaryWriter::begin_rows() {
  std::string& pending = file_.pending();
  pending += kRowsChunk;
  append_bytes(pending, std::uint64_t{0});
  rows_begin_ = pending.size();
  has_open_rows_ = true;
}

void BinaryWriter::end_rows() {
  if (!has_open_rows_) return;
  has_open_rows_ = false;
  std::string& pending = file_.pending();
  if (pending.size() < rows_begin_) return;  // dropped after a failure
  const std::uint64_t length = pending.size() - rows_begin_;
  std::memcpy(pending.data() + rows_begin_ - sizeof length, &length, sizeof length);
}

Status BinaryWriter::append(std::span<const double> row) {
  AUTUMN_CHECK(row.size() == columns_, "a row has one number per column");
  if (!file_.status()) return file_.status();
  if (!has_open_rows_) begin_rows();
  append_bytes(file_.pending(), row);
  return file_.is_due() ? flush() : Status(Done{});
}

void BinaryWriter::write_chunk(std::string_view name, std::span<const double> numbers) {
  end_rows();
  std::string& pending = file_.pending();
  pending += name;
  append_bytes(pending, std::uint64_t{numbers.size_bytes()});
  append_bytes(pending, numbers);
}

Status BinaryWriter::write_adaptation(const Adaptation& adaptation) {
  std::vector<double> numbers{adaptation.stepsize, number_of(adaptation.metric)};
  numbers.insert(numbers.end(), adaptation.inverse_metric.begin(), adaptation.inverse_metric.end());
  write_chunk(kAdaptationChunk, numbers);
  return flush();
}

Status BinaryWriter::write_times(const ElapsedTimes& times) {
  const double numbers[] = {times.warmup_seconds, times.sampling_seconds};
  write_chunk(kTimesChunk, numbers);
  return flush();
}

Status BinaryWriter::flush() {
  end_rows();
  return file_.flush();
}

Status BinaryWriter::save() {
  end_rows();
  return file_.save();
}

Status BinaryWriter::close() {
  end_rows();
  return file_.close();
}

}  // namespace autumn::output
