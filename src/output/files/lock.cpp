// This file locks by flock, which the system releases whatever becomes of a process, and finds out
// who has a lock from /proc/locks.
#include "output/files/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

// A line is "1: FLOCK  ADVISORY  WRITE 4242 fe:01:1234 0 EOF", with the process, the device and the
// number of the file.
std::string holder_of(const Descriptor& open) {
  struct stat file{};
  if (::fstat(open.number(), &file) != 0) return "another process";
  const std::string wanted =
      fmt::format("{:02x}:{:02x}:{}", major(file.st_dev), minor(file.st_dev), file.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, strength, access, process, place;
    words >> number >> kind >> strength >> access >> process >> place;
    if (kind == "FLOCK" && place == wanted) return fmt::format("process {}", process);
  }
  return "another process";
}

Error is_locked(const Descriptor& open, const std::string& path) {
  return {
      .message = fmt::format("`{}` is being written by another run ({})", path, holder_of(open)),
      .suggestion = "wait until it is done, or choose another output",
      .where = {}};
}

// File systems without locks, and those whose locks are out of order, as NFS may have them.
bool has_no_locks(int error_number) {
  return error_number == ENOSYS || error_number == EOPNOTSUPP || error_number == EINVAL ||
         error_number == ENOLCK || error_number == EBADF;
}

}  // namespace

Status lock(const Descriptor& open, const std::string& path) {
  while (::flock(open.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (has_no_locks(errno)) return Done{};
    if (errno == EWOULDBLOCK) return is_locked(open, path);
    return write_failure(errno, path);
  }
  return Done{};
}

Result<Descriptor> lock_directory(const std::string& path) {
  Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open()) return write_failure(errno, path);
  if (const Status status = lock(directory, path); !status) return status.error();
  return directory;
}

}  // namespace autumn::output
