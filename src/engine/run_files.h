// The files of a run: one per chain, written beside those of the run before, which they replace
// when there are draws to show.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint_directory.h"
#include "engine/run.h"
#include "output/files/descriptor.h"
#include "output/files/draw_writer.h"

namespace autumn::engine {

// An error if something is in the way of the files of a run: a file for a directory, or files of
// another run that may not be replaced. Leaves everything as it was.
[[nodiscard]] Status check_files(const RunOptions& options);

// The checkpoints of a run that is made, by all its chains.
struct KeptCheckpoints {
  CheckpointDirectory directory;
  std::optional<double> seconds;  // between two of a chain, if that was asked for
  bool goes_on = false;
  bool is_given_up = false;
  // A finished run is made longer, and has come to nothing yet: at the end it is as it was.
  bool takes_back = false;
  std::atomic<double> cost = 0;  // of the last one, in seconds
  std::atomic<bool> has_any = false;

  ~KeptCheckpoints();
};

class RunFiles {
 public:
  // Nothing is written if the run writes no files. Heads are written at once, but for what is
  // settled late: they tell it, and nothing comes before it is known. An error if something is in
  // the way: files that may not be replaced, another run.
  // A run that goes on finds what it has; `choices` are those of its plan, and must be the same.
  [[nodiscard]] static Result<RunFiles> open(const RunOptions& options,
                                             std::span<const std::string> columns,
                                             std::uint64_t choices);

  // Null without files. The writers of several chains may be used at the same time.
  [[nodiscard]] output::DrawWriter* writer(std::uint32_t chain) const {
    return writers_.empty() ? nullptr : writers_[chain].get();
  }
  // The file of the chain takes its place, because it has draws. The first to do so puts the files
  // of the run before aside, all of them: draws of two runs do not lie side by side.
  Status show(std::uint32_t chain);
  // The last lines, and the end of the file.
  Status finish(std::uint32_t chain, const output::ElapsedTimes& times);
  // A chain that came to nothing has no file, unless somebody else has named it and waits for it.
  void drop(std::uint32_t chain);
  // Whether chains are to tell their states, and how many seconds are to lie between two of them.
  [[nodiscard]] bool keeps_checkpoints() const { return checkpoints_ != nullptr; }
  [[nodiscard]] double seconds_between_checkpoints() const;
  // The rows that were written are on the disk when this returns, and so is the checkpoint.
  Status keep(Checkpoint checkpoint);
  // From where a chain goes on, if not from its beginning.
  [[nodiscard]] const std::optional<Checkpoint>& beginning(std::uint32_t chain) const {
    return beginnings_[chain];
  }
  // How far another rank has come with a chain.
  Status look_at(std::uint32_t chain);
  // What there is to say about checkpoints that could not be used.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  // What was put aside goes, since there is a whole run in its place.
  Status complete();
  // The run is over without being complete. Where it had nothing to show and others have, or if it
  // has failed at once, nothing is left of it.
  void give_up(bool has_failed);
  // Whether the run can be gone on with.
  [[nodiscard]] bool can_go_on() const { return checkpoints_ && !checkpoints_->is_given_up; }
  // The error of a run, which says where the draws of the run before are.
  [[nodiscard]] Error tell_of_old(Error error) const;
  // What was put aside and is still there.
  [[nodiscard]] const std::vector<std::string>& put_aside() const { return put_aside_; }

 private:
  [[nodiscard]] Status prepare_directory(const RunOptions& options);
  [[nodiscard]] Status open_checkpoints(const RunOptions& options, std::uint64_t choices);
  [[nodiscard]] Status find_checkpoints(const RunOptions& options, std::uint64_t choices);
  [[nodiscard]] Status keep_finished_run(const RunOptions& options);
  [[nodiscard]] Status check_beginnings(const RunOptions& options) const;
  [[nodiscard]] Status open_writers(const RunOptions& options,
                                    std::span<const std::string> columns);
  [[nodiscard]] Result<std::unique_ptr<output::DrawWriter>> open_writer(
      const RunOptions& options, std::uint32_t chain, std::span<const std::string> columns) const;
  [[nodiscard]] Status open_board(const RunOptions& options);
  void show_first();
  void put_old_aside();

  std::string directory_;           // empty for files with names of their own
  std::vector<std::string> named_;  // these, where links lead
  output::Descriptor lock_;         // of the directory
  std::unique_ptr<KeptCheckpoints> checkpoints_;
  std::vector<std::unique_ptr<output::DrawWriter>> writers_;
  std::unique_ptr<std::once_flag> has_shown_ = std::make_unique<std::once_flag>();
  std::vector<std::string> put_aside_;
  std::vector<std::optional<Checkpoint>> beginnings_;
  std::vector<std::string> notes_;
  std::shared_ptr<RankBoard> board_;  // if other ranks make chains, too
};

}  // namespace autumn::engine
