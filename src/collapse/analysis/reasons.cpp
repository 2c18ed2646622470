// The nearest rule, and what stood in its way.
#include "collapse/analysis/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace autumn::collapse {
namespace {

constexpr std::array kRules = {Rule::kGaussian,  Rule::kBeta,         Rule::kGamma,
                               Rule::kDirichlet, Rule::kInverseGamma, Rule::kLogGaussian};

const Obstacle* find(std::span<const Obstacle* const> obstacles, ObstacleKind kind) {
  const auto at = std::ranges::find(obstacles, kind, [](const Obstacle* r) { return r->kind; });
  return at == obstacles.end() ? nullptr : *at;
}

std::ptrdiff_t count_of(Rule rule, std::span<const Obstacle* const> obstacles) {
  return std::ranges::count_if(obstacles,
                               [&](const Obstacle* r) { return (r->rules & bit(rule)) != 0; });
}

}  // namespace

Reason reason_for(RuleSet possible, std::span<const Obstacle* const> all) {
  const auto nearest = std::ranges::min_element(kRules, {}, [&](Rule rule) {
    return (possible & bit(rule)) == 0 ? PTRDIFF_MAX : count_of(rule, all);
  });
  std::vector<const Obstacle*> obstacles;
  std::ranges::copy_if(all, std::back_inserter(obstacles),
                       [&](const Obstacle* o) { return (o->rules & bit(*nearest)) != 0; });
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
  return obstacles[0]->reason;
}

}  // namespace autumn::collapse
