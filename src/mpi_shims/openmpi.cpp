// The shim of Open MPI: a small process beside each rank that speaks MPI for it, because Autumn is
// one static executable that needs no MPI, and the interfaces of MPIs differ. It does what it is
// asked on its descriptor, and ends with it.
#include <mpi.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "mpi/wire.h"

namespace {

using autumn::mpi::wire::Answer;
using autumn::mpi::wire::Ask;
using autumn::mpi::wire::kSecondsOfSilence;
using autumn::mpi::wire::kShimDescriptor;
using autumn::mpi::wire::Request;

// That a rank is dead nobody tells: MPI waits for it forever, where the launcher lets the others
// live. So whoever works together tells each other that they live, and notices who does not.
class Pulse {
 public:
  void begin(int rank, int size) {
    rank_ = rank;
    heard_.assign(static_cast<std::size_t>(size), Clock::now());
  }

  // To the first rank, and from that to all.
  void beat() {
    static char life = 1;
    const Clock::time_point now = Clock::now();
    if (heard_.empty() || now - last_ < kBetween) return;
    if (now - last_ > kStopped) heard_.assign(heard_.size(), now);
    last_ = now;
    for (int other = 0; other < static_cast<int>(heard_.size()); ++other) {
      if (!is_partner(other)) continue;
      MPI_Request request = MPI_REQUEST_NULL;
      const int code = MPI_Isend(&life, 1, MPI_BYTE, other, kTag, MPI_COMM_WORLD, &request);
      if (code == MPI_SUCCESS) MPI_Request_free(&request);
      listen(other);
    }
  }

