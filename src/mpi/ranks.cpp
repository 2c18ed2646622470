// This file speaks to the shim: a request, and the answer to it.
#include "mpi/ranks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mpi/wire.h"

namespace autumn::mpi {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShim = "autumn-mpi-openmpi";

Error no_shim() {
  return {.message = fmt::format("an MPI launcher started this process, but there is no `{}` "
                                 "beside this executable, which speaks MPI for it",
                                 kShim),
          .suggestion =
              "build Autumn where Open MPI's headers are (Debian: libopenmpi-dev), or set "
              "AUTUMN_MPI=off for processes that have nothing to do with each other",
          .where = {}};
}

Error cannot_start(const std::string& what, int error_number) {
  return {.message = fmt::format("cannot start `{}`: {}", what, std::strerror(error_number)),
          .suggestion = "",
          .where = {}};
}

// The child has its end of the pair where it looks for it.
int spawn(const std::string& path, int end, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end, wire::kShimDescriptor);
  std::string name = fs::path(path).filename().string();
  char* const words[] = {name.data(), nullptr};
  const int code = posix_spawn(&child, path.c_str(), &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

}  // namespace

Result<std::string> find_shim() {
  const char* given = std::getenv("AUTUMN_MPI");
  if (given != nullptr && *given != '\0') return std::string(given);
  std::error_code code;
  const fs::path folder = fs::read_symlink("/proc/self/exe", code).parent_path();
  for (const fs::path& path : {folder / kShim, folder.parent_path() / "lib/autumn" / kShim}) {
    if (fs::exists(path, code)) return path.string();
  }
  return no_shim();
}

Result<Ranks> Ranks::begin(const Place& place, const std::atomic<bool>* stop) {
  Result<std::string> path = find_shim();
  if (!path) return path.error();
  int pair[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    return cannot_start(path.value(), errno);
  }
  // A number that is not the one the child looks for: only then does it stay open there.
  const int theirs = ::fcntl(pair[1], F_DUPFD_CLOEXEC, wire::kShimDescriptor + 1);
  ::close(pair[1]);
  Ranks ranks;
  ranks.place_ = place;
  ranks.socket_ = pair[0];
  ranks.stop_ = stop;
  const int code = spawn(path.value(), theirs, ranks.shim_);
  ::close(theirs);
  if (code != 0) return cannot_start(path.value(), code);
  const wire::Request request{.ask = wire::Ask::kBegin};
  wire::Answer answer;
  if (Status status = ranks.write(&request, sizeof request); !status) return status.error();
  if (Status status = ranks.read(&answer, sizeof answer); !status) return status.error();
  if (Place{answer.rank, answer.size} == place) return ranks;
  return Error{.message = fmt::format("the launcher says that this is rank {} of {}, and Open MPI "
                                      "that it is rank {} of {}",
                                      place.rank, place.size, answer.rank, answer.size),
               .suggestion =
                   "only Open MPI, of the version that Autumn was built with, can be "
                   "used; AUTUMN_MPI=off runs processes that do not know each other",
               .where = {}};
}

Ranks::Ranks(Ranks&& other) noexcept
    : place_(other.place_),
      socket_(std::exchange(other.socket_, -1)),
      shim_(std::exchange(other.shim_, -1)),
      stop_(other.stop_) {}

Ranks& Ranks::operator=(Ranks&& other) noexcept {
  std::swap(place_, other.place_);
  std::swap(socket_, other.socket_);
  std::swap(shim_, other.shim_);
  std::swap(stop_, other.stop_);
  return *this;
}

Ranks::~Ranks() {
  if (shim_ > 0) ::kill(shim_, SIGKILL);
  end_shim();
}

void Ranks::end_shim() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  if (shim_ > 0) ::waitpid(std::exchange(shim_, -1), nullptr, 0);
}

Status Ranks::send(int to, std::string_view bytes) {
  const wire::Request request{.ask = wire::Ask::kSend, .rank = to, .bytes = bytes.size()};
  wire::Answer answer;
  if (Status status = write(&request, sizeof request); !status) return status;
  if (Status status = write(bytes.data(), bytes.size()); !status) return status;
  if (Status status = read(&answer, sizeof answer); !status) return status;
  return answer.is_lost != 0 ? Status(silent(to)) : Status(Done{});
}

Result<std::string> Ranks::receive(int from) {
  const wire::Request request{.ask = wire::Ask::kReceive, .rank = from};
  wire::Answer answer;
  if (Status status = write(&request, sizeof request); !status) return status.error();
  if (Status status = read(&answer, sizeof answer); !status) return status.error();
  if (answer.is_lost != 0) return silent(from);
  std::string bytes(answer.bytes, '\0');
  if (Status status = read(bytes.data(), bytes.size()); !status) return status.error();
  return bytes;
}

Status Ranks::send(int to, std::span<const double> numbers) {
  return send(
      to, std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
}

Status Ranks::receive(int from, std::span<double> numbers) {
  const Result<std::string> bytes = receive(from);
  if (!bytes) return bytes.error();
  if (bytes.value().size() != numbers.size_bytes()) return lost();
  std::memcpy(numbers.data(), bytes.value().data(), numbers.size_bytes());
  return Done{};
}

Status Ranks::finish() {
  if (socket_ < 0) return Done{};  // who has ended them all has nothing to wait for
  const wire::Request request{.ask = wire::Ask::kFinish};
  wire::Answer answer;
  if (Status status = write(&request, sizeof request); !status) return status;
  if (Status status = read(&answer, sizeof answer); !status) return status;
  end_shim();
  return answer.is_lost != 0 ? Status(silent(answer.rank)) : Status(Done{});
}

void Ranks::abort(int code) {
  const wire::Request request{.ask = wire::Ask::kAbort, .rank = code};
  if (write(&request, sizeof request)) end_shim();
}

// So that a wait ends when it is asked to.
Status Ranks::wait_to(short events) {
  constexpr int kMilliseconds = 100;
  if (socket_ < 0) return lost();  // of what is closed there is never any news
  while (true) {
    pollfd one{.fd = socket_, .events = events, .revents = 0};
    if (::poll(&one, 1, kMilliseconds) > 0) return Done{};
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
      return Error{
          .message = "interrupted while waiting for other ranks", .suggestion = "", .where = {}};
    }
  }
}

Status Ranks::write(const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    if (Status status = wait_to(POLLOUT); !status) return status;
    const ssize_t taken = ::send(socket_, at, bytes, MSG_NOSIGNAL);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return lost();
    at += taken;
    bytes -= static_cast<std::size_t>(taken);
  }
  return Done{};
}

Status Ranks::read(void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    if (Status status = wait_to(POLLIN); !status) return status;
    const ssize_t taken = ::recv(socket_, at, bytes, 0);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return lost();
    at += taken;
    bytes -= static_cast<std::size_t>(taken);
  }
  return Done{};
}

Error Ranks::silent(int other) const {
  return {.message = fmt::format("rank {} of {} is lost: it has said nothing for {:g} seconds",
                                 other, place_.size, wire::kSecondsOfSilence),
          .suggestion =
              "what it was doing ends with it; `autumn resume` goes on with a run that "
              "was kept",
          .where = {}};
}

Error Ranks::lost() const {
  return {.message = fmt::format("rank {} of {} has lost the other ranks: MPI ended, or could not "
                                 "be started",
                                 place_.rank, place_.size),
          .suggestion = "AUTUMN_MPI=off runs processes that do not know each other",
          .where = {}};
}

}  // namespace autumn::mpi
