// This header writes pieces of JSON, as all accounts need them.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

namespace autumn::output {

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

inline void write_string(JsonWriter& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

inline void write_key(JsonWriter& writer, std::string_view name) {
  writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
}

// JSON has no NaN and no infinities.
inline void write_number(JsonWriter& writer, double value) {
  if (std::isfinite(value)) {
    writer.Double(value);
  } else {
    writer.Null();
  }
}

inline void write_field(JsonWriter& writer, std::string_view name, double value) {
  write_key(writer, name);
  write_number(writer, value);
}

inline void write_count(JsonWriter& writer, std::string_view name, std::uint64_t value) {
  write_key(writer, name);
  writer.Uint64(value);
}

inline void write_numbers(JsonWriter& writer, std::string_view name,
                          std::span<const double> values) {
  write_key(writer, name);
  writer.StartArray();
  for (const double value : values) write_number(writer, value);
  writer.EndArray();
}

}  // namespace autumn::output
