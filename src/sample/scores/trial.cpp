// This file compares the transitions of two kinds of metric.
#include "sample/scores/trial.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kNotSeen = 10;
constexpr std::int64_t kFewestSeen = 20;
// Of what an effective draw costs without directions.
constexpr double kPlainly = 2.0 / 3.0;

}  // namespace

void DirectionsTrial::add(std::int64_t leapfrogs, std::span<const double> position) {
  if (transitions_++ >= kNotSeen) {
    leapfrogs_ += static_cast<double>(leapfrogs);
    moves_.add(position);
  }
}

void DirectionsTrial::end_window(std::size_t directions) {
  const std::int64_t seen = transitions_ - kNotSeen;
  if (seen >= kFewestSeen) {
    if (directions == 0) is_compared_ = with_.is_there;
    Window& window = directions > 0 ? with_ : without_;
    window.is_there = true;
    window.cost = (costs_.gradient + costs_.per_direction * static_cast<double>(directions)) *
                  leapfrogs_ / static_cast<double>(seen);
    window.moves = moves_;
  }
  transitions_ = 0;
  leapfrogs_ = 0.0;
  moves_.restart();
}

bool DirectionsTrial::are_worth_it() const {
  if (!with_.is_there || !without_.is_there) return true;
  const Paces effective = paces(with_.moves, without_.moves);
  return with_.cost * effective.second <=
         (is_compared_ ? 1.0 : kPlainly) * without_.cost * effective.first;
}

void DirectionsTrial::Window::visit_fields(Fields& fields) {
  auto& [is_it, of_transition, all_moves] = *this;
  fields("is_there", is_it);
  fields("cost", of_transition);
  fields("moves", all_moves);
}

void DirectionsTrial::visit_fields(Fields& fields) {
  // `costs` are settings.
  [[maybe_unused]] auto& [costs, transitions, leapfrogs, moves, with, without, is_compared] = *this;
  fields("transitions", transitions);
  fields("leapfrogs", leapfrogs);
  fields("moves", moves);
  fields("with", with);
  fields("without", without);
  fields("is_compared", is_compared);
}

}  // namespace autumn::sampler
