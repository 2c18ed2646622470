// This file opens, flushes and closes a file, with errors that say what to do.
#include "output/files/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace autumn::output {
namespace {

std::string suggestion_for(int error_number, const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  switch (error_number) {
    case ENOENT:
      return fmt::format("Create the directory '{}' first, or choose another output file.", folder);
    case EACCES:
    case EPERM:
    case EROFS: return "Choose an output file in a directory you may write to.";
    case EISDIR: return "This is a directory: add a file name to it.";
    case ENOSPC:
    case EDQUOT:
      return "The disk is full: make room, or choose another disk. The draws already written are "
             "kept.";
    default: return "Choose another output file.";
  }
}

Error write_error(int error_number, const std::string& path) {
  return {fmt::format("cannot write '{}': {}", path, std::generic_category().message(error_number)),
          suggestion_for(error_number, path),
          {}};
}

}  // namespace

OutputFile::OutputFile(std::string path, File file, const FlushPolicy& policy)
    : path_(std::move(path)), file_(std::move(file)), policy_(policy), last_flush_(Clock::now()) {
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // `pending_` is the buffer
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) static_cast<void>(flush());
}

Result<OutputFile> OutputFile::create(const std::string& path, const FlushPolicy& policy) {
  errno = 0;
  File file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) return write_error(errno, path);
  return OutputFile(path, std::move(file), policy);
}

Status OutputFile::fail(int error_number) {
  status_ = write_error(error_number, path_);
  // A piece of which only a part found room would end in the middle of a number.
  if (file_ != nullptr) {
    [[maybe_unused]] const int ignored =
        ::ftruncate(::fileno(file_.get()), static_cast<off_t>(written_));
  }
  pending_.clear();
  return status_;
}

Status OutputFile::flush() {
  if (!status_) return status_;
  AUTUMN_CHECK(file_ != nullptr, "the file is still open");
  errno = 0;
  const std::size_t written = std::fwrite(pending_.data(), 1, pending_.size(), file_.get());
  if (written != pending_.size()) return fail(errno);
  written_ += written;
  pending_.clear();
  last_flush_ = Clock::now();
  return Done{};
}

bool OutputFile::is_due(std::size_t more) const {
  return pending_.size() + more >= policy_.bytes || Clock::now() - last_flush_ >= policy_.interval;
}

Status OutputFile::close() {
  if (file_ == nullptr) return status_;
  const Status flushed = flush();
  // Some file systems report a full disk only here.
  errno = 0;
  const bool closed = std::fclose(file_.release()) == 0;
  if (!flushed) return flushed;
  return closed ? Status(Done{}) : fail(errno);
}

}  // namespace autumn::output
