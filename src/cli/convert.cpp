// The subcommand `autumn convert` turns files of draws from one format into the other, and makes
// files of data.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <set>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "output/files/draw_file.h"
#include "output/files/replacement.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

output::Format format_of(const ConvertOptions& options) {
  return options.to == ConvertTo::kCsv ? output::Format::kCsv : output::Format::kBinary;
}

// Beside the file, or in the directory that was asked for.
fs::path target_of(const ConvertOptions& options, const std::string& source) {
  const fs::path path(source);
  const std::string name =
      fmt::format("{}.{}", path.stem().string(), extension(format_of(options)));
  return (options.output.empty() ? path.parent_path() : fs::path(options.output)) / name;
}

// Before anything is written: no file is replaced unasked, and none twice.
Status check_targets(const ConvertOptions& options) {
  std::set<fs::path> targets;
  for (const std::string& source : options.files) {
    const fs::path target = target_of(options, source);
    std::error_code code;
    const std::string name = target.string();
    if (Status status = output::check_outputs(options.files, {&name, 1}); !status) return status;
    if (!targets.insert(target).second) {
      return Error{fmt::format("two of the files would become `{}`", target.string()),
                   "convert them into different directories",
                   {}};
    }
    if (!options.force && fs::exists(target, code)) {
      return Error{fmt::format("the file `{}` exists already", target.string()),
                   "choose another directory with --output, or allow with --force that files are "
                   "replaced",
                   {}};
    }
  }
  return Done{};
}

Status convert(const ConvertOptions& options, const std::string& source) {
  const auto file = output::read_draws(source);
  if (!file) return file.error();
  if (file.value().format == format_of(options)) {
    return Error{fmt::format("`{}` has the format asked for already", source),
                 "leave it out, or ask with --to for the other format",
                 {}};
  }
  if (const auto note = output::truncation_note(file.value(), source)) {
    std::fprintf(stderr, "%s\n", printable_line(*note).c_str());
  }
  return output::write_draws(file.value().content, format_of(options),
                             target_of(options, source).string());
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  const bool makes_data = options.to == ConvertTo::kData || options.to == ConvertTo::kJson;
  if (makes_data) return convert_data(options);
  if (!options.rows.empty()) {
    return fail(Error{"--rows is about data", "add --to data, or leave --rows out", {}});
  }
  if (const Status status = check_targets(options); !status) return fail(status.error());
  std::error_code code;
  if (!options.output.empty()) fs::create_directories(options.output, code);
  if (code) {
    return fail(Error{
        fmt::format("cannot make the output directory `{}`: {}", options.output, code.message()),
        "choose a directory you may write to",
        {}});
  }
  for (const std::string& source : options.files) {
    if (const Status status = convert(options, source); !status) return fail(status.error());
  }
  return 0;
}

}  // namespace autumn::cli
