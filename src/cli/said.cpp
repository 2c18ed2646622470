// This file sends what a process says into memory. A handler of a signal can reach only static
// storage, so that two numbers of descriptors are globals.
#include "cli/said.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace autumn::cli {
namespace {

std::atomic<int> g_kept{-1};
std::atomic<int> g_screen{-1};

void say_last_words(int) {
  char piece[4096];
  off_t at = 0;
  for (ssize_t taken = 1; taken > 0; at += taken) {
    taken = ::pread(g_kept.load(), piece, sizeof piece, at);
    if (taken > 0) (void)!::write(g_screen.load(), piece, static_cast<std::size_t>(taken));
  }
}

output::Descriptor copy_of(int stream) {
  return output::Descriptor(::fcntl(stream, F_DUPFD_CLOEXEC, 3));
}

}  // namespace

Said::Said()
    : kept_(::memfd_create("said", MFD_CLOEXEC)),
      stdout_(copy_of(STDOUT_FILENO)),
      stderr_(copy_of(STDERR_FILENO)) {
  if (!kept_.is_open()) return;
  ::dup2(kept_.number(), STDOUT_FILENO);
  ::dup2(kept_.number(), STDERR_FILENO);
  g_kept = kept_.number();
  g_screen = stderr_.number();
  struct sigaction action{};
  action.sa_handler = say_last_words;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGABRT, &action, nullptr);
}

Said::~Said() {
  let_go();
}

void Said::begin() {
  std::fflush(stdout);
  if (!kept_.is_open()) return;
  (void)!::ftruncate(kept_.number(), 0);
  (void)::lseek(kept_.number(), 0, SEEK_SET);
  ::dup2(stdout_.number(), STDOUT_FILENO);
}

std::string Said::text() const {
  std::fflush(stdout);
  std::fflush(stderr);
  std::string text;
  char piece[4096];
  for (ssize_t taken = 1; taken > 0;) {
    taken = ::pread(kept_.number(), piece, sizeof piece, static_cast<off_t>(text.size()));
    if (taken > 0) text.append(piece, static_cast<std::size_t>(taken));
  }
  return text;
}

void Said::let_go() {
  if (!kept_.is_open()) return;
  std::fflush(stdout);
  std::fflush(stderr);
  ::dup2(stdout_.number(), STDOUT_FILENO);
  ::dup2(stderr_.number(), STDERR_FILENO);
  std::signal(SIGABRT, SIG_DFL);
  (void)kept_.close();
}

}  // namespace autumn::cli
