// This file searches for an initial point, and gives the account of why that failed.
#include "sample/initial_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "base/words.h"

namespace autumn::sampler {

namespace {

constexpr int kMostTries = 100;                          // of each restart
constexpr std::string_view kFailed = "Initialization ";  // is how the account begins
// A point far below others that are as easily drawn (an explosive recurrence, a curve far from all
// data) is a bad place to start: of so many points the first is taken that is not that far below
// the best.
constexpr std::size_t kCompared = 8;
constexpr double kFarBelow = 1000.0;

// How often which kind of failure was met.
struct Failures {
  int tries = 0;
  int nan = 0;
  int minus_infinity = 0;
  int plus_infinity = 0;
  int gradient = 0;
};

bool is_usable(const Point& point, Failures& failures) {
  ++failures.tries;
  if (std::isnan(point.log_density)) {
    ++failures.nan;
  } else if (std::isinf(point.log_density)) {
    ++(point.log_density < 0.0 ? failures.minus_infinity : failures.plus_infinity);
  } else if (!all_finite(point.gradient)) {
    ++failures.gradient;
  } else {
    return true;
  }
  return false;
}

std::string describe(const Failures& failures) {
  std::string text;
  const auto add = [&](int count, std::string_view what) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += failures.tries == 1 ? std::string(what) : fmt::format("{} at {}", what, count);
  };
  add(failures.nan, "the log density was NaN");
  add(failures.minus_infinity, "the log density was -inf (outside the support)");
  add(failures.plus_infinity, "the log density was +inf");
  add(failures.gradient, "the gradient was not finite");
  return failures.tries == 1 ? text : fmt::format("Of {} points: {}", failures.tries, text);
}

Error failed(const Failures& failures, double radius, bool is_given,
             const std::optional<Rejection>& rejection) {
  std::string message;
  if (failures.tries > 1) {
    message = fmt::format("{3}between (-{0}, {0}) failed after {1} attempts. {2}.", radius,
                          failures.tries, describe(failures), kFailed);
  } else {
    message = fmt::format("{}at {} failed: {}.", kFailed, is_given ? "the given point" : "zero",
                          describe(failures));
  }
  if (rejection) {
    message += fmt::format(" At {}, {}.", failures.tries > 1 ? "the last" : "this point",
                           rejection->reason);
  }
  if (rejection && !rejection->suggestion.empty()) {
    return {.message = message, .suggestion = rejection->suggestion, .where = rejection->where};
  }
  return {.message = message,
          .suggestion =
              "Try specifying initial values, a smaller radius (init), declaring the "
              "bounds of constrained parameters, or reparameterizing the model.",
          .where = rejection ? rejection->where : SourceRange{}};
}

Status check_given(std::span<const double> given, std::size_t dimension) {
  if (!given.empty() && given.size() != dimension) {
    return Error{fmt::format("the initial point has {}, but the model has {} (unconstrained)",
                             counted(given.size(), "element"), counted(dimension, "parameter")),
                 "",
                 {}};
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (std::isinf(given[i])) {
      return Error{fmt::format("element {} of the initial point is infinite", i + 1),
                   "A constrained parameter must start strictly inside its bounds.",
                   {}};
    }
  }
  return Done{};
}

const Point& first_good(const std::vector<Point>& points) {
  const double best = std::ranges::max_element(points, {}, &Point::log_density)->log_density;
  return *std::ranges::find_if(
      points, [&](const Point& point) { return point.log_density >= best - kFarBelow; });
}

}  // namespace

bool is_failed_initialization(const Error& error) {
  return error.message.starts_with(kFailed);
}

Result<Point> find_initial_point(Hamiltonian& hamiltonian, std::span<const double> given,
                                 double radius, const ChainKey& key, std::uint64_t restarts) {
  const std::size_t dimension = hamiltonian.dimension();
  if (Status ok = check_given(given, dimension); !ok) return ok.error();
  std::vector<double> fixed(dimension, std::numeric_limits<double>::quiet_NaN());
  std::copy(given.begin(), given.end(), fixed.begin());
  const bool is_random = radius > 0.0 && !std::all_of(fixed.begin(), fixed.end(),
                                                      [](double x) { return !std::isnan(x); });
  Point point{std::vector<double>(dimension), std::vector<double>(dimension), 0.0};
  std::vector<Point> found;
  Failures failures;
  const int most_tries = is_random ? kMostTries : 1;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    Random random({.seed = key.seed,
                   .chain = key.chain,
                   .purpose = Purpose::kInitialPoint,
                   .iteration = restarts * kMostTries + static_cast<std::uint64_t>(attempt)});
    for (std::size_t i = 0; i < dimension; ++i) {
      const double drawn = radius * (2.0 * random.uniform() - 1.0);
      point.position[i] = std::isnan(fixed[i]) ? drawn : fixed[i];
    }
    point.log_density = hamiltonian.evaluate(point.position, point.gradient);
    if (is_usable(point, failures)) found.push_back(point);
    if (found.size() == kCompared) break;
  }
  if (!found.empty()) return first_good(found);
  return failed(failures, radius, !given.empty(),
                hamiltonian.density().rejection_at(point.position));
}

}  // namespace autumn::sampler
