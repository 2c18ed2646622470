// This file keeps a record of a warm-up, and settles by it how long the warm-up is and how many
// transitions a draw takes.
#include <algorithm>

#include "sample/chain_loop.h"

namespace autumn::sampler {
namespace {

constexpr std::size_t kMostRecorded = 64;

}  // namespace

bool Chain::keeps_record() const {
  return settings_.thin.is_automatic() || settings_.stops_when_settled || may_jump();
}

// Only the second half counts (its metric and step size are nearly those of sampling), which is
// known at the end only where warm-up may end early; and of many coordinates a sample spread
// evenly: their number costs memory and tells no more.
void Chain::begin_record() {
  if (!keeps_record()) return;
  record_.quantities = std::min(kMostRecorded, hamiltonian_.dimension());
  const auto iterations = static_cast<std::size_t>(settings_.warmup / 2 + 1);
  record_.values.reserve(record_.quantities * iterations);
  record_.log_densities.reserve(iterations);
}

void Chain::record(const Iteration& done) {
  if (may_jump()) trail_.add(point_);
  if (settings_.stops_when_settled) efforts_.add(done.statistics, done.has_walked);
  if (!keeps_record()) return;
  if (!settings_.stops_when_settled && 2 * iteration_ < settings_.warmup) return;
  ++record_.iterations;
  if (done.has_walked) ++record_.walks;
  record_.gradients += static_cast<std::uint64_t>(done.statistics.n_leapfrog);
  record_.log_densities.push_back(point_.log_density);
  const std::size_t coordinates = record_.quantities;
  for (std::size_t k = 0; k < coordinates; ++k) {
    record_.values.push_back(point_.position[k * hamiltonian_.dimension() / coordinates]);
  }
}

// Before the metric of a window is learnt, because that of the last one is learnt with more care.
// The last stage is that of a warm-up which was asked to be so long.
void Chain::settle_warmup() {
  if (!settings_.stops_when_settled || !adaptation_) return;
  if (!adaptation_->ends_window(iteration_) || !adaptation_->has_windows_after(iteration_)) return;
  if (!is_settled(record_, efforts_)) return;
  adaptation_->end_windows_with(iteration_);
  Settings so_long = settings_;
  so_long.warmup = iteration_ + 1;
  last_stage_ = std::min(term_buffer(so_long), warmup_ - iteration_ - 1);
  warmup_ = iteration_ + 1 + last_stage_;
}

// Leaves the iterations that a warm-up which was asked to be as long would have recorded.
void Chain::drop_first_half() {
  const std::int64_t first = (record_.iterations + 1) / 2;
  const auto dropped = static_cast<std::ptrdiff_t>(first);
  const auto quantities = static_cast<std::ptrdiff_t>(record_.quantities);
  record_.values.erase(record_.values.begin(), record_.values.begin() + dropped * quantities);
  record_.log_densities.erase(record_.log_densities.begin(),
                              record_.log_densities.begin() + dropped);
  const Efforts::Sum kept = efforts_.sum(first, record_.iterations);
  record_.iterations -= first;
  record_.walks = kept.walks;
  record_.gradients = static_cast<std::uint64_t>(kept.leapfrogs);
}

void Chain::settle_thin() {
  if (!settings_.thin.is_automatic() || settings_.algorithm == Algorithm::fixed_param) return;
  thin_ = observer_.choose_thin(record_);
  AUTUMN_CHECK(thin_ >= 1, "a chosen thin is 1 or more");
}

}  // namespace autumn::sampler
