// This file writes data in Autumn's binary format.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <bit>

#include "base/crc32.h"
#include "output/files/bytes.h"
#include "output/files/data_file.h"
#include "output/files/json_text.h"
#include "output/files/output_file.h"

namespace autumn::output {
namespace {

static_assert(std::endian::native == std::endian::little,
              "files of data need a little-endian machine");

std::uint64_t aligned(std::uint64_t offset) {
  return (offset + kDataAlignment - 1) / kDataAlignment * kDataAlignment;
}

std::string bytes_of(std::span<const double> numbers, bool is_int) {
  if (!is_int) return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
  std::string bytes;
  for (const double x : numbers) append_bytes(bytes, static_cast<std::int32_t>(x));
  return bytes;
}

DataEntry entry_without_place(const DataView& view) {
  DataEntry entry;
  entry.name = view.name;
  entry.dims.assign(view.dims.begin(), view.dims.end());
  entry.is_int = view.is_int;
  return entry;
}

std::size_t piece_count(const DataEntry& entry) {
  return entry.columns() * ((entry.rows() + kPieceRows - 1) / kPieceRows);
}

std::string data_head(const std::vector<DataEntry>& entries) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  writer.Key("piece_rows");
  writer.Uint64(kPieceRows);
  writer.Key("variables");
  writer.StartArray();
  for (const DataEntry& entry : entries) {
    writer.StartObject();
    writer.Key("name");
    write_string(writer, entry.name);
    writer.Key("dims");
    writer.StartArray();
    for (const std::size_t size : entry.dims) writer.Uint64(size);
    writer.EndArray();
    writer.Key("type");
    writer.String(entry.is_int ? "int32" : "float64");
    writer.Key("offset");
    writer.Uint64(entry.offset);
    writer.Key("checksums");
    writer.Uint64(entry.checksums);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  std::string head(buffer.GetString(), buffer.GetSize());
  head.resize((head.size() + 7) / 8 * 8, ' ');
  return head;
}

// Places behind a head of so many bytes.
void place(std::vector<DataEntry>& entries, std::uint64_t head) {
  std::uint64_t end = kDataPrelude + head;
  for (DataEntry& entry : entries) {
    const std::uint64_t numbers = entry.rows() * entry.columns() * entry.number_size();
    entry.offset = aligned(end);
    entry.checksums = aligned(entry.offset + numbers);
    end = entry.checksums + piece_count(entry) * sizeof(std::uint32_t);
  }
}

// Places are in the head, whose length they depend on: it grows until they fit.
std::string placed_head(std::vector<DataEntry>& entries) {
  std::string head = data_head(entries);
  while (true) {
    place(entries, head.size());
    std::string next = data_head(entries);
    if (next.size() <= head.size()) {
      next.resize(head.size(), ' ');
      return next;
    }
    head = std::move(next);
  }
}

Status pad_to(OutputFile& file, std::uint64_t offset) {
  const std::uint64_t there = file.written() + file.pending().size();
  file.pending().append(offset - there, '\0');
  return file.is_due() ? file.flush() : Status(Done{});
}

Status write_numbers(OutputFile& file, const DataEntry& entry, std::span<const double> numbers) {
  if (Status status = pad_to(file, entry.offset); !status) return status;
  std::string checksums;
  for (std::size_t column = 0; column < entry.columns(); ++column) {
    std::span<const double> rest = numbers.subspan(column * entry.rows(), entry.rows());
    while (!rest.empty()) {
      const auto piece = rest.first(std::min(kPieceRows, rest.size()));
      const std::string bytes = bytes_of(piece, entry.is_int);
      append_bytes(checksums, crc32(bytes));
      file.pending() += bytes;
      if (Status status = file.flush(); !status) return status;
      rest = rest.subspan(piece.size());
    }
  }
  if (Status status = pad_to(file, entry.checksums); !status) return status;
  file.pending() += checksums;
  return file.flush();
}

}  // namespace

Status write_data_file(const std::string& path, std::span<const DataView> variables) {
  std::vector<DataEntry> entries;
  for (const DataView& view : variables) entries.push_back(entry_without_place(view));
  const std::string head = placed_head(entries);
  auto made = OutputFile::create(path);
  if (!made) return made.error();
  OutputFile& file = made.value();
  std::string& start = file.pending();
  start += kDataMagic;
  append_bytes(start, kDataVersion);
  append_bytes(start, static_cast<std::uint32_t>(head.size()));
  append_bytes(start, crc32(head));
  append_bytes(start, std::uint32_t{0});
  start += head;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (Status status = write_numbers(file, entries[k], variables[k].numbers); !status) {
      return status;
    }
  }
  return file.close();
}

}  // namespace autumn::output
