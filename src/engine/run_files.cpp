// This file opens the files of a run, and puts those of the run before aside: FILE becomes
// FILE.replaced until the new run is whole.
#include "engine/run_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "engine/files.h"
#include "output/files/chain_files.h"
#include "output/files/lock.h"
#include "output/files/text_files.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReplaced = ".replaced";

std::string replaced(const std::string& path) {
  return path + std::string(kReplaced);
}

// What was put aside by this run or by those before it.
std::vector<std::string> all_replaced(const std::string& directory,
                                      std::span<const std::string> named) {
  if (named.empty()) return output::chain_files(directory, kReplaced);
  std::vector<std::string> paths;
  std::error_code code;
  for (const std::string& path : named) {
    if (fs::exists(replaced(path), code)) paths.push_back(replaced(path));
  }
  return paths;
}

Error cannot_make(const std::string& directory, const std::error_code& code) {
  return {.message =
              fmt::format("cannot make the output directory `{}`: {}", directory, code.message()),
          .suggestion = "choose a directory you may write to",
          .where = {}};
}

Error is_there(const std::string& path) {
  return {.message = fmt::format("the file `{}` exists already", path),
          .suggestion = std::string(output::kAllowReplacement),
          .where = {}};
}

}  // namespace

Status check_files(const RunOptions& options) {
  if (!options.files || options.files->named) return Done{};
  const std::string& directory = options.files->directory;
  if (Status status = output::check_directory(directory); !status) return status.error();
  const std::vector<std::string> old = output::chain_files(directory);
  return old.empty() || options.files->overwrite ? Status(Done{}) : is_there(old.front());
}

Result<RunFiles> RunFiles::open(const RunOptions& options, std::span<const std::string> columns) {
  RunFiles files;
  if (!options.files) return files;
  if (options.files->named) {
    files.named_ = options.files->named->paths;
  } else if (Status status = files.prepare_directory(options); !status) {
    return status.error();
  }
  if (Status status = files.open_writers(options, columns); !status) return status.error();
  return files;
}

// It is there, ours alone, and nothing in it is in the way.
Status RunFiles::prepare_directory(const RunOptions& options) {
  directory_ = options.files->directory;
  if (Status status = check_files(options); !status) return status.error();
  std::error_code code;
  fs::create_directories(directory_, code);
  if (code) return cannot_make(directory_, code);
  auto lock = output::lock_directory(directory_);
  if (!lock) return lock.error();
  lock_ = std::move(lock).value();
  return check_files(options);  // another run may have ended since
}

Status RunFiles::open_writers(const RunOptions& options, std::span<const std::string> columns) {
  const sampler::Settings& settings = options.settings;
  const Settled asked{.thin = settings.thin.transitions(), .warmup = settings.warmup};
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    auto writer = output::create_writer(options.files->format, file_of(*options.files, chain));
    if (!writer) return writer.error();
    if (!is_settled_late(settings)) {
      const Status status = writer.value()->write_head(file_head(options, chain, asked, columns));
      if (!status) return status;
    }
    writers_.push_back(std::move(writer).value());
  }
  return Done{};
}

Status RunFiles::show(std::uint32_t chain) {
  if (writers_.empty()) return Done{};
  std::call_once(*has_shown_, [this] { put_old_aside(); });
  return writers_[chain]->take_place();
}

// What was put aside before is that of the last run that was whole, and stays.
void RunFiles::put_old_aside() {
  const std::vector<std::string> old = named_.empty() ? output::chain_files(directory_) : named_;
  for (const std::string& path : old) {
    std::error_code code;
    if (!fs::is_regular_file(path, code)) continue;
    if (fs::exists(replaced(path), code)) {
      if (named_.empty()) fs::remove(path, code);
    } else {
      fs::rename(path, replaced(path), code);
    }
  }
  put_aside_ = all_replaced(directory_, named_);
}

Status RunFiles::finish(std::uint32_t chain, const output::ElapsedTimes& times) {
  if (writers_.empty()) return Done{};
  (void)show(chain);
  (void)writers_[chain]->write_times(times);
  return writers_[chain]->close();
}

void RunFiles::drop(std::uint32_t chain) {
  if (writers_.empty()) return;
  std::error_code code;
  const bool is_awaited = !named_.empty() && !fs::exists(named_[chain], code);
  if (is_awaited) (void)writers_[chain]->close();
  writers_[chain].reset();
}

Error RunFiles::tell_of_old(Error error) const {
  if (put_aside_.empty()) return error;
  if (!error.suggestion.empty()) error.suggestion += "; ";
  error.suggestion += fmt::format("the draws of the run before are in {}", put_aside_.front());
  return error;
}

void RunFiles::complete() {
  for (const std::string& path : put_aside_) {
    std::error_code code;
    fs::remove(path, code);
  }
  put_aside_.clear();
}

}  // namespace autumn::engine
