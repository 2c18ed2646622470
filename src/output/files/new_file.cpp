// This file makes new files: PATH.part is opened, locked, written, and renamed to PATH.
#include "output/files/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "output/files/lock.h"
#include "output/files/plain_file.h"
#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kReadable = 0666;  // less what the user's mask takes away

// What is there must not be in somebody's hands, and must be ours to replace.
Status check_old(const std::string& path) {
  const Descriptor old(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (!old.is_open()) return errno == ENOENT ? Status(Done{}) : write_failure(errno, path);
  return lock(old, path);
}

bool is_same(const Descriptor& open, const std::string& path) {
  struct stat here{}, there{};
  return ::fstat(open.number(), &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
         here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

// A file without another name; some file systems do not count names.
bool is_plain(const struct stat& file) {
  return S_ISREG(file.st_mode) && file.st_nlink <= 1;
}

// What has the name of a part and is none (a link, a pipe, another name of some file) is not
// written through, but goes.
void remove_other(const std::string& part) {
  struct stat there{};
  if (::lstat(part.c_str(), &there) == 0 && !is_plain(there)) (void)::unlink(part.c_str());
}

// Between opening and locking another process may have moved the part to its place: then there is a
// new one to be made.
Result<Descriptor> open_part(const std::string& part, const std::string& path) {
  constexpr int kTries = 100;
  constexpr int kWays = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  for (int k = 0; k < kTries; ++k) {
    remove_other(part);
    Descriptor open(::open(part.c_str(), kWays, kReadable));
    if (!open.is_open() && (errno == ELOOP || errno == ENXIO)) continue;
    if (!open.is_open()) return write_failure(errno, path);
    struct stat file{};
    if (::fstat(open.number(), &file) != 0) return write_failure(errno, path);
    if (!is_plain(file)) continue;
    if (const Status status = lock(open, path); !status) return status.error();
    if (!is_same(open, part)) continue;
    if (::ftruncate(open.number(), 0) != 0) return write_failure(errno, path);
    return open;
  }
  return write_failure(EBUSY, path);
}

Result<Descriptor> open_in_place(const std::string& path) {
  Descriptor open(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kReadable));
  if (!open.is_open()) return write_failure(errno, path);
  return open;
}

// Whether a file beside this one cannot be made although this one can be written.
bool is_alone(const std::string& path, const std::string& part) {
  std::error_code code;
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  return fs::exists(path, code) && !fs::exists(part, code) && ::access(folder.c_str(), W_OK) != 0 &&
         ::access(path.c_str(), W_OK) == 0;
}

}  // namespace

std::string part_of(const std::string& path) {
  return path + ".part";
}

std::string target_of(const std::string& path) {
  std::error_code code;
  if (!fs::is_symlink(path, code)) return path;
  const fs::path target = fs::weakly_canonical(path, code);
  return code ? path : target.string();
}

NewFile::NewFile(std::string path, std::string target, std::string part, Descriptor open)
    : path_(std::move(path)),
      target_(std::move(target)),
      part_(std::move(part)),
      open_(std::move(open)) {}

NewFile::~NewFile() {
  if (open_.is_open() && !is_in_place()) std::remove(part_.c_str());
}

Result<NewFile> NewFile::create(const std::string& path, Links links) {
  std::error_code code;
  const bool is_replaced = links == Links::kReplaced && fs::is_symlink(path, code);
  if (links == Links::kReplaced && !is_replaced) {
    if (const Status status = check_plain(path); !status) return status.error();
  }
  const std::string target = is_replaced ? path : target_of(path);
  std::string part = part_of(target);
  const fs::file_status there =
      is_replaced ? fs::file_status(fs::file_type::not_found) : fs::status(target, code);
  if (fs::is_directory(there)) return write_failure(EISDIR, path);
  const bool is_other = fs::exists(there) && !fs::is_regular_file(there);
  if (!is_other && !is_replaced) {
    if (const Status status = check_old(target); !status) return status.error();
  }
  if (is_other || (!is_replaced && is_alone(target, part))) part.clear();
  Result<Descriptor> open = part.empty() ? open_in_place(target) : open_part(part, path);
  if (!open) return open.error();
  return NewFile(path, target, std::move(part), std::move(open).value());
}

Result<NewFile> NewFile::reopen(const std::string& path) {
  const std::string target = target_of(path);
  Descriptor open(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
  if (!open.is_open()) return write_failure(errno, path);
  if (const Status status = lock(open, path); !status) return status.error();
  return NewFile(path, target, {}, std::move(open));
}

Status NewFile::check_in_place() const {
  struct stat mine{};
  const bool is_file = ::fstat(open_.number(), &mine) == 0 && S_ISREG(mine.st_mode);
  if (!is_in_place() || !is_file || is_same(open_, target_)) return Done{};
  return Error{.message = fmt::format("`{}` was removed or replaced while it was written: what was "
                                      "written to it is lost",
                                      path_),
               .suggestion = "leave the files of a run alone until it is done",
               .where = {}};
}

Status NewFile::take_place() {
  if (is_in_place()) return Done{};
  const bool is_moved = std::rename(part_.c_str(), target_.c_str()) == 0;
  const std::string part = std::exchange(part_, {});  // which must not be removed any more
  if (is_moved) return Done{};
  Error error = write_failure(errno, path_);
  error.suggestion = fmt::format("its content is in `{}`", part);
  return error;
}

}  // namespace autumn::output
