// This file writes, saves and closes a file.
#include "output/files/output_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/crc32.h"
#include "output/files/write_failure.h"

namespace autumn::output {

OutputFile::OutputFile(NewFile file, const FlushPolicy& policy)
    : file_(std::move(file)),
      policy_(policy),
      last_flush_(Clock::now()),
      last_save_(Clock::now()) {}

OutputFile::~OutputFile() {
  if (file_.open().is_open()) static_cast<void>(flush());
}

Result<OutputFile> OutputFile::create(const std::string& path, const FlushPolicy& policy,
                                      Links links) {
  auto file = NewFile::create(path, links);
  if (!file) return file.error();
  return OutputFile(std::move(file).value(), policy);
}

Result<OutputFile> OutputFile::reopen(const std::string& path, std::uint64_t bytes,
                                      const FlushPolicy& policy) {
  auto file = NewFile::reopen(path);
  if (!file) return file.error();
  const int number = file.value().open().number();
  struct stat there{};
  if (::fstat(number, &there) != 0) return write_failure(errno, path);
  if (static_cast<std::uint64_t>(there.st_size) < bytes) {
    return Error{fmt::format("`{}` is shorter than it was", path), "", {}};
  }
  const auto end = static_cast<off_t>(bytes);
  if (::ftruncate(number, end) != 0 || ::lseek(number, end, SEEK_SET) != end) {
    return write_failure(errno, path);
  }
  OutputFile reopened(std::move(file).value(), policy);
  reopened.written_ = bytes;
  return reopened;
}

Status OutputFile::fail(int error_number) {
  status_ = write_failure(error_number, file_.path());
  // A piece of which only a part found room would end in the middle of a number.
  if (file_.open().is_open()) {
    [[maybe_unused]] const int ignored =
        ::ftruncate(file_.open().number(), static_cast<off_t>(written_));
  }
  pending_.clear();
  return status_;
}

// Systems may take less than they are given, or be interrupted.
bool OutputFile::write_pending() {
  std::size_t done = 0;
  while (done < pending_.size()) {
    const ssize_t taken =
        ::write(file_.open().number(), pending_.data() + done, pending_.size() - done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return false;
    done += static_cast<std::size_t>(taken);
  }
  return true;
}

// What has been written for as long as a flush may wait survives a loss of power, too; a file that
// is written at once is not worth the time that disks take.
void OutputFile::save_now() {
  last_save_ = Clock::now();
  [[maybe_unused]] const int ignored = ::fdatasync(file_.open().number());
}

Status OutputFile::flush() {
  if (!status_) return status_;
  AUTUMN_CHECK(file_.open().is_open(), "the file is still open");
  if (!write_pending()) return fail(errno);
  written_ += pending_.size();
  checksum_ = crc32(pending_, checksum_);
  pending_.clear();
  last_flush_ = Clock::now();
  if (last_flush_ - last_save_ >= policy_.interval) save_now();
  return Done{};
}

Status OutputFile::save() {
  if (Status flushed = flush(); !flushed) return flushed;
  save_now();
  return Done{};
}

bool OutputFile::is_due(std::size_t more) const {
  return pending_.size() + more >= policy_.bytes || Clock::now() - last_flush_ >= policy_.interval;
}

Status OutputFile::take_place() {
  if (!status_) return status_;
  if (Status moved = file_.take_place(); !moved) status_ = moved;
  return status_;
}

Status OutputFile::close() {
  if (!file_.open().is_open()) return status_;
  const Status flushed = flush();
  Status moved = flushed ? take_place() : flushed;
  if (moved) moved = file_.check_in_place();
  // Some file systems report a full disk only here.
  const bool is_closed = !file_.is_in_place() || file_.close();
  if (!moved) return moved;
  return is_closed ? Status(Done{}) : fail(errno);
}

}  // namespace autumn::output
