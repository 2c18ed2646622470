// This file finds the rule that was nearest, and says what stood in its way.
#include "collapse/analysis/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace autumn::collapse {
namespace {

const Obstacle* find(std::span<const Obstacle* const> obstacles, ObstacleKind kind) {
  const auto at = std::ranges::find(obstacles, kind, [](const Obstacle* r) { return r->kind; });
  return at == obstacles.end() ? nullptr : *at;
}

// A family without priors is not near to what has one.
bool is_out_of_reach(const Rule& rule, std::size_t place,
                     std::span<const Obstacle* const> obstacles) {
  if (rule.family == nullptr || rule.family->prior != nullptr) return false;
  return std::ranges::any_of(obstacles, [&](const Obstacle* o) {
    return o->kind == ObstacleKind::kPrior && o->rules.contains(place);
  });
}

// Of the possible rules the one with the fewest obstacles. Of equals the first, but a family before
// the logarithm, which few think of.
std::size_t nearest_rule(const RuleList& rules, RuleSet possible,
                         std::span<const Obstacle* const> obstacles) {
  std::size_t nearest = 0;
  auto fewest = std::pair<std::ptrdiff_t, bool>(PTRDIFF_MAX, true);
  for (std::size_t place = 0; place < rules.size(); ++place) {
    if (!possible.contains(place) || is_out_of_reach(rules[place], place, obstacles)) continue;
    const std::ptrdiff_t count = std::ranges::count_if(
        obstacles, [&](const Obstacle* o) { return o->rules.contains(place); });
    const std::pair<std::ptrdiff_t, bool> here(count, RuleList::kLogGaussian.contains(place));
    if (here >= fewest) continue;
    nearest = place;
    fewest = here;
  }
  return nearest;
}

}  // namespace

Reason reason_for(const RuleList& rules, RuleSet possible, std::span<const Obstacle* const> all) {
  const std::size_t nearest = nearest_rule(rules, possible, all);
  std::vector<const Obstacle*> obstacles;
  std::ranges::copy_if(all, std::back_inserter(obstacles),
                       [&](const Obstacle* o) { return o->rules.contains(nearest); });
  if (obstacles.empty()) return {};
  const Obstacle* prior = find(obstacles, ObstacleKind::kPrior);
  const Obstacle* scale = find(obstacles, ObstacleKind::kScale);
  const Obstacle* place = find(obstacles, ObstacleKind::kPlace);
  if (prior != nullptr && scale != nullptr) {
    return {fmt::format("it is the scale of {}, and with {} a normal scale has no conjugate form",
                        scale->subject, prior->subject),
            prior->reason.where};
  }
  if (prior != nullptr && place != nullptr) {
    return {fmt::format("it is {}, where {} has no conjugate form", place->subject, prior->subject),
            prior->reason.where};
  }
  // To take the square for a family instead would not help where something else is in the way.
  const bool is_advice = scale != nullptr && rules[nearest].family != nullptr;
  const Obstacle* other = find(obstacles, ObstacleKind::kOther);
  return is_advice && other != nullptr ? other->reason : obstacles[0]->reason;
}

}  // namespace autumn::collapse
