// What a rank and its shim say to each other, over a pair of sockets: requests of the rank, and one
// answer to each. Both run on one machine, so numbers go as they lie in memory.
#pragma once

#include <cstdint>

namespace autumn::mpi::wire {

enum class Ask : std::uint32_t {
  kBegin,    // MPI_Init; the answer says which rank this is, and of how many
  kSend,     // the bytes that follow, to a rank
  kReceive,  // from a rank, bytes of any length; they follow the answer
  kFinish,   // MPI_Finalize, and the end of the shim
  kAbort,    // MPI_Abort
};

struct Request {
  Ask ask = Ask::kBegin;
  std::int32_t rank = 0;    // to or from which
  std::uint64_t bytes = 0;  // that follow
};

struct Answer {
  std::int32_t rank = 0;  // kBegin
  std::int32_t size = 0;  // kBegin
  std::uint64_t bytes = 0;
  std::int32_t is_lost = 0;  // the other rank has said nothing for so long that it must be dead
  std::int32_t unused = 0;
};

// Shims tell each other every second that they live; whose rank has died is silent.
inline constexpr double kSecondsOfSilence = 20.0;

// The descriptor on which a shim finds its end of the pair.
inline constexpr int kShimDescriptor = 3;

}  // namespace autumn::mpi::wire
