// `autumn convert --to data` makes one file of data in Autumn's format of JSON and CSV files, and
// `--to json` makes JSON of it.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/data_files.h"
#include "output/files/replacement.h"
#include "output/files/text_files.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> target_of(const ConvertOptions& options) {
  if (!options.output.empty()) return options.output;
  if (options.files.size() > 1) {
    return Error{"several files of data become one, which needs a name", "add --output FILE", {}};
  }
  fs::path path(options.files[0]);
  path.replace_extension(options.to == ConvertTo::kData ? ".autumn" : ".json");
  return path.string();
}

Status check_target(const ConvertOptions& options, const std::string& target) {
  const Status status = output::check_outputs(options.files, {&target, 1});
  return status ? output::check_replaceable(target, options.force) : status;
}

}  // namespace

int convert_data(const ConvertOptions& options) {
  const auto target = target_of(options);
  if (!target) return fail(target.error());
  if (const Status status = check_target(options, target.value()); !status) {
    return fail(status.error());
  }
  std::vector<std::string> notes;
  const auto data = engine::read_data({.files = options.files, .rows = options.rows}, notes);
  if (!data) return fail(data.error());
  for (const std::string& note : notes) std::fprintf(stderr, "%s\n", note.c_str());
  const Status status = options.to == ConvertTo::kData
                            ? engine::write_data(target.value(), data.value())
                            : output::write_text(target.value(), trace::to_json(data.value()));
  return status ? 0 : fail(status.error());
}

}  // namespace autumn::cli
