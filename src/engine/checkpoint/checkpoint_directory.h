// The directory of checkpoints lies beside the files of draws, as DIR/.checkpoint: the record of
// the run, and for each chain its last checkpoint and the one before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/run_record.h"
#include "output/files/descriptor.h"

namespace autumn::engine {

// A run has it as `.checkpoint.part` until it has draws to show; then it takes the place of that of
// the run before, which is `.checkpoint.replaced` as long as the new run is not whole. Moving it
// does not disturb those who write into it.
class CheckpointDirectory {
 public:
  // A new one, for the run of this record.
  [[nodiscard]] static Result<CheckpointDirectory> create(const std::string& output,
                                                          const RunRecord& record);
  // The one of the last run there, be it in its place or not. An error that says what is there
  // instead.
  [[nodiscard]] static Result<CheckpointDirectory> find(const std::string& output);

  [[nodiscard]] const RunRecord& record() const { return record_; }
  // Replaces the record, which must be that of the same run.
  Status change(const RunRecord& record);
  // Returns when the checkpoint is on the disk; the one before stays beside it. A death, or a disk
  // that is full, leaves the last one in its place.
  Status keep(const Checkpoint& checkpoint);
  // The last one of a chain. Nothing if it had none yet; the one before, with a sentence about that
  // in `note`, if the last one is damaged; an error if both are.
  [[nodiscard]] Result<std::optional<Checkpoint>> last(std::uint32_t chain,
                                                       std::string& note) const;

  // Small files beside the checkpoints, whole or not at all.
  [[nodiscard]] Status write(const std::string& name, const std::string& bytes) const;
  [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
  void remove(const std::string& name) const;
  // This checkpoint, as a file has it, is the only one of the chain.
  [[nodiscard]] Status put(std::uint32_t chain, const std::string& bytes) const;
  // The directory of the draws.
  [[nodiscard]] const std::string& output() const { return output_; }

  // The run has draws to show. What was there is to be put aside first.
  void take_place();
  [[nodiscard]] bool is_in_place() const;
  // Another process of the run may have moved it.
  void look_where_it_is();
  [[nodiscard]] const output::Descriptor& open() const { return open_; }
  // The run is not to be gone on with; nothing is left of it but what has taken its place.
  void give_up();

 private:
  CheckpointDirectory(std::string output, std::string name, output::Descriptor open);

  // Beside its place; `errno` says what went wrong.
  [[nodiscard]] bool write_part(const std::string& name, const std::string& bytes) const;
  [[nodiscard]] Error part_failed(const std::string& name) const;
  [[nodiscard]] bool take_turn(const std::string& name) const;
  void put_aside(const std::string& name) const;
  [[nodiscard]] bool rename(const std::string& from, const std::string& to) const;
  [[nodiscard]] Result<std::optional<Checkpoint>> read_checkpoint(std::uint32_t chain,
                                                                  const std::string& name) const;

  [[nodiscard]] std::string path_of(const std::string& name) const;

  std::string output_;       // the directory of the draws
  std::string name_;         // in there
  output::Descriptor open_;  // wherever it is
  RunRecord record_;
  std::uint64_t id_ = 0;
};

// What a run before has left there is put aside, and what was put aside is removed.
void put_checkpoints_aside(const std::string& output);
void remove_replaced_checkpoints(const std::string& output);

}  // namespace autumn::engine
