// This file writes records of runs as JSON, and compares them with what is there now.
#include "engine/checkpoint/run_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/digest.h"
#include "base/instruction_set.h"
#include "engine/version.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

// JSON numbers are doubles to some readers.
std::string number_text(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

void write(Writer& writer, const char* key, const std::string& text) {
  writer.Key(key);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void write(Writer& writer, const RecordedFile& file) {
  writer.StartObject();
  write(writer, "what", file.what);
  write(writer, "path", file.path);
  writer.Key("bytes");
  writer.Uint64(file.bytes);
  write(writer, "digest", number_text(file.digest));
  writer.EndObject();
}

// Takes the members of a JSON object one by one; the first that is not as expected is noted.
class Members {
 public:
  explicit Members(const rapidjson::Value& object) : object_(object) {
    if (!object.IsObject()) is_good_ = false;
  }

  [[nodiscard]] bool is_good() const { return is_good_; }
  const rapidjson::Value* find(const char* key) {
    if (!is_good_) return nullptr;
    const auto found = object_.FindMember(key);
    is_good_ = found != object_.MemberEnd();
    return is_good_ ? &found->value : nullptr;
  }
  void operator()(const char* key, std::string& text) {
    const rapidjson::Value* value = find(key);
    if (value == nullptr || !expect(value->IsString())) return;
    text.assign(value->GetString(), value->GetStringLength());
  }
  void operator()(const char* key, std::int64_t& number) {
    const rapidjson::Value* value = find(key);
    if (value != nullptr && expect(value->IsInt64())) number = value->GetInt64();
  }
  void operator()(const char* key, std::uint64_t& number) {
    const rapidjson::Value* value = find(key);
    if (value != nullptr && expect(value->IsUint64())) number = value->GetUint64();
  }
  void operator()(const char* key, bool& truth) {
    const rapidjson::Value* value = find(key);
    if (value != nullptr && expect(value->IsBool())) truth = value->GetBool();
  }
  void digest(const char* key, std::uint64_t& number) {
    std::string text;
    (*this)(key, text);
    number = std::strtoull(text.c_str(), nullptr, 16);
  }
  template <class Take>
  void each(const char* key, const Take& take) {
    const rapidjson::Value* value = find(key);
    if (value == nullptr || !expect(value->IsArray())) return;
    for (const rapidjson::Value& item : value->GetArray()) is_good_ = is_good_ && take(item);
  }

 private:
  bool expect(bool holds) { return is_good_ = is_good_ && holds; }

  const rapidjson::Value& object_;
  bool is_good_ = true;
};

bool read_word(const rapidjson::Value& item, std::vector<std::string>& words) {
  if (!item.IsString()) return false;
  words.emplace_back(item.GetString(), item.GetStringLength());
  return true;
}

bool read_file(const rapidjson::Value& item, std::vector<RecordedFile>& files) {
  Members members(item);
  RecordedFile file;
  members("what", file.what);
  members("path", file.path);
  members("bytes", file.bytes);
  members.digest("digest", file.digest);
  files.push_back(std::move(file));
  return members.is_good();
}

Error not_as_it_was(const RecordedFile& file, std::string_view how) {
  return {.message = fmt::format("the {} `{}` {} the run began", file.what, file.path, how),
          .suggestion = "put it back as it was, or sample anew with --force",
          .where = {}};
}

}  // namespace

std::string to_text(const RunRecord& record) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  write(writer, "autumn", record.version);
  write(writer, "instruction_set", record.instruction_set);
  writer.Key("command");
  writer.StartArray();
  for (const std::string& word : record.words) {
    writer.String(word.data(), static_cast<rapidjson::SizeType>(word.size()));
  }
  writer.EndArray();
  write(writer, "directory", record.directory);
  write(writer, "output", record.output);
  write(writer, "marginalize", record.marginalize);
  write(writer, "started", record.started);
  writer.Key("seed");
  writer.Uint64(record.seed);
  writer.Key("chains");
  writer.Uint64(record.chains);
  writer.Key("draws");
  writer.Int64(record.draws);
  writer.Key("files");
  writer.StartArray();
  for (const RecordedFile& file : record.files) write(writer, file);
  writer.EndArray();
  write(writer, "choices", number_text(record.choices));
  writer.Key("is_finished");
  writer.Bool(record.is_finished);
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

Result<RunRecord> parse_record(const std::string& text, const std::string& name) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  RunRecord record;
  std::uint64_t chains = 0;
  if (!document.HasParseError()) {
    Members members(document);
    members("autumn", record.version);
    members("instruction_set", record.instruction_set);
    members.each("command", [&](const auto& item) { return read_word(item, record.words); });
    members("directory", record.directory);
    members("output", record.output);
    members("marginalize", record.marginalize);
    members("started", record.started);
    members("seed", record.seed);
    members("chains", chains);
    members("draws", record.draws);
    members.each("files", [&](const auto& item) { return read_file(item, record.files); });
    members.digest("choices", record.choices);
    members("is_finished", record.is_finished);
    record.chains = static_cast<std::uint32_t>(chains);
    if (members.is_good()) return record;
  }
  return Error{.message = fmt::format("the record of a run `{}` is damaged", name),
               .suggestion = "the run must be made anew to have more draws",
               .where = {}};
}

std::uint64_t id_of(const RunRecord& record) {
  RunRecord fixed = record;
  fixed.draws = 0;
  fixed.is_finished = false;
  return digest(to_text(fixed));
}

Result<RecordedFile> recorded(std::string what, const std::string& path) {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) {
    return Error{.message = fmt::format("the {} `{}` is no plain file", what, path),
                 .suggestion = "",
                 .where = {}};
  }
  std::ifstream stream(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  return RecordedFile{std::move(what), path, content.size(), digest(content)};
}

Status check_files(const RunRecord& record) {
  for (const RecordedFile& file : record.files) {
    const Result<RecordedFile> now = recorded(file.what, file.path);
    if (!now) return not_as_it_was(file, "is not there any more as it was when");
    if (now.value() != file) return not_as_it_was(file, "has changed since");
  }
  return Done{};
}

Status check_machine(const RunRecord& record) {
  if (record.version != kVersion) {
    return Error{.message = fmt::format("the run was begun by Autumn {}, and this is {}",
                                        record.version, kVersion),
                 .suggestion = "another version may go on with other draws: use the same one",
                 .where = {}};
  }
  const auto set = instruction_set_named(record.instruction_set);
  const std::vector<InstructionSet> sets = available_instruction_sets();
  if (set && std::ranges::find(sets, *set) != sets.end()) return Done{};
  return Error{
      .message = fmt::format("the run was begun with the instruction set {}, which this machine "
                             "does not have",
                             record.instruction_set),
      .suggestion = "go on where it began: other instruction sets round otherwise",
      .where = {}};
}

}  // namespace autumn::engine
