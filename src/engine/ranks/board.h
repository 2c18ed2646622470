// The board is what the ranks of a run leave for each other beside its checkpoints, as
// DIR/.checkpoint/ranks: who is at work, how far, and how it ended. A rank that dies leaves its
// lock open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "output/files/descriptor.h"

namespace autumn::engine {

// How it stands with a rank.
struct RankAccount {
  enum class State : std::uint8_t { kWorking, kEnded, kDied };
  State state = State::kWorking;
  int code = 0;      // the exit code of one that has ended
  std::string said;  // what it would have put on the screen
};

class RankBoard {
 public:
  // Who leads makes an empty one in a directory that is open, the others find it there.
  [[nodiscard]] Status make(const output::Descriptor& directory, std::uint32_t rank);
  [[nodiscard]] Status join(const output::Descriptor& directory, std::uint32_t rank);
  [[nodiscard]] bool is_open() const { return open_.is_open(); }
  // Nothing is left of it.
  static void remove(const output::Descriptor& directory);
  void close();

  // Iterations of chains, by their numbers from 0; what cannot be told is not.
  struct Progress {
    std::uint32_t chain = 0;
    std::uint32_t iterations = 0;
  };
  void tell_progress(std::span<const Progress> progress) const;
  [[nodiscard]] std::vector<Progress> progress_of(std::uint32_t rank) const;

  void tell_end(int code, std::string_view said) const;
  [[nodiscard]] RankAccount account_of(std::uint32_t rank) const;

  // All ranks are to end their chains as by Ctrl-C.
  void ask_to_stop() const;
  [[nodiscard]] bool is_asked_to_stop() const;

  // What chain 1 has chosen for all.
  void tell_thin(const std::string& bytes) const;
  [[nodiscard]] std::optional<std::string> thin() const;

  // One rank at a time does what all would do, as long as this is open.
  [[nodiscard]] output::Descriptor turn() const;

 private:
  [[nodiscard]] Status sign(std::uint32_t rank);
  void write(const std::string& name, const std::string& bytes) const;
  [[nodiscard]] std::optional<std::string> read(const std::string& name) const;

  output::Descriptor open_;
  output::Descriptor mine_;  // locked as long as this process lives
  std::uint32_t rank_ = 0;
};

}  // namespace autumn::engine
