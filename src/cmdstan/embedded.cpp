// This file appends programs to executables and finds them there again: the bytes of the
// executable, the program as JSON, the length of that, and a mark.
#include "cmdstan/embedded.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "output/files/descriptor.h"
#include "output/files/write_failure.h"

namespace autumn::cmdstan {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "AUTUMNPR";
constexpr std::size_t kTail = sizeof(std::uint64_t) + 8;
constexpr const char* kSelf = "/proc/self/exe";
constexpr std::string_view kBegin = "{\"model_name\":";

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void write_text(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

std::string to_json(const EmbeddedProgram& program) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  writer.Key("model_name");
  write_text(writer, program.model_name);
  writer.Key("flags");
  write_text(writer, program.flags);
  writer.Key("defines");
  writer.StartArray();
  for (const std::string& name : program.defines) write_text(writer, name);
  writer.EndArray();
  writer.Key("include_paths");
  writer.StartArray();
  for (const std::string& path : program.include_paths) write_text(writer, path);
  writer.EndArray();
  writer.Key("texts");
  writer.StartArray();
  for (const stan::SourceFile& file : program.texts) {
    writer.StartArray();
    write_text(writer, file.name);
    write_text(writer, file.text);
    writer.EndArray();
  }
  writer.EndArray();
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

std::string text_in(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

std::optional<EmbeddedProgram> from_json(const std::string& json) {
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) return std::nullopt;
  EmbeddedProgram program{.model_name = text_in(document["model_name"]),
                          .flags = text_in(document["flags"])};
  for (const auto& name : document["defines"].GetArray()) program.defines.push_back(text_in(name));
  for (const auto& path : document["include_paths"].GetArray()) {
    program.include_paths.push_back(text_in(path));
  }
  for (const auto& file : document["texts"].GetArray()) {
    program.texts.push_back({text_in(file[0]), text_in(file[1])});
  }
  if (program.texts.empty()) return std::nullopt;
  return program;
}

// How many bytes a program takes at the end of the file, with its tail; 0 if there is none.
std::uint64_t length_at_end(std::ifstream& file, std::uint64_t size) {
  if (size < kTail) return 0;
  std::array<char, kTail> tail{};
  file.seekg(static_cast<std::streamoff>(size - kTail));
  file.read(tail.data(), tail.size());
  if (!file || std::memcmp(tail.data() + sizeof(std::uint64_t), kMark.data(), kMark.size()) != 0) {
    return 0;
  }
  std::uint64_t length = 0;
  std::memcpy(&length, tail.data(), sizeof(length));
  return length > size - kTail ? 0 : length + kTail;
}

// Whether a program begins behind the tables of sections, with which a plain executable ends: one
// whose end is cut off is not to be taken for it.
bool has_cut_program(std::ifstream& file) {
  Elf64_Ehdr head{};
  std::string begin(kBegin.size(), '\0');
  file.clear();
  file.seekg(0);
  file.read(reinterpret_cast<char*>(&head), sizeof head);
  if (!file || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  file.seekg(
      static_cast<std::streamoff>(head.e_shoff + std::uint64_t{head.e_shentsize} * head.e_shnum));
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return file.gcount() > 0 &&
         kBegin.starts_with(begin.substr(0, static_cast<std::size_t>(file.gcount())));
}

// The bytes of our executable without a program; nothing if they cannot be read.
std::optional<std::string> plain_bytes() {
  std::ifstream self(kSelf, std::ios::binary | std::ios::ate);
  if (!self) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(self.tellg());
  std::string bytes(size - length_at_end(self, size), '\0');
  self.clear();
  self.seekg(0);
  self.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return self ? std::optional(std::move(bytes)) : std::nullopt;
}

// 0, or what the system says.
int write_bytes(const output::Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t taken = ::write(file.number(), bytes.data(), bytes.size());
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  return 0;
}

// A file that anybody may run; 0, or what the system says.
int write_runnable(const std::string& path, std::string_view bytes, std::string_view end) {
  constexpr mode_t kRunnable = 0755;
  output::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kRunnable));
  if (!file.is_open()) return errno;
  int code = write_bytes(file, bytes);
  if (code == 0) code = write_bytes(file, end);
  if (code == 0 && ::fchmod(file.number(), kRunnable) != 0) code = errno;
  return file.close() || code != 0 ? code : errno;
}

// Our bytes and then `end`, beside the old file first.
Status write_with(const std::string& end, const std::string& path) {
  const std::optional<std::string> bytes = plain_bytes();
  if (!bytes) return output::read_failure(errno, kSelf);
  std::error_code code;
  if (fs::is_directory(path, code)) return output::write_failure(EISDIR, path);
  const std::string beside = fmt::format("{}.{}", path, ::getpid());
  fs::remove(beside, code);  // of a process that was killed, and had our number
  int failure = write_runnable(beside, *bytes, end);
  if (failure == 0 && std::rename(beside.c_str(), path.c_str()) != 0) failure = errno;
  if (failure == 0) return Done{};
  fs::remove(beside, code);
  return output::write_failure(failure, path);
}

}  // namespace

bool is_compiled(const std::string& path) {
  std::error_code code;
  std::ifstream file;
  if (fs::is_regular_file(path, code)) file.open(path, std::ios::binary | std::ios::ate);
  return file.is_open() && length_at_end(file, static_cast<std::uint64_t>(file.tellg())) != 0;
}

stan::Includes includes_of(const EmbeddedProgram& program) {
  const auto read = [texts = program.texts](const std::string& path) -> Result<std::string> {
    const auto found = std::ranges::find(texts, path, &stan::SourceFile::name);
    if (found != texts.end()) return found->text;
    return Error{
        .message = fmt::format("cannot read the file '{}'", path), .suggestion = {}, .where = {}};
  };
  return {.paths = program.include_paths, .read = read};
}

Result<std::optional<EmbeddedProgram>> embedded_program() {
  std::ifstream file(kSelf, std::ios::binary | std::ios::ate);
  if (!file) return std::optional<EmbeddedProgram>();
  const auto size = static_cast<std::uint64_t>(file.tellg());
  const std::uint64_t length = length_at_end(file, size);
  if (length == 0 && has_cut_program(file)) {
    return Error{.message = "this executable was cut short: the end of its program is missing",
                 .suggestion = "compile it again",
                 .where = {}};
  }
  if (length == 0) return std::optional<EmbeddedProgram>();
  std::string json(length - kTail, '\0');
  file.seekg(static_cast<std::streamoff>(size - length));
  file.read(json.data(), static_cast<std::streamsize>(json.size()));
  std::optional<EmbeddedProgram> program = file ? from_json(json) : std::nullopt;
  if (!program) {
    return Error{.message = "the program behind this executable cannot be read",
                 .suggestion = "compile it again",
                 .where = {}};
  }
  return program;
}

Status write_executable(const EmbeddedProgram& program, const std::string& path) {
  const std::string json = to_json(program);
  const std::uint64_t length = json.size();
  std::string tail(sizeof(length), '\0');
  std::memcpy(tail.data(), &length, sizeof(length));
  return write_with(json + tail + std::string(kMark), path);
}

Status write_plain_executable(const std::string& path) {
  return write_with("", path);
}

}  // namespace autumn::cmdstan
