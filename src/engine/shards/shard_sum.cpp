// This file adds up what shards give.
#include "engine/shards/shard_sum.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "engine/interrupt.h"

namespace autumn::engine {
namespace {

std::string_view bytes_of(std::span<const double> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

}  // namespace

ShardSum::ShardSum(Parts parts)
    : parts_(std::move(parts)),
      without_rows_(parts_.without_rows),
      shards_(
          std::accumulate(parts_.elsewhere.begin(), parts_.elsewhere.end(), parts_.here.count())),
      results_((shards_ + 1) * (without_rows_.dimension() + 1)) {}

Status ShardSum::gather(std::span<const double> x) {
  for (std::size_t k = 0; k < parts_.elsewhere.size(); ++k) {
    if (parts_.elsewhere[k] == 0) continue;
    const Status sent = parts_.ranks->send(static_cast<int>(k) + 1, bytes_of(x));
    if (!sent) return sent;
  }
  const std::span<double> results(results_);
  const std::size_t size = x.size() + 1;
  std::size_t place = parts_.here.count() * size;
  parts_.here.evaluate(x, results.first(place));
  for (std::size_t k = 0; k < parts_.elsewhere.size(); ++k) {
    const std::size_t count = parts_.elsewhere[k] * size;
    if (count == 0) continue;
    const Status received =
        parts_.ranks->receive(static_cast<int>(k) + 1, results.subspan(place, count));
    if (!received) return received;
    place += count;
  }
  results_[place] = without_rows_.evaluate(x, results.subspan(place + 1, x.size()));
  return Done{};
}

// Every shard has what knows no rows once; all of them together have it once.
double ShardSum::add(std::span<double> gradient) const {
  const std::size_t size = gradient.size() + 1;
  const auto total = [&](std::size_t i) {
    double sum = results_[i];
    for (std::size_t k = 1; k < shards_; ++k) sum += results_[k * size + i];
    return shards_ == 1 ? sum
                        : sum - static_cast<double>(shards_ - 1) * results_[shards_ * size + i];
  };
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] = total(i + 1);
  return total(0);
}

double ShardSum::evaluate(std::span<const double> x, std::span<double> gradient) {
  const std::lock_guard lock(mutex_);
  if (failure_) return std::numeric_limits<double>::quiet_NaN();
  if (Status status = gather(x); !status) {
    failure_ = status.error();
    interrupt();  // nothing comes of the run any more
    return std::numeric_limits<double>::quiet_NaN();
  }
  return add(gradient);
}

std::optional<Error> ShardSum::failure() {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void ShardSum::dismiss() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_dismissed_, true) || failure_) return;
  for (std::size_t k = 0; k < parts_.elsewhere.size(); ++k) {
    (void)parts_.ranks->send(static_cast<int>(k) + 1, std::string_view());
  }
}

Status serve(mpi::Ranks& ranks, ShardDensities& densities) {
  const std::size_t dimension = densities.dimension();
  std::vector<double> x(dimension);
  std::vector<double> results(densities.count() * (dimension + 1));
  while (true) {
    const Result<std::string> asked = ranks.receive(0);
    if (!asked) return asked.error();
    if (asked.value().empty()) return Done{};
    AUTUMN_CHECK(asked.value().size() == dimension * sizeof(double), "points have one dimension");
    std::memcpy(x.data(), asked.value().data(), asked.value().size());
    densities.evaluate(x, results);
    if (Status sent = ranks.send(0, results); !sent) return sent;
  }
}

}  // namespace autumn::engine
