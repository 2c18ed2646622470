// The files of a run: one per chain, written beside those of the run before, which they replace
// when there are draws to show.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/run.h"
#include "output/files/descriptor.h"
#include "output/files/draw_writer.h"

namespace autumn::engine {

// An error if something is in the way of the files of a run: a file for a directory, or files of
// another run that may not be replaced. Leaves everything as it was.
[[nodiscard]] Status check_files(const RunOptions& options);

class RunFiles {
 public:
  // Nothing is written if the run writes no files. Heads are written at once, but for what is
  // settled late: they tell it, and nothing comes before it is known. An error if something is in
  // the way: files that may not be replaced, another run.
  [[nodiscard]] static Result<RunFiles> open(const RunOptions& options,
                                             std::span<const std::string> columns);

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
  // What was put aside goes, since there is a whole run in its place.
  void complete();
  // The error of a run, which says where the draws of the run before are.
  [[nodiscard]] Error tell_of_old(Error error) const;
  // What was put aside and is still there.
  [[nodiscard]] const std::vector<std::string>& put_aside() const { return put_aside_; }

 private:
  [[nodiscard]] Status prepare_directory(const RunOptions& options);
  [[nodiscard]] Status open_writers(const RunOptions& options,
                                    std::span<const std::string> columns);
  void put_old_aside();

  std::string directory_;           // empty for files with names of their own
  std::vector<std::string> named_;  // these
  output::Descriptor lock_;         // of the directory
  std::vector<std::unique_ptr<output::DrawWriter>> writers_;
  std::unique_ptr<std::once_flag> has_shown_ = std::make_unique<std::once_flag>();
  std::vector<std::string> put_aside_;
};

}  // namespace autumn::engine