  [[nodiscard]] bool is_silent(int other) const {
    const std::chrono::duration<double> silence =
        Clock::now() - heard_[static_cast<std::size_t>(other)];
    return is_partner(other) && silence.count() > kSecondsOfSilence;
  }
  // One that is; -1 if there is none.
  [[nodiscard]] int silent() const {
    for (int other = 0; other < static_cast<int>(heard_.size()); ++other) {
      if (is_silent(other)) return other;
    }
    return -1;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kTag = 3;
  static constexpr std::chrono::seconds kBetween{1};
  // Who has itself been stopped for so long (a job that was suspended) knows nothing of the others.
  static constexpr std::chrono::seconds kStopped{5};

  [[nodiscard]] bool is_partner(int other) const {
    return other != rank_ && (rank_ == 0 || other == 0);
  }

  void listen(int other) {
    while (true) {
      int is_there = 0;
      char life = 0;
      const int code = MPI_Iprobe(other, kTag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
      if (code != MPI_SUCCESS || is_there == 0) return;
      MPI_Recv(&life, 1, MPI_BYTE, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      heard_[static_cast<std::size_t>(other)] = Clock::now();
    }
  }

  int rank_ = 0;
  Clock::time_point last_;
  std::vector<Clock::time_point> heard_;
};

Pulse& pulse() {
  static Pulse only;
  return only;
}

// Whether what was asked for is done; false if a rank that it needs is dead. MPI moves on while it
// is asked.
template <typename IsDead>
bool await(MPI_Request& request, const IsDead& is_dead) {
  constexpr int kEager = 1000, kRarely = 100;
  for (int k = 0;; ++k) {
    int is_done = 0;
    if (MPI_Test(&request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (is_done != 0) return true;
    if (k >= kEager) sched_yield();
    if (k % kRarely != 0) continue;
    pulse().beat();
    if (is_dead()) return false;
  }
}

bool await(MPI_Request& request, int rank) {
  return await(request, [rank] { return pulse().is_silent(rank); });
}

// One message has a first part with its length and then parts that MPI can count.
constexpr int kLengthTag = 1;
constexpr int kPartTag = 2;
constexpr std::uint64_t kPart = std::uint64_t{1} << 30;

// Without its rank there is nothing left to do here.
[[noreturn]] void leave() {
  _exit(0);
}

void read_all(void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t taken = read(kShimDescriptor, at, bytes);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) leave();
    at += taken;
    bytes -= static_cast<std::size_t>(taken);
  }
}

void write_all(const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t taken = write(kShimDescriptor, at, bytes);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) leave();
    at += taken;
    bytes -= static_cast<std::size_t>(taken);
  }
}

void answer(const Answer& said, const char* bytes = nullptr) {
  write_all(&said, sizeof said);
  write_all(bytes, said.bytes);
}

// Whether all parts went through.
template <typename Visit>
bool for_parts(std::vector<char>& message, Visit visit) {
  for (std::uint64_t done = 0; done < message.size(); done += kPart) {
    const auto bytes = static_cast<int>(std::min(kPart, message.size() - done));
    if (!visit(message.data() + done, bytes)) return false;
  }
  return true;
}

bool send_bytes(const void* from, int bytes, int rank, int tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Isend(from, bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &request);
  return code == MPI_SUCCESS && await(request, rank);
}

bool receive_bytes(void* to, int bytes, int rank, int tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Irecv(to, bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &request);
  return code == MPI_SUCCESS && await(request, rank);
}

constexpr Answer kLost{.rank = 0, .size = 0, .bytes = 0, .is_lost = 1, .unused = 0};

void begin() {
  MPI_Init(nullptr, nullptr);
  Answer said;
  MPI_Comm_rank(MPI_COMM_WORLD, &said.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &said.size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  pulse().begin(said.rank, said.size);
  answer(said);
}

void send(int rank, std::vector<char> message) {
  std::uint64_t length = message.size();
  const bool is_sent = send_bytes(&length, sizeof length, rank, kLengthTag) &&
                       for_parts(message, [&](char* part, int bytes) {
                         return send_bytes(part, bytes, rank, kPartTag);
                       });
  answer(is_sent ? Answer{} : kLost);
}

void receive(int rank) {
  std::uint64_t length = 0;
  if (!receive_bytes(&length, sizeof length, rank, kLengthTag)) return answer(kLost);
  std::vector<char> message(length);
  const bool is_whole = for_parts(
      message, [&](char* part, int bytes) { return receive_bytes(part, bytes, rank, kPartTag); });
  if (!is_whole) return answer(kLost);
  answer({.rank = 0, .size = 0, .bytes = length, .is_lost = 0, .unused = 0}, message.data());
}

// MPI would wait for the dead at its end, too.
void finish() {
  MPI_Request request = MPI_REQUEST_NULL;
  const bool are_here = MPI_Ibarrier(MPI_COMM_WORLD, &request) == MPI_SUCCESS &&
                        await(request, [] { return pulse().silent() >= 0; });
  if (are_here) MPI_Finalize();
  Answer said = are_here ? Answer{} : kLost;
  said.rank = std::max(pulse().silent(), 0);
  answer(said);
  leave();
}

// Until the rank asks for something.
void await_request() {
  constexpr int kMilliseconds = 500;
  pollfd one{.fd = kShimDescriptor, .events = POLLIN, .revents = 0};
  while (poll(&one, 1, kMilliseconds) == 0) pulse().beat();
}

void serve(const Request& request) {
  std::vector<char> message(request.bytes);
  read_all(message.data(), message.size());
  switch (request.ask) {
    case Ask::kBegin: return begin();
    case Ask::kSend: return send(request.rank, std::move(message));
    case Ask::kReceive: return receive(request.rank);
    case Ask::kFinish: return finish();
    case Ask::kAbort: MPI_Abort(MPI_COMM_WORLD, request.rank); return leave();
  }
}

}  // namespace

int main() {
  // Signals to the whole group are for the rank, which ends the shim when it ends; a shim that
  // waits for a message does not see that its rank has gone, but the system does.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(number, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (true) {
    Request request;
    await_request();
    read_all(&request, sizeof request);
    serve(request);
  }
}
