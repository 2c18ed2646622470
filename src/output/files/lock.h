// A lock keeps two runs from writing the same files.
#pragma once

#include <string>

#include "base/error.h"
#include "output/files/descriptor.h"

namespace autumn::output {

// Locks what is open there, a file or a directory, until it is closed; an error that names the
// process if another one has the lock. File systems that know no locks let everybody in.
[[nodiscard]] Status lock(const Descriptor& open, const std::string& path);

// The directory, locked.
[[nodiscard]] Result<Descriptor> lock_directory(const std::string& path);

}  // namespace autumn::output
