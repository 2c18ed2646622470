// This file asks the density of a program whether it adds up.
#include "engine/shards/additive.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"

namespace autumn::engine {
namespace {

constexpr std::size_t kPairs = 4;
constexpr std::size_t kPointsSeen = 4;
constexpr std::size_t kTries = 50;  // for a point that is not rejected
constexpr std::size_t kMostRows = 100;
constexpr double kTolerance = 1e-9;  // of what is added up

// Different numbers, so that what goes by the number of rows shows.
constexpr std::size_t kFewer = 13;

struct AtPoint {
  double value;
  std::vector<double> gradient;
};

class Sums {
 public:
  explicit Sums(std::span<const trace::Data> data) : data_(data) {}

  // Values and gradients of all four densities; nothing if one of them rejects the point.
  Status prepare(const ShardProgram& program) {
    for (const trace::Data& data : data_) {
      auto density = density_of_rows(program, data);
      if (!density) return density.error();
      functions_.emplace_back(std::move(density).value());
      same_ = same_ && functions_.back().dimension() == functions_[0].dimension();
    }
    return Done{};
  }
  [[nodiscard]] bool have_one_dimension() const { return same_; }

  std::optional<bool> add_up_at(std::span<const double> x) {
    std::vector<AtPoint> results;
    for (evaluate::EvaluatedFunction& function : functions_) {
      std::vector<double> gradient(x.size());
      const double value = function.evaluate(x, gradient);
      if (!std::isfinite(value)) return std::nullopt;
      results.push_back({value, std::move(gradient)});
    }
    const auto agrees = [&](auto number_of) {
      const double both = number_of(results[0]), none = number_of(results[1]);
      const double a = number_of(results[2]), b = number_of(results[3]);
      const double scale =
          std::max({1.0, std::fabs(both), std::fabs(none), std::fabs(a), std::fabs(b)});
      return std::fabs(both + none - a - b) <= kTolerance * scale;
    };
    bool all = agrees([](const AtPoint& r) { return r.value; });
    for (std::size_t i = 0; i < x.size(); ++i) {
      all = all && agrees([&](const AtPoint& r) { return r.gradient[i]; });
    }
    return all;
  }

  [[nodiscard]] std::size_t dimension() { return functions_[0].dimension(); }

 private:
  std::span<const trace::Data> data_;
  std::deque<evaluate::EvaluatedFunction> functions_;
  bool same_ = true;
};

Error not_additive(const ShardProgram& program) {
  return {.message =
              "the density of this program is not a sum over the rows of its data, and "
              "cannot be divided by --shard",
          .suggestion =
              "what is computed of all rows together (a mean, the number of rows) has to "
              "be data of its own; rows are counted by `" +
              program.data.variables().count + "`",
          .where = {}};
}

// So many rows from the beginning of a shard on, after the first `skipped`, or as many as there
// are.
Result<trace::Data> shard_rows(const ShardProgram& program, std::size_t shard, std::size_t skipped,
                               std::size_t count) {
  output::RowRange range = program.data.shard(shard);
  skipped = std::min(skipped, range.count);
  range.count = std::min(range.count, skipped + count);
  auto data = program.data.read(range);
  if (!data) return data.error();
  return some_rows(data.value(), {skipped, range.count - skipped}, program.data.variables());
}

// Some rows of one place, and others of another: A and B, none, A, B.
Result<std::vector<trace::Data>> pair(const ShardProgram& program, std::size_t k) {
  const std::size_t shards = program.data.shards();
  const std::size_t first = k * (shards - 1) / kPairs, second = (k + 1) * (shards - 1) / kPairs;
  auto a = shard_rows(program, first, 0, kMostRows);
  if (!a) return a.error();
  auto b = shard_rows(program, second, first == second ? kMostRows : 0, kMostRows - kFewer);
  if (!b) return b.error();
  auto none = program.data.read({});
  if (!none) return none.error();
  trace::Data both = joined(a.value(), b.value(), program.data.variables());
  return std::vector<trace::Data>{std::move(both), std::move(none).value(), std::move(a).value(),
                                  std::move(b).value()};
}

Status check_pair(const ShardProgram& program, std::size_t k) {
  const auto data = pair(program, k);
  if (!data) return data.error();
  Sums sums(data.value());
  if (Status status = sums.prepare(program); !status) return status;
  if (!sums.have_one_dimension()) return not_additive(program);
  std::size_t seen = 0;
  for (std::size_t tried = 0; tried < kTries && seen < kPointsSeen; ++tried) {
    Random random(
        {.seed = k, .chain = 0, .purpose = Purpose::kTest, .iteration = tried, .element = 0});
    std::vector<double> x(sums.dimension());
    for (double& coordinate : x) coordinate = random.normal();
    const std::optional<bool> adds_up = sums.add_up_at(x);
    if (adds_up && !*adds_up) return not_additive(program);
    seen += adds_up ? 1 : 0;
  }
  return seen > 0 ? Status(Done{}) : Status(not_additive(program));
}

}  // namespace

Status check_additive(const ShardProgram& program) {
  for (std::size_t k = 0; k < kPairs; ++k) {
    if (Status status = check_pair(program, k); !status) return status;
  }
  return Done{};
}

}  // namespace autumn::engine
