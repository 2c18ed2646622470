// This file loads programs for the subcommands.
#include "cli/program.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>

#include "base/display_name.h"
#include "base/printable.h"
#include "cli/limits.h"
#include "engine/interrupt.h"

namespace autumn::cli {

int fail(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  return 1;
}

int fail(const Error& error) {
  return fail(to_text(error) + "\n");
}

int interrupted_code() {
  return 128 + engine::interrupting_signal();
}

namespace {

// A print() in the model speaks for every draw: beyond so many lines it is silent, and says so.
constexpr std::int64_t kMostPrinted = 10000;

std::function<void(const std::string&)> bounded_printer(std::FILE* to) {
  return [to, printed = std::make_shared<std::atomic<std::int64_t>>(0)](const std::string& text) {
    const std::int64_t line = ++*printed;
    if (line <= kMostPrinted) std::fprintf(to, "%s\n", printable(text).c_str());
    if (line == kMostPrinted + 1) {
      std::fprintf(to, "(%lld lines of print() are enough: the rest is left out)\n",
                   static_cast<long long>(kMostPrinted));
    }
  };
}

}  // namespace

std::optional<LoadedModel> load(const ProgramOptions& options, std::uint64_t seed,
                                std::FILE* prints) {
  auto program = engine::load_program(options.model, options.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    fail(error->text);
    return std::nullopt;
  }
  auto traced = engine::load_model(
      std::get<engine::LoadedProgram>(program), options.data,
      {.print = bounded_printer(prints), .seed = seed, .limits = trace_limits(options.limits)});
  if (const auto* error = std::get_if<engine::LoadError>(&traced)) {
    fail(error->text);
    return std::nullopt;
  }
  return LoadedModel{std::get<engine::LoadedProgram>(std::move(program)),
                     std::get<trace::Traced>(std::move(traced))};
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  (void)std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0';
}

std::vector<std::string> inputs_of(const ProgramOptions& options, const std::string& init) {
  std::vector<std::string> inputs{options.model, options.data};
  if (!is_number(init)) inputs.push_back(init);
  return inputs;
}

void note_unknown(const engine::GivenPoint& point, const std::string& path) {
  for (const std::string& name : point.unknown) {
    std::fprintf(stderr, "`%s` in `%s` is no parameter of the program, and not used.\n",
                 printable_line(display_name(name)).c_str(), printable_line(path).c_str());
  }
}

std::size_t columns_of_terminal() {
  winsize size{};
  const bool is_known =
      ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_known ? size.ws_col : 0;
}

std::string stem(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

}  // namespace autumn::cli
