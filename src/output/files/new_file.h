// A new file is written beside its place, and takes it when there is something to show: until then
// whatever is there stays as it is.
#pragma once

#include <string>

#include "base/error.h"
#include "output/files/descriptor.h"

namespace autumn::output {

// What a file is called before it has taken its place.
[[nodiscard]] std::string part_of(const std::string& path);

// What becomes of a link with the name of the file: it stays, and what it leads to is replaced; or
// the file takes its place, and nothing but plain files may be there.
enum class Links { kFollowed, kReplaced };

// Where links lead, whether something is there or not.
[[nodiscard]] std::string target_of(const std::string& path);

class NewFile {
 public:
  // Devices and pipes are in their place at once, and so is a file in a directory in which no other
  // may be made. An error if another process is writing this file.
  [[nodiscard]] static Result<NewFile> create(const std::string& path,
                                              Links links = Links::kFollowed);

  // A file that is there already, in its place and locked as it is, to be written on.
  [[nodiscard]] static Result<NewFile> reopen(const std::string& path);

  NewFile(NewFile&&) noexcept = default;
  NewFile& operator=(NewFile&&) = delete;
  // A file that has not taken its place is removed.
  ~NewFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Descriptor& open() const { return open_; }
  [[nodiscard]] bool is_in_place() const { return part_.empty(); }
  // Does nothing the second time.
  Status take_place();
  // An error if what is in its place now is another file, or none: somebody took this one away.
  [[nodiscard]] Status check_in_place() const;
  // Whether the system had nothing to complain about.
  bool close() { return open_.close(); }

 private:
  NewFile(std::string path, std::string target, std::string part, Descriptor open);

  std::string path_;    // as it was asked for
  std::string target_;  // where links lead
  std::string part_;    // where it is now, if not there
  Descriptor open_;
};

}  // namespace autumn::output
