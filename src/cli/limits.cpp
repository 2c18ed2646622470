// This file watches over the time of a command, asks the system to watch over its memory, and turns
// what gets out of it into messages.
#include "cli/limits.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "base/stopped.h"
#include "cli/program.h"
#include "cli/watchdog.h"
#include "engine/interrupt.h"

namespace autumn::cli {
namespace {

// What a program of a stranger gets.
constexpr double kUntrustedSeconds = 600.0;
constexpr double kUntrustedGigabytes = 4.0;
constexpr std::uint64_t kUntrustedSteps = 100'000'000;

ResourceLimits completed(ResourceLimits limits) {
  if (!limits.is_untrusted) return limits;
  if (!limits.seconds) limits.seconds = kUntrustedSeconds;
  if (!limits.gigabytes) limits.gigabytes = kUntrustedGigabytes;
  if (!limits.steps) limits.steps = kUntrustedSteps;
  return limits;
}

std::uint64_t bytes_of(double gigabytes) {
  constexpr double kGigabyte = 1e9;
  return static_cast<std::uint64_t>(gigabytes * kGigabyte);
}

// What more is asked for the system refuses, and the program hears of it.
void limit_memory(double gigabytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes_of(gigabytes));
  (void)::setrlimit(RLIMIT_DATA, &limit);
}

Error no_memory(const ResourceLimits& limits) {
  if (limits.gigabytes) {
    return {.message = fmt::format("this needs more than the {:g} GB of memory that it may use",
                                   *limits.gigabytes),
            .suggestion = "`--limit-memory` allows more",
            .where = {}};
  }
  return {.message = "there is not enough memory for this",
          .suggestion = "fewer draws, chains or threads need less",
          .where = {}};
}

Error refused(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) {
    return {fmt::format("the system refuses: {}", error.what()), {}, {}};
  }
  return {"the system has no more threads for this",
          "`ulimit -u` says how many processes and threads a user may have; a limit of memory "
          "(`ulimit -v`) leaves no room for their stacks, either",
          {}};
}

int stopped_code(const Stopped& stopped) {
  return stopped.limit ? fail(*stopped.limit) : interrupted_code();
}

int run_caught(const ResourceLimits& limits, const std::function<int()>& command) {
  try {
    return command();
  } catch (const Stopped& stopped) {
    return stopped_code(stopped);
  } catch (const std::bad_alloc&) {
    return fail(no_memory(limits));
  } catch (const std::length_error&) {
    return fail(no_memory(limits));
  } catch (const std::system_error& error) {
    return fail(refused(error));
  } catch (const std::exception& error) {
    return fail(Error{fmt::format("internal error: {}", error.what()),
                      "please report this, with the program and its data",
                      {}});
  }
}

// What was printed may not have gone anywhere.
int with_output(int code) {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return code;
  const int failed = fail(
      Error{"cannot write to the standard output", "is the disk full, or the pipe closed?", {}});
  return code == 0 ? failed : code;
}

}  // namespace

int run_caught(const std::function<int()>& command) {
  return run_caught({}, command);
}

trace::Limits trace_limits(const ResourceLimits& given) {
  const ResourceLimits limits = completed(given);
  trace::Limits result;
  result.stop = &engine::interrupt_flag();
  if (limits.steps) result.statements = *limits.steps;
  if (limits.gigabytes) result.bytes = std::min(result.bytes, bytes_of(*limits.gigabytes));
  return result;
}

int run_within(const ResourceLimits& given, const std::function<int()>& command) {
  const ResourceLimits limits = completed(given);
  if (limits.gigabytes) limit_memory(*limits.gigabytes);
  if (!limits.seconds) return with_output(run_caught(limits, command));
  std::optional<Watchdog> watchdog;  // for which the system may have no thread
  const int code = with_output(run_caught(limits, [&] {
    watchdog.emplace(*limits.seconds);
    return command();
  }));
  if (!watchdog || !watchdog->has_bitten()) return code;
  return fail(time_is_up(*limits.seconds));
}

}  // namespace autumn::cli
