// This file raises the limit of the stack; threads take theirs from what it was when a process
// began, and so the process begins again.
#include "cli/stack.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace autumn::cli {
namespace {

constexpr rlim_t kMegabyte = rlim_t{1} << 20;
constexpr rlim_t kUsual = 8 * kMegabyte;      // what Linux gives
constexpr rlim_t kFew = kMegabyte;            // less than this is raised
constexpr rlim_t kLeast = rlim_t{192} << 10;  // less than this ends in the middle of something

// Only root may have more than the second number says.
bool raise(const rlimit& limit) {
  for (const rlim_t most : {std::max(limit.rlim_max, kUsual), limit.rlim_max}) {
    const rlimit wanted{.rlim_cur = std::min(kUsual, most), .rlim_max = most};
    if (wanted.rlim_cur > limit.rlim_cur && ::setrlimit(RLIMIT_STACK, &wanted) == 0) return true;
  }
  return false;
}

}  // namespace

Status ensure_stack(char** words) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kFew) return Done{};
  if (raise(limit)) ::execv("/proc/self/exe", words);
  if (limit.rlim_cur >= kLeast) return Done{};
  return Error{
      .message = fmt::format("the limit of the stack, {} kB, is too small", limit.rlim_cur / 1024),
      .suggestion = "`ulimit -s 8192` is what is usual",
      .where = {}};
}

}  // namespace autumn::cli
