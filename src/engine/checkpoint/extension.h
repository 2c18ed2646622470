// A finished run that is to have more draws is kept as it was, beside its checkpoints, until it has
// them: an extension that comes to nothing leaves what was there.
#pragma once

#include <span>
#include <string>

#include "engine/checkpoint/checkpoint_directory.h"
#include "output/files/draw_writer.h"

namespace autumn::engine {

// A chain at its end, and its file.
struct FinishedChain {
  Checkpoint end;
  std::string path;
  output::Format format = output::Format::kCsv;
};

// To be called before anything of the run is changed.
[[nodiscard]] Status keep_finished(const CheckpointDirectory& directory,
                                   std::span<const FinishedChain> chains);
// Whether a finished run is kept there.
[[nodiscard]] bool keeps_finished(const CheckpointDirectory& directory);
// The files, the checkpoints and the record are those of the finished run again.
[[nodiscard]] Status put_back_finished(CheckpointDirectory& directory);
// The run has what it was to have.
void drop_finished(const CheckpointDirectory& directory);

}  // namespace autumn::engine
