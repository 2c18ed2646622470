// This file knows the values of our environment variables.
#include "engine/environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/instruction_set.h"

namespace autumn::engine {
namespace {

// Nothing, and an empty value, ask for what is usual.
Status check_variable(const char* name, const std::vector<std::string_view>& values) {
  const char* given = std::getenv(name);
  if (given == nullptr || *given == '\0') return Done{};
  if (std::ranges::find(values, std::string_view(given)) != values.end()) return Done{};
  return Error{.message = fmt::format("the environment variable {} is `{}`", name, given),
               .suggestion = fmt::format("it may be one of {}", fmt::join(values, ", ")),
               .where = {}};
}

}  // namespace

Status check_environment() {
  std::vector<std::string_view> sets;
  for (const InstructionSet set : available_instruction_sets()) sets.push_back(name_of(set));
  Status status = check_variable("AUTUMN_INSTRUCTION_SET", sets);
  if (status) status = check_variable("AUTUMN_MARGINALIZE", {"auto", "0", "1", "none", "all"});
  if (status) status = check_variable("AUTUMN_JUMPS", {"0", "1"});
  if (status) status = check_variable("AUTUMN_LP_JOINT", {"0", "1"});
  return status;
}

}  // namespace autumn::engine
