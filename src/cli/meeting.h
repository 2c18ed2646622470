// The ranks of a run meet before their chains begin, by MPI, and part: from then on nothing that
// becomes of one of them is to disturb the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/said.h"
#include "engine/ranks/share.h"
#include "mpi/ranks.h"

namespace autumn::cli {

class Meeting {
 public:
  Meeting(mpi::Ranks ranks, std::unique_ptr<Said> said);

  [[nodiscard]] bool leads() const { return ranks_.rank() == 0; }
  // What is drawn or looked up once, for all. An error if this rank was given another command.
  [[nodiscard]] Status open(const std::vector<std::string>& words);
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const std::string& started() const { return started_; }
  // Threads of this rank, where nothing else was asked for.
  [[nodiscard]] std::uint32_t threads() const;
  [[nodiscard]] engine::Share share();

  // For ranks that do not part before their chains begin, but when they leave.
  [[nodiscard]] mpi::Ranks& ranks() { return ranks_; }
  void leave() { part(); }

  // The command of this rank has ended with this code, whether or not the ranks had parted; gives
  // the exit code of the process.
  [[nodiscard]] int close(int code);

 private:
  enum class Stage : std::uint8_t { kMet, kAgreed, kParted };

  [[nodiscard]] Status agree(const engine::RunRecord& record);
  [[nodiscard]] Status compare(const engine::RunRecord& record);
  [[nodiscard]] Status await_files();
  [[nodiscard]] Status start(const Status& opened);
  [[nodiscard]] Status lead(const Status& opened);
  [[nodiscard]] Status follow(const Status& opened);
  [[nodiscard]] Status hear_all();
  [[nodiscard]] Status tell_all(bool goes_on);
  void part();
  void give_up();

  mpi::Ranks ranks_;
  std::unique_ptr<Said> said_;  // of those who do not lead
  std::shared_ptr<engine::RankBoard> board_ = std::make_shared<engine::RankBoard>();
  Stage stage_ = Stage::kMet;
  std::uint64_t seed_ = 0;
  std::string started_;
};

// Whether this process is to say what all ranks of a launcher would: those that are not come back
// when it has had time to.
[[nodiscard]] bool speaks_for_ranks();

// Runs a command of this command line, among the ranks if an MPI launcher has started several.
[[nodiscard]] int run_among_ranks(const std::vector<std::string>& words,
                                  const std::function<int(std::shared_ptr<Meeting>)>& command);

}  // namespace autumn::cli
