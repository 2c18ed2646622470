// This file looks at the board twice a second.
#include "engine/ranks/watch.h"

#include <algorithm>
#include <chrono>
#include <new>

#include "base/stopped.h"
#include "engine/interrupt.h"

namespace autumn::engine {
namespace {

constexpr std::chrono::milliseconds kBetween{500};
constexpr std::chrono::milliseconds kShort{50};
constexpr std::chrono::seconds kMoment{10};

bool is_anyone_working(const std::vector<RankAccount>& accounts) {
  return std::ranges::any_of(accounts, [](const RankAccount& account) {
    return account.state == RankAccount::State::kWorking;
  });
}

}  // namespace

RankWatch::RankWatch(const RunOptions& options, output::Progress& progress)
    : options_(options), progress_(progress) {
  if (!options_.share) return;
  thread_ = std::jthread([this] {
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, kBetween, [this] { return is_over_; })) try_to_look();
    try_to_look();
  });
}

RankWatch::~RankWatch() {
  const std::scoped_lock lock(mutex_);
  is_over_ = true;
  over_.notify_all();
}

// Where there is no memory for it, another time.
void RankWatch::try_to_look() {
  try {
    look();
  } catch (const std::bad_alloc&) {
    return;
  }
}

void RankWatch::look() {
  const Share& share = *options_.share;
  if (share.board->is_asked_to_stop()) interrupt();
  std::vector<RankBoard::Progress> mine;
  for (std::uint32_t rank = 0; rank < share.size; ++rank) {
    if (!share.leads() || rank == share.rank) continue;
    for (const auto& [chain, iterations] : share.board->progress_of(rank)) {
      if (chain < options_.chains) progress_.follow(chain, iterations);
    }
  }
  for (std::uint32_t chain = 0; chain < options_.chains && !share.leads(); ++chain) {
    if (share.has(chain)) mine.push_back({chain, progress_.iteration(chain)});
  }
  if (!mine.empty()) share.board->tell_progress(mine);
}

std::vector<RankAccount> RankWatch::await_others() {
  const Share& share = *options_.share;
  std::vector<RankAccount> accounts(share.size);
  accounts[share.rank].state = RankAccount::State::kEnded;
  const auto collect = [&] {
    for (std::uint32_t rank = 0; rank < share.size; ++rank) {
      const bool is_known = accounts[rank].state != RankAccount::State::kWorking;
      if (!is_known) accounts[rank] = share.board->account_of(rank);
    }
    return !is_anyone_working(accounts);
  };
  auto last = std::chrono::steady_clock::now() + kMoment;
  while (!collect() && std::chrono::steady_clock::now() < last) {
    std::this_thread::sleep_for(kShort);
    if (!is_raised(options_.stop)) last = std::chrono::steady_clock::now() + kMoment;
  }
  return accounts;
}

}  // namespace autumn::engine
