// This file compares the names of what is read and of what is written.
#include "output/files/replacement.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace autumn::output {
namespace {

namespace fs = std::filesystem;

bool is_plain(const std::string& path) {
  std::error_code code;
  return fs::is_regular_file(path, code);
}

// What is written by people, and is included by other programs perhaps.
bool is_program(const std::string& path) {
  return (path.ends_with(".stan") || path.ends_with(".stanfunctions")) && is_plain(path);
}

Error would_be_replaced(const std::string& path) {
  return {.message = fmt::format("`{}` is read, and would be replaced by what is made of it", path),
          .suggestion = "choose another name for the output",
          .where = {}};
}

Status check_output(std::span<const std::string> inputs, const std::string& path) {
  for (const std::string& input : inputs) {
    if (!input.empty() && is_same_file(input, path)) return would_be_replaced(input);
  }
  if (!is_program(path)) return Done{};
  return Error{.message = fmt::format("`{}` is a Stan program, and would be replaced", path),
               .suggestion = "choose another name for the output",
               .where = {}};
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code code;
  if (fs::exists(a, code) && fs::exists(b, code)) {
    return fs::equivalent(a, b, code) && is_plain(a);
  }
  const auto whole = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, code), code);
  };
  return whole(a) == whole(b);
}

bool is_same_directory(const std::string& a, const std::string& b) {
  std::error_code code;
  return fs::is_directory(a, code) && fs::equivalent(a, b, code);
}

Status check_outputs(std::span<const std::string> inputs, std::span<const std::string> outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].empty()) continue;
    if (Status status = check_output(inputs, outputs[k]); !status) return status;
    for (const std::string& other : outputs.first(k)) {
      if (other.empty() || !is_same_file(other, outputs[k])) continue;
      return Error{.message = fmt::format("`{}` would be written twice", outputs[k]),
                   .suggestion = "choose a name for each output",
                   .where = {}};
    }
  }
  return Done{};
}

Status check_replaceable(const std::string& path, bool may_be_replaced) {
  if (may_be_replaced || !is_plain(path)) return Done{};
  return Error{.message = fmt::format("the file `{}` exists already", path),
               .suggestion = "choose another file, or allow it to be replaced (--force)",
               .where = {}};
}

}  // namespace autumn::output
