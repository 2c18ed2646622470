// This file writes small files whole, by renaming them, and takes what is not there for not said.
#include "engine/ranks/board.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "output/files/write_failure.h"

namespace autumn::engine {
namespace {

constexpr const char* kFolder = "ranks";
constexpr const char* kStop = "stop";
constexpr const char* kThin = "thin";
constexpr const char* kTurn = "turn";
constexpr mode_t kReadable = 0666;

std::string name_of_rank(std::uint32_t rank) {
  return fmt::format("rank_{}", rank);
}

std::string progress_name(std::uint32_t rank) {
  return name_of_rank(rank) + ".progress";
}

std::string end_name(std::uint32_t rank) {
  return name_of_rank(rank) + ".ended";
}

output::Descriptor open_at(const output::Descriptor& folder, const char* name, int flags) {
  return output::Descriptor(::openat(folder.number(), name, flags | O_CLOEXEC, kReadable));
}

}  // namespace

void RankBoard::remove(const output::Descriptor& directory) {
  std::error_code code;
  std::filesystem::remove_all(fmt::format("/proc/self/fd/{}/{}", directory.number(), kFolder),
                              code);
}

Status RankBoard::make(const output::Descriptor& directory, std::uint32_t rank) {
  remove(directory);
  constexpr mode_t kOpenToAll = 0777;
  if (::mkdirat(directory.number(), kFolder, kOpenToAll) != 0) {
    return output::write_failure(errno, kFolder);
  }
  return join(directory, rank);
}

Status RankBoard::join(const output::Descriptor& directory, std::uint32_t rank) {
  open_ = open_at(directory, kFolder, O_RDONLY | O_DIRECTORY);
  if (!open_.is_open()) return output::write_failure(errno, kFolder);
  return sign(rank);
}

Status RankBoard::sign(std::uint32_t rank) {
  rank_ = rank;
  mine_ = open_at(open_, name_of_rank(rank).c_str(), O_RDWR | O_CREAT);
  if (mine_.is_open() && ::flock(mine_.number(), LOCK_EX | LOCK_NB) == 0) return Done{};
  return output::write_failure(errno, name_of_rank(rank));
}

void RankBoard::close() {
  mine_ = {};
  open_ = {};
}

void RankBoard::write(const std::string& name, const std::string& bytes) const {
  const std::string part = name + ".part";
  output::Descriptor file = open_at(open_, part.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  const bool is_written =
      file.is_open() &&
      ::write(file.number(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      file.close();
  if (is_written) (void)::renameat(open_.number(), part.c_str(), open_.number(), name.c_str());
}

std::optional<std::string> RankBoard::read(const std::string& name) const {
  const output::Descriptor file = open_at(open_, name.c_str(), O_RDONLY);
  if (!file.is_open()) return std::nullopt;
  std::string bytes;
  char piece[4096];
  for (ssize_t taken = 1; taken > 0;) {
    taken = ::read(file.number(), piece, sizeof piece);
    if (taken > 0) bytes.append(piece, static_cast<std::size_t>(taken));
  }
  return bytes;
}

void RankBoard::tell_progress(std::span<const Progress> progress) const {
  std::string lines;
  for (const auto& [chain, iterations] : progress) {
    lines += fmt::format("{} {}\n", chain, iterations);
  }
  write(progress_name(rank_), lines);
}

std::vector<RankBoard::Progress> RankBoard::progress_of(std::uint32_t rank) const {
  std::istringstream lines(read(progress_name(rank)).value_or(""));
  std::vector<Progress> progress;
  for (Progress one; lines >> one.chain >> one.iterations;) progress.push_back(one);
  return progress;
}

void RankBoard::tell_end(int code, std::string_view said) const {
  write(end_name(rank_), fmt::format("{}\n{}", code, said));
}

RankAccount RankBoard::account_of(std::uint32_t rank) const {
  using State = RankAccount::State;
  // The lock is looked at first: what was said before it was let go is there afterwards.
  const output::Descriptor file = open_at(open_, name_of_rank(rank).c_str(), O_RDWR);
  const bool is_free = file.is_open() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
  const std::optional<std::string> end = read(end_name(rank));
  if (!end) return {.state = is_free ? State::kDied : State::kWorking, .code = 0, .said = {}};
  const std::size_t line = end->find('\n');
  return {.state = State::kEnded,
          .code = std::atoi(end->c_str()),
          .said = line == std::string::npos ? "" : end->substr(line + 1)};
}

void RankBoard::ask_to_stop() const {
  write(kStop, "");
}

bool RankBoard::is_asked_to_stop() const {
  return read(kStop).has_value();
}

void RankBoard::tell_thin(const std::string& bytes) const {
  write(kThin, bytes);
}

std::optional<std::string> RankBoard::thin() const {
  return read(kThin);
}

output::Descriptor RankBoard::turn() const {
  output::Descriptor file = open_at(open_, kTurn, O_RDWR | O_CREAT);
  while (file.is_open() && ::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) continue;
  return file;
}

}  // namespace autumn::engine
