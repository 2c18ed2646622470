// The ranks of a run are processes that an MPI launcher started together; they send each other
// bytes. MPI itself is in a shim, a process beside each rank (src/mpi_shims), so that Autumn needs
// no MPI to be built or to run.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "mpi/place.h"

namespace autumn::mpi {

class Ranks {
 public:
  // Starts the shim, and MPI: returns when all ranks have come here. `place` is what the launcher
  // said; an error if MPI says otherwise. Waiting ends with an error where `stop` becomes true.
  [[nodiscard]] static Result<Ranks> begin(const Place& place,
                                           const std::atomic<bool>* stop = nullptr);

  Ranks(Ranks&& other) noexcept;
  Ranks& operator=(Ranks&& other) noexcept;
  ~Ranks();  // without `finish` the launcher ends the other ranks, too

  [[nodiscard]] int rank() const { return place_.rank; }
  [[nodiscard]] int size() const { return place_.size; }

  // Returns when the bytes are under way; what is long may wait until the other rank receives.
  [[nodiscard]] Status send(int to, std::string_view bytes);
  // The next message of a rank to this one, in the order in which it was sent. An error if that
  // rank is dead, which takes a while to be noticed.
  [[nodiscard]] Result<std::string> receive(int from);

  // The same for numbers; an error unless as many arrive as there is room for.
  [[nodiscard]] Status send(int to, std::span<const double> numbers);
  [[nodiscard]] Status receive(int from, std::span<double> numbers);

  // MPI ends, or an error says that a rank is dead: waits for all ranks, which may live on, and
  // die, as they like from then on.
  [[nodiscard]] Status finish();
  // All ranks end, now.
  void abort(int code);

 private:
  Ranks() = default;

  [[nodiscard]] Status write(const void* from, std::size_t bytes);
  [[nodiscard]] Status read(void* to, std::size_t bytes);
  [[nodiscard]] Status wait_to(short events);
  [[nodiscard]] Error lost() const;
  [[nodiscard]] Error silent(int other) const;
  void end_shim();

  Place place_;
  int socket_ = -1;
  pid_t shim_ = -1;
  const std::atomic<bool>* stop_ = nullptr;
};

// The shim that `begin` starts: $AUTUMN_MPI, or `autumn-mpi-openmpi` beside the executable or in
// ../lib/autumn from there; an error if there is none.
[[nodiscard]] Result<std::string> find_shim();

}  // namespace autumn::mpi
