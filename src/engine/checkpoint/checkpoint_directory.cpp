// This file keeps checkpoints so that a death at any moment leaves a whole one in its place: they
// are written beside it, brought to the disk, and renamed.
#include "engine/checkpoint/checkpoint_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "output/files/write_failure.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlace = ".checkpoint";
constexpr const char* kPart = ".checkpoint.part";
constexpr const char* kReplaced = ".checkpoint.replaced";
constexpr const char* kRecord = "run.json";

std::string path_in(const std::string& output, const char* name) {
  return (fs::path(output) / name).string();
}

std::string chain_name(std::uint32_t chain) {
  return fmt::format("chain_{}", chain + 1);
}

std::string previous(const std::string& name) {
  return name + ".previous";
}

std::string part_of(const std::string& name) {
  return name + ".part";
}

Result<output::Descriptor> open_directory(const std::string& path) {
  output::Descriptor open(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open.is_open()) return output::write_failure(errno, path);
  return open;
}

bool write_all(const output::Descriptor& to, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t taken = ::write(to.number(), bytes.data() + done, bytes.size() - done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return false;
    done += static_cast<std::size_t>(taken);
  }
  return ::fdatasync(to.number()) == 0;
}

Error nothing_there(const std::string& output) {
  std::error_code code;
  const bool is_there = fs::is_directory(output, code);
  return {.message = is_there ? fmt::format("there is no run in `{}` that could go on: it has no "
                                            "`{}`",
                                            output, kPlace)
                              : fmt::format("there is no directory `{}`", output),
          .suggestion = "`autumn sample --output DIR` keeps there what a run needs to go on",
          .where = {}};
}

Error not_of_the_run(const std::string& path) {
  return {.message = fmt::format("the checkpoint `{}` is not of this run", path),
          .suggestion = "",
          .where = {}};
}

Error not_of_the_chain(const std::string& path) {
  return {.message = fmt::format("the checkpoint `{}` is that of another chain", path),
          .suggestion = "",
          .where = {}};
}

}  // namespace

CheckpointDirectory::CheckpointDirectory(std::string output, std::string name,
                                         output::Descriptor open)
    : output_(std::move(output)), name_(std::move(name)), open_(std::move(open)) {}

// Where it is, or will be when somebody looks.
std::string CheckpointDirectory::path_of(const std::string& name) const {
  return (fs::path(output_) / kPlace / name).string();
}

Result<CheckpointDirectory> CheckpointDirectory::create(const std::string& output,
                                                        const RunRecord& record) {
  const std::string path = path_in(output, kPart);
  std::error_code code;
  fs::remove_all(path, code);
  if (!fs::create_directory(path, code)) return output::write_failure(code.value(), path);
  auto open = open_directory(path);
  if (!open) return open.error();
  CheckpointDirectory made(output, kPart, std::move(open).value());
  made.id_ = id_of(record);
  if (Status status = made.change(record); !status) return status.error();
  return made;
}

Result<CheckpointDirectory> CheckpointDirectory::find(const std::string& output) {
  for (const char* name : {kPart, kPlace}) {
    const std::string path = path_in(output, name);
    std::error_code code;
    if (!fs::exists(fs::path(path) / kRecord, code)) continue;
    auto open = open_directory(path);
    if (!open) return open.error();
    CheckpointDirectory found(output, name, std::move(open).value());
    const std::optional<std::string> text = found.read(kRecord);
    if (!text) return output::read_failure(errno, found.path_of(kRecord));
    auto record = parse_record(*text, found.path_of(kRecord));
    if (!record) return record.error();
    found.record_ = std::move(record).value();
    found.id_ = id_of(found.record_);
    return found;
  }
  return nothing_there(output);
}

Status CheckpointDirectory::change(const RunRecord& record) {
  AUTUMN_CHECK(id_of(record) == id_, "the record stays that of its run");
  record_ = record;
  return write(kRecord, to_text(record));
}

Status CheckpointDirectory::write(const std::string& name, const std::string& bytes) const {
  if (write_part(name, bytes) && rename(part_of(name), name)) return Done{};
  return part_failed(name);
}

// The one before is put aside when the new one is on the disk, so that a disk that is full takes
// nothing.
Status CheckpointDirectory::keep(const Checkpoint& checkpoint) {
  const std::string name = chain_name(checkpoint.chain);
  Checkpoint ours = checkpoint;
  ours.run = id_;
  if (!write_part(name, encode(std::move(ours)))) return part_failed(name);
  return take_turn(name) ? Status(Done{}) : part_failed(name);
}

// What is beside its place becomes the last one, and the last one the one before. At any moment
// both are there.
bool CheckpointDirectory::take_turn(const std::string& name) const {
  const int place = open_.number();
  const std::string part = part_of(name);
  if (::renameat2(place, part.c_str(), place, name.c_str(), RENAME_EXCHANGE) == 0) {
    (void)rename(part, previous(name));
    return true;
  }
  put_aside(name);  // there is no last one yet, or the file system cannot exchange files
  return rename(part, name);
}

