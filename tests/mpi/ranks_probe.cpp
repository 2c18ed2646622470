// A program that tests start under a launcher: every rank sends rank 0 bytes and numbers, gets an
// answer, and MPI ends. It prints what arrived, or what went wrong, and measures a round trip.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <vector>

#include "mpi/ranks.h"

namespace {

using autumn::Error;
using autumn::mpi::Ranks;

int fail(const Error& error) {
  fmt::print(stderr, "{}\n", to_text(error));
  return 1;
}

std::string word_of(int rank) {
  // The empty message is one, too, and long ones come in one piece.
  constexpr std::size_t kLong = 3'000'000;
  return rank == 1 ? std::string() : std::string(kLong, static_cast<char>('a' + rank));
}

bool collect(Ranks& ranks) {
  bool is_right = true;
  for (int from = 1; from < ranks.size(); ++from) {
    const auto word = ranks.receive(from);
    std::vector<double> numbers(2);
    is_right = is_right && word && word.value() == word_of(from) &&
               bool(ranks.receive(from, numbers)) && numbers[1] == from;
    is_right = bool(ranks.send(from, numbers)) && is_right;
  }
  return is_right;
}

bool take_part(Ranks& ranks) {
  const std::vector<double> numbers{0.5, static_cast<double>(ranks.rank())};
  std::vector<double> back(2);
  return bool(ranks.send(0, word_of(ranks.rank()))) && bool(ranks.send(0, numbers)) &&
         bool(ranks.receive(0, back)) && back == numbers;
}

void measure(Ranks& ranks) {
  constexpr int kTimes = 200;
  std::vector<double> numbers(50);
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < kTimes; ++k) {
    if (ranks.rank() == 0) (void)ranks.send(1, numbers);
    if (ranks.rank() < 2) (void)ranks.receive(1 - ranks.rank(), numbers);
    if (ranks.rank() == 1) (void)ranks.send(0, numbers);
  }
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  if (ranks.rank() == 0) fmt::print("a round trip takes {:.0f} us\n", time.count() / kTimes);
}

}  // namespace

int main() {
  const auto place = autumn::mpi::place_from_environment();
  if (!place) return fmt::print("alone\n"), 0;
  auto ranks = Ranks::begin(*place);
  if (!ranks) return fail(ranks.error());
  const bool is_right = place->rank == 0 ? collect(ranks.value()) : take_part(ranks.value());
  measure(ranks.value());
  if (const auto status = ranks.value().finish(); !status) return fail(status.error());
  if (place->rank == 0) fmt::print("{} ranks, {}\n", place->size, is_right ? "right" : "wrong");
  return is_right ? 0 : 1;
}
