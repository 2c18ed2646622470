// This file compares the transitions of two kinds of metric.
#include "sample/scores/trial.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kNotSeen = 10;
constexpr std::int64_t kFewestSeen = 20;
// Of what transitions cost without directions.
constexpr double kPlainly = 2.0 / 3.0;

}  // namespace

void DirectionsTrial::add(std::int64_t leapfrogs) {
  if (transitions_++ >= kNotSeen) leapfrogs_ += static_cast<double>(leapfrogs);
}

void DirectionsTrial::end_window(std::size_t directions) {
  const std::int64_t seen = transitions_ - kNotSeen;
  if (seen >= kFewestSeen) {
    const double cost = (costs_.gradient + costs_.per_direction * static_cast<double>(directions)) *
                        leapfrogs_ / static_cast<double>(seen);
    if (directions == 0) is_compared_ = with_.has_value();
    (directions > 0 ? with_ : without_) = cost;
  }
  transitions_ = 0;
  leapfrogs_ = 0.0;
}

bool DirectionsTrial::are_worth_it() const {
  if (!with_ || !without_) return true;
  return *with_ <= (is_compared_ ? 1.0 : kPlainly) * *without_;
}

void DirectionsTrial::visit_fields(Fields& fields) {
  // `costs` are settings.
  [[maybe_unused]] auto& [costs, transitions, leapfrogs, with, without, is_compared] = *this;
  fields("transitions", transitions);
  fields("leapfrogs", leapfrogs);
  fields("with", with);
  fields("without", without);
  fields("is_compared", is_compared);
}

}  // namespace autumn::sampler
