// The shim of Open MPI: a small process beside each rank that speaks MPI for it, because Autumn is
// one static executable that needs no MPI, and the interfaces of MPIs differ. It does what it is
// asked on its descriptor, and ends with it.
#include <mpi.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "mpi/wire.h"

namespace {

using autumn::mpi::wire::Answer;
using autumn::mpi::wire::Ask;
using autumn::mpi::wire::kShimDescriptor;
using autumn::mpi::wire::Request;

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

template <typename Visit>
void for_parts(std::vector<char>& message, Visit visit) {
  for (std::uint64_t done = 0; done < message.size(); done += kPart) {
    visit(message.data() + done, static_cast<int>(std::min(kPart, message.size() - done)));
  }
}

void begin() {
  MPI_Init(nullptr, nullptr);
  Answer said;
  MPI_Comm_rank(MPI_COMM_WORLD, &said.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &said.size);
  answer(said);
}

void send(int rank, std::vector<char> message) {
  std::uint64_t length = message.size();
  MPI_Send(&length, 1, MPI_UINT64_T, rank, kLengthTag, MPI_COMM_WORLD);
  for_parts(message, [&](char* part, int bytes) {
    MPI_Send(part, bytes, MPI_BYTE, rank, kPartTag, MPI_COMM_WORLD);
  });
  answer({});
}

void receive(int rank) {
  std::uint64_t length = 0;
  MPI_Recv(&length, 1, MPI_UINT64_T, rank, kLengthTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::vector<char> message(length);
  for_parts(message, [&](char* part, int bytes) {
    MPI_Recv(part, bytes, MPI_BYTE, rank, kPartTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  answer({.bytes = length}, message.data());
}

void finish() {
  MPI_Finalize();
  answer({});
  leave();
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
    read_all(&request, sizeof request);
    serve(request);
  }
}
