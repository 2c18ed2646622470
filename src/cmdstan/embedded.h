// An embedded program is a Stan program that is appended to our own executable, which then runs it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {

struct EmbeddedProgram {
  std::string model_name;                 // "bernoulli_model"
  std::string flags;                      // of the compiler, as files tell them
  std::vector<std::string> defines = {};  // STAN_THREADS and the like, as make was told
  std::vector<std::string> include_paths = {};
  std::vector<stan::SourceFile> texts = {};  // the program, then what it includes

  bool operator==(const EmbeddedProgram&) const = default;
};

// What `#include` reads of it: its texts and no files.
[[nodiscard]] stan::Includes includes_of(const EmbeddedProgram& program);

// The program behind this executable; nothing if it is plain. An error if there is one that cannot
// be read.
[[nodiscard]] Result<std::optional<EmbeddedProgram>> embedded_program();

// Whether this is an executable with a program behind it.
[[nodiscard]] bool is_compiled(const std::string& path);

// Writes our executable with this program behind it, under a name of its own first: whoever runs
// the old one goes on running it.
[[nodiscard]] Status write_executable(const EmbeddedProgram& program, const std::string& path);

// Our executable without any program.
[[nodiscard]] Status write_plain_executable(const std::string& path);

}  // namespace autumn::cmdstan
