// This file starts a child per examination, which writes its verdict into a pipe.
#include "laws/isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <chrono>
#include <sstream>

#include "base/error.h"

namespace autumn::laws {
namespace {

std::string packed(const Verdict& verdict) {
  return fmt::format("{} {} {}\n{}\n{}", verdict.parameters, verdict.collapsed, verdict.accepted,
                     verdict.law, verdict.detail);
}

Verdict unpacked(const std::string& text) {
  Verdict verdict;
  std::istringstream in(text);
  in >> verdict.parameters >> verdict.collapsed >> verdict.accepted;
  in.ignore();
  std::getline(in, verdict.law);
  std::getline(in, verdict.detail, '\0');
  return verdict;
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

struct Heard {
  std::string text;
  bool is_late = false;
};

// Everything until the pipe is closed, or the time is over.
Heard listen(int file, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  Heard heard;
  char buffer[4096];
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wait{.fd = file, .events = POLLIN, .revents = 0};
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) <= 0) {
      heard.is_late = true;
      return heard;
    }
    const ssize_t size = read(file, buffer, sizeof buffer);
    if (size <= 0) return heard;
    heard.text.append(buffer, static_cast<std::size_t>(size));
  }
}

}  // namespace

Verdict examine_isolated(const std::string& program, const std::string& json, std::uint64_t seed,
                         double seconds) {
  int ends[2];
  AUTUMN_CHECK(pipe(ends) == 0, "there is a pipe");
  const pid_t child = fork();
  AUTUMN_CHECK(child >= 0, "there is a process");
  if (child == 0) {
    close(ends[0]);
    dup2(ends[1], STDERR_FILENO);  // the message of an internal error is part of what is heard
    write_all(ends[1], packed(examine(program, json, seed)));
    _exit(0);
  }
  close(ends[1]);
  const Heard heard = listen(ends[0], seconds);
  close(ends[0]);
  if (heard.is_late) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  Verdict verdict;
  if (heard.is_late) {
    verdict.law = kHang;
    verdict.detail = fmt::format("not after {} seconds", seconds);
  } else if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) {
    verdict.law = kCrash;
    verdict.detail = heard.text;
  } else {
    verdict = unpacked(heard.text);
  }
  return verdict;
}

Verdict examine_isolated(const Case& example, std::uint64_t seed) {
  return examine_isolated(example.program, to_json(example.data), seed);
}

}  // namespace autumn::laws