bool CheckpointDirectory::write_part(const std::string& name, const std::string& bytes) const {
  constexpr mode_t kReadable = 0666;
  remove(part_of(name));  // whatever it is: it is not written through
  output::Descriptor file(::openat(open_.number(), part_of(name).c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadable));
  return file.is_open() && write_all(file, bytes) && file.close();
}

Error CheckpointDirectory::part_failed(const std::string& name) const {
  const int error_number = errno;
  (void)::unlinkat(open_.number(), part_of(name).c_str(), 0);
  return output::write_failure(error_number, path_of(name));
}

// It has both names until the new one takes the first.
void CheckpointDirectory::put_aside(const std::string& name) const {
  const int place = open_.number();
  const std::string before = previous(name), link = part_of(before);
  (void)::unlinkat(place, link.c_str(), 0);
  if (::linkat(place, name.c_str(), place, link.c_str(), 0) != 0) {
    (void)rename(name, before);  // there are no links here: the one before is the last for a moment
    return;
  }
  (void)rename(link, before);
  // Two names of one file are not renamed: a run died here, and the one before is the last.
  (void)::unlinkat(place, link.c_str(), 0);
}

bool CheckpointDirectory::rename(const std::string& from, const std::string& to) const {
  return ::renameat(open_.number(), from.c_str(), open_.number(), to.c_str()) == 0;
}

Status CheckpointDirectory::put(std::uint32_t chain, const std::string& bytes) const {
  const std::string name = chain_name(chain);
  const Status written = write(name, bytes);
  if (written) remove(previous(name));
  return written;
}

void CheckpointDirectory::remove(const std::string& name) const {
  (void)::unlinkat(open_.number(), name.c_str(), 0);
}

std::optional<std::string> CheckpointDirectory::read(const std::string& name) const {
  const output::Descriptor file(
      ::openat(open_.number(), name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  struct stat there{};
  const bool is_plain = ::fstat(file.number(), &there) == 0 && S_ISREG(there.st_mode);
  if (!is_plain) return std::string();  // which is damaged, whatever it was to be
  std::string bytes;
  char piece[std::size_t{1} << 16];
  while (true) {
    const ssize_t taken = ::read(file.number(), piece, sizeof piece);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return bytes;
    bytes.append(piece, static_cast<std::size_t>(taken));
  }
}

Result<std::optional<Checkpoint>> CheckpointDirectory::read_checkpoint(
    std::uint32_t chain, const std::string& name) const {
  const std::optional<std::string> bytes = read(name);
  if (!bytes) return std::optional<Checkpoint>();
  auto checkpoint = decode(*bytes, path_of(name));
  if (!checkpoint) return checkpoint.error();
  if (checkpoint.value().run != id_) return not_of_the_run(path_of(name));
  if (checkpoint.value().chain != chain) return not_of_the_chain(path_of(name));
  return std::optional(std::move(checkpoint).value());
}

Result<std::optional<Checkpoint>> CheckpointDirectory::last(std::uint32_t chain,
                                                            std::string& note) const {
  const std::string name = chain_name(chain);
  Result<std::optional<Checkpoint>> now = read_checkpoint(chain, name);
  if (now && now.value()) return now;
  Result<std::optional<Checkpoint>> before = read_checkpoint(chain, previous(name));
  if (now) return before;
  if (before && before.value()) {
    note = fmt::format("{}; chain {} goes on from the one before", now.error().message, chain + 1);
    return before;
  }
  Error error = now.error();
  error.suggestion = fmt::format("remove {}* there, and chain {} begins anew, with the same draws",
                                 name, chain + 1);
  return error;
}

void CheckpointDirectory::take_place() {
  if (is_in_place()) return;
  const std::string part = path_in(output_, kPart), place = path_in(output_, kPlace);
  if (std::rename(part.c_str(), place.c_str()) == 0) name_ = kPlace;
}

void CheckpointDirectory::look_where_it_is() {
  struct stat ours{}, there{};
  const bool is_known =
      ::fstat(open_.number(), &ours) == 0 && ::stat(path_in(output_, kPlace).c_str(), &there) == 0;
  if (is_known && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino) name_ = kPlace;
}

bool CheckpointDirectory::is_in_place() const {
  return name_ == kPlace;
}

void CheckpointDirectory::give_up() {
  if (is_in_place()) return;
  std::error_code code;
  fs::remove_all(path_in(output_, kPart), code);
}

void put_checkpoints_aside(const std::string& output) {
  const std::string place = path_in(output, kPlace), replaced = path_in(output, kReplaced);
  std::error_code code;
  if (fs::exists(replaced, code)) {
    fs::remove_all(place, code);
  } else {
    fs::rename(place, replaced, code);
  }
}

void remove_replaced_checkpoints(const std::string& output) {
  std::error_code code;
  fs::remove_all(path_in(output, kReplaced), code);
}

}  // namespace autumn::engine
