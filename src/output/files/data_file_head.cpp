// This file reads the head of data in Autumn's binary format.
#include <fmt/format.h>
#include <rapidjson/document.h>

#include <set>

#include "base/printable.h"
#include "output/files/data_file.h"

namespace autumn::output {
namespace {

using Json = rapidjson::Value;

constexpr std::size_t kMostDims = 64;

const Json* member(const Json& object, const char* name) {
  const auto found = object.FindMember(name);
  return found == object.MemberEnd() ? nullptr : &found->value;
}

Error wrong(std::string message) {
  return {std::move(message), {}, {}};
}

// Sizes are those of arrays that Stan can index.
Result<std::vector<std::size_t>> dims_of(const Json* json) {
  if (json == nullptr || !json->IsArray() || json->Size() > kMostDims) {
    return wrong("a variable in its head has no dimensions");
  }
  std::vector<std::size_t> dims;
  for (const Json& size : json->GetArray()) {
    if (!size.IsInt() || size.GetInt() < 0) return wrong("a dimension in its head is no size");
    dims.push_back(static_cast<std::size_t>(size.GetInt()));
  }
  return dims;
}

Result<DataEntry> entry_of(const Json& json) {
  if (!json.IsObject()) return wrong("a variable in its head is no object");
  const Json* name = member(json, "name");
  const Json* type = member(json, "type");
  const Json* offset = member(json, "offset");
  const Json* checksums = member(json, "checksums");
  if (name == nullptr || !name->IsString() || name->GetStringLength() == 0) {
    return wrong("a variable in its head has no name");
  }
  DataEntry entry;
  entry.name.assign(name->GetString(), name->GetStringLength());
  if (offset == nullptr || !offset->IsUint64() || checksums == nullptr || !checksums->IsUint64()) {
    return wrong("a variable in its head has no place");
  }
  entry.offset = offset->GetUint64();
  entry.checksums = checksums->GetUint64();
  const std::string_view word = type != nullptr && type->IsString() ? type->GetString() : "";
  if (word != "int32" && word != "float64") return wrong("a type in its head is unknown");
  entry.is_int = word == "int32";
  auto dims = dims_of(member(json, "dims"));
  if (!dims) return dims.error();
  entry.dims = std::move(dims).value();
  return entry;
}

}  // namespace

Result<std::vector<DataEntry>> parse_data_head(std::string_view json) {
  rapidjson::Document document;
  // Without recursion: what is nested deeply needs no stack.
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) {
    return wrong("its head is not the JSON that it should be");
  }
  const Json* rows = member(document, "piece_rows");
  const Json* variables = member(document, "variables");
  if (rows == nullptr || !rows->IsUint64() || rows->GetUint64() != kPieceRows ||
      variables == nullptr || !variables->IsArray()) {
    return wrong("its head is not the JSON that it should be");
  }
  std::vector<DataEntry> entries;
  std::set<std::string> names;
  for (const Json& variable : variables->GetArray()) {
    auto entry = entry_of(variable);
    if (!entry) return entry.error();
    if (!names.insert(entry.value().name).second) {
      return wrong(
          fmt::format("its head names `{}` twice", printable_beginning(entry.value().name)));
    }
    entries.push_back(std::move(entry).value());
  }
  return entries;
}

}  // namespace autumn::output
