// This file writes commands down, and gives them again.
#include "cli/record.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/digest.h"
#include "base/instruction_set.h"
#include "cli/flags.h"
#include "cli/program.h"
#include "engine/version.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarginalize = "AUTUMN_MARGINALIZE";
constexpr const char* kInstructionSet = "AUTUMN_INSTRUCTION_SET";

// What came through a pipe is noted without its content: it cannot be had again.
engine::RecordedFile as_it_is(const char* what, const std::string& path) {
  const auto file = engine::recorded(what, path);
  return file ? file.value() : engine::RecordedFile{what, path};
}

void set_environment(const char* name, const std::string& value) {
  if (value.empty()) {
    ::unsetenv(name);
  } else {
    ::setenv(name, value.c_str(), 1);
  }
}

bool is_same_place(const fs::path& a, const fs::path& b) {
  std::error_code code;
  return fs::equivalent(a, b, code);
}

}  // namespace

Result<engine::RunRecord> record_of(const SampleOptions& options, const stan::Sources& program,
                                    const engine::RunOptions& run) {
  std::error_code code;
  engine::RunRecord record;
  record.words = options.words;
  record.directory = fs::current_path(code).string();
  record.output = fs::absolute(options.output, code).lexically_normal().string();
  record.version = engine::kVersion;
  record.instruction_set = name_of(default_instruction_set());
  if (const char* value = std::getenv(kMarginalize)) record.marginalize = value;
  record.started = run.files->started;
  record.seed = run.seed;
  record.chains = run.chains;
  record.draws = options.draws;
  for (std::size_t k = 0; k < program.size(); ++k) {
    const stan::SourceFile& file = program.file(k);
    record.files.push_back(
        {k == 0 ? "program" : "included program", file.name, file.text.size(), digest(file.text)});
  }
  if (!options.program.data.empty()) record.files.push_back(as_it_is("data", options.program.data));
  if (!is_number(options.init)) record.files.push_back(as_it_is("initial values", options.init));
  return record;
}

Result<SampleOptions> options_of(const engine::RunRecord& record, const std::string& output) {
  std::error_code code;
  fs::current_path(record.directory, code);
  if (code) {
    return Error{.message = fmt::format("the directory `{}`, in which the run began, is not there",
                                        record.directory),
                 .suggestion = "its command names files from there",
                 .where = {}};
  }
  set_environment(kMarginalize, record.marginalize);
  set_environment(kInstructionSet, record.instruction_set);
  SampleOptions options;
  CLI::App app;
  add_sample(app, options);
  std::vector<const char*> words{"autumn"};
  for (const std::string& word : record.words) words.push_back(word.c_str());
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Error& error) {
    return Error{
        .message = fmt::format("the command of the run is not understood: {}", error.what()),
        .suggestion = "another version of Autumn may have begun it",
        .where = {}};
  }
  options.words = record.words;
  options.record = record;
  if (!is_same_place(options.output, output)) options.output = output;
  return options;
}

}  // namespace autumn::cli
