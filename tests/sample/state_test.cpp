// These tests stop chains of every kind after every iteration and go on from their states, in
// chains made anew: nothing may show that they stopped. Who adds something that adapts, and leaves
// it out of the state, sees them fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/recorder.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::Recorded;

constexpr ChainKey kStateKey{.seed = 3, .chain = 1};

// Which state a chain goes on from that was stopped after it had told one: that one, as after a
// kill, or the one that it tells because it is stopped, in the middle of the next iteration.
enum class From { kFirst, kLast };

// Everything that a chain shows. It may stop the chain as soon as it has told a state.
class Onlooker final : public ChainObserver {
 public:
  explicit Onlooker(bool stops, From from = From::kFirst) : stops_(stops), from_(from) {}

  void on_adapted(const Adapted& value) override {
    if (from_ == From::kLast || !is_stopped()) adapted.push_back(value);
  }
  void on_warmup_point(const Point& point) override {
    if (!is_stopped()) points.push_back(point.position);
  }
  [[nodiscard]] std::int64_t choose_thin(const WarmupRecord& record) override {
    return 1 + record.iterations % 3;
  }
  [[nodiscard]] bool is_stopped() const override { return stops_ && !states.empty(); }
  void on_draw(const Draw& draw) override {
    draws.push_back({draw.phase,
                     draw.iteration,
                     draw.statistics,
                     {draw.position.begin(), draw.position.end()}});
  }
  [[nodiscard]] bool on_iteration(Phase, std::int64_t iteration) override {
    iterations.push_back(iteration);
    return true;
  }
  [[nodiscard]] bool keeps_states() const override { return true; }
  [[nodiscard]] bool wants_state(std::int64_t left_over) override {
    left = left_over;
    return true;
  }
  void on_state(ChainState state) override { states.push_back(std::move(state)); }
  void visit_fields(Fields& fields) override { fields("own", own); }

  // What came after the chain has stopped is not counted.
  void add(const Onlooker& next) {
    adapted.insert(adapted.end(), next.adapted.begin(), next.adapted.end());
    points.insert(points.end(), next.points.begin(), next.points.end());
    draws.insert(draws.end(), next.draws.begin(), next.draws.end());
    iterations.insert(iterations.end(), next.iterations.begin(), next.iterations.end());
    states.push_back(next.states.front());
  }

  std::vector<Adapted> adapted;
  std::vector<std::vector<double>> points;
  std::vector<Recorded> draws;
  std::vector<std::int64_t> iterations;
  std::vector<ChainState> states;
  std::int64_t left = -1;
  std::string own = "seen";

 private:
  bool stops_;
  From from_;
};

struct Shown {
  Onlooker seen{false};
  ChainResult result;
};

Shown uninterrupted(FunctionDensity density, const Settings& settings) {
  Shown shown;
  auto result = run_chain(density, settings, kStateKey, {}, shown.seen);
  if (!result) ADD_FAILURE() << to_text(result.error());
  if (result) shown.result = std::move(result).value();
  return shown;
}

// Goes on once per iteration, with nothing but the state of the one before.
Shown stopped_at_every_iteration(const FunctionDensity& density, const Settings& settings,
                                 From from) {
  Shown shown;
  std::optional<ChainState> state;
  while (shown.seen.left != 0) {
    FunctionDensity fresh = density;
    Onlooker part(true, from);
    auto result = state ? resume_chain(fresh, settings, kStateKey, *state, part)
                        : run_chain(fresh, settings, kStateKey, {}, part);
    if (!result || part.states.empty()) {
      ADD_FAILURE() << (result ? "no state" : to_text(result.error()));
      return shown;
    }
    state = from == From::kFirst ? part.states.front() : part.states.back();
    shown.seen.add(part);
    shown.seen.left = part.states.size() == 1 ? part.left : -1;
    shown.result = std::move(result).value();
  }
  return shown;
}

// Seconds are not the same twice.
std::string without_seconds(const ChainState& state) {
  std::string text;
  std::istringstream lines(to_text(state));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("seconds") == std::string::npos) text += line + "\n";
  }
  return text;
}

void expect_same(const Shown& a, const Shown& b) {
  EXPECT_EQ(a.seen.iterations, b.seen.iterations);
  EXPECT_EQ(a.seen.points, b.seen.points);
  EXPECT_EQ(a.seen.adapted, b.seen.adapted);
  EXPECT_EQ(a.seen.draws, b.seen.draws);
  ASSERT_EQ(a.seen.states.size(), b.seen.states.size());
  for (std::size_t k = 0; k < a.seen.states.size(); ++k) {
    ASSERT_EQ(without_seconds(a.seen.states[k]), without_seconds(b.seen.states[k])) << k;
  }
  EXPECT_EQ(a.result.adapted, b.result.adapted);
  EXPECT_EQ(a.result.gradients_warmup, b.result.gradients_warmup);
  EXPECT_EQ(a.result.gradients_sampling, b.result.gradients_sampling);
  EXPECT_EQ(a.result.iterations, b.result.iterations);
  EXPECT_EQ(a.result.warmup, b.result.warmup);
  EXPECT_EQ(a.result.thin, b.result.thin);
  EXPECT_FALSE(b.result.interrupted);
  EXPECT_EQ(a.result.walks, b.result.walks);
  EXPECT_EQ(a.result.divergences, b.result.divergences);
  EXPECT_EQ(a.result.max_depth_hits, b.result.max_depth_hits);
  EXPECT_EQ(a.result.jumps_tried, b.result.jumps_tried);
  EXPECT_EQ(a.result.jumps_accepted, b.result.jumps_accepted);
  EXPECT_EQ(a.result.still.restarts, b.result.still.restarts);
  EXPECT_EQ(a.result.still.iterations, b.result.still.iterations);
  EXPECT_EQ(a.result.final_position, b.result.final_position);
}

// A kind of chain, and what its states must have said for it to be one.
struct Kind {
  std::string name;
  FunctionDensity density;
  Settings settings;
  std::vector<std::string> says;
};

FunctionDensity spiked_at_first() {
  FunctionDensity density = testing::standard_normal(1);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  const double spike = find_initial_point(hamiltonian, {}, 2.0, kStateKey).value().position[0];
  return {1, [spike](std::span<const double> x, std::span<double> gradient) {
            gradient[0] = -x[0];
            return x[0] == spike ? 1e6 : -0.5 * x[0] * x[0];
          }};
}

// Directions promise much here and keep nothing: its shape is another one everywhere.
FunctionDensity banana() {
  return {12, [](std::span<const double> x, std::span<double> gradient) {
            double value = 0.0;
            std::ranges::fill(gradient, 0.0);
            for (std::size_t i = 0; i + 1 < x.size(); i += 2) {
              const double off = 10.0 * (x[i + 1] - x[i] * x[i]);
              value -= 0.5 * (x[i] * x[i] + off * off);
              gradient[i] += -x[i] + off * 20.0 * x[i];
              gradient[i + 1] += -10.0 * off;
            }
            return value;
          }};
}

std::vector<Kind> kinds() {
  const auto scores = MetricLearning::scores;
  const auto chain = testing::autoregressive_normal(20, 0.99);
  const auto wide = testing::scaled_normal({1.0, 10.0, 0.1, 3.0, 2.0, 1.0, 0.5, 4.0, 2.5, 1.0});
  return {
      {"diagonal", wide, {.warmup = 150, .draws = 30}, {"variance\n"}},
      {"dense",
       testing::autoregressive_normal(10, 0.9),
       {.metric = MetricKind::kDense, .warmup = 150, .draws = 30},
       {"covariance\n"}},
      {"unit", wide, {.metric = MetricKind::kUnit, .warmup = 60, .draws = 20}, {}},
      {"directions",
       chain,
       {.metric_learning = scores, .gradient_nanoseconds = 1e5, .warmup = 400, .draws = 30},
       {"scores\n", "stretch = ", "columns = "}},
      {"directions on trial",
       banana(),
       {.metric_learning = scores, .gradient_nanoseconds = 1e5, .warmup = 600, .draws = 20},
       {"with_directions\n        is_there = 1", "with_positions\n        is_there = 1"}},
      {"jumps in one dimension",
       testing::standard_normal(1),
       {.warmup = 120, .draws = 60},
       {"kind_of_proposal = 1"}},
      {"jumps in two dimensions",
       testing::autoregressive_normal(2, 0.7),
       {.warmup = 120, .draws = 60},
       {"kind_of_proposal = 2"}},
      {"jumps in eight dimensions",
       testing::standard_normal(8),
       {.warmup = 450, .draws = 60},
       {"kind_of_proposal = 0"}},
      {"jumps that are not climbed to", testing::funnel(3), {.warmup = 450, .draws = 60}, {}},
      {"static HMC",
       wide,
       {.algorithm = Algorithm::static_hmc,
        .warmup = 120,
        .draws = 30,
        .integration_time = 1.0,
        .step_size_jitter = 0.3},
       {}},
      {"fixed", wide, {.algorithm = Algorithm::fixed_param, .draws = 10}, {}},
      {"no adaptation",
       wide,
       {.warmup = 20, .draws = 20, .step_size = 0.2, .adapt_engaged = false},
       {}},
      {"settling",
       testing::standard_normal(10),
       {.metric_learning = scores,
        .warmup = 1000,
        .stops_when_settled = true,
        .draws = 30,
        .thin = Thin::automatic()},
       {"leapfrogs = "}},
      {"settling with jumps",
       testing::autoregressive_normal(3, 0.5),
       {.warmup = 1000, .stops_when_settled = true, .draws = 30},
       {"kind_of_proposal = 0"}},
      {"directions in many dimensions",
       testing::autoregressive_normal(70, 0.9),
       {.metric_learning = scores, .gradient_nanoseconds = 1e5, .warmup = 250, .draws = 10},
       {"stride = 2"}},
      {"jumps along the second coordinate",
       {2,
        [](std::span<const double> x, std::span<double> gradient) {
          const double off = x[0] - x[1] * x[1];
          gradient[0] = -off;
          gradient[1] = -x[1] + 2.0 * x[1] * off;
          return -0.5 * (x[1] * x[1] + off * off);
        }},
       {.warmup = 400, .draws = 60},
       {"first = 1"}},
      {"one that does not move",
       spiked_at_first(),
       {.warmup = 80, .draws = 20, .jumps = false, .restarts = false},
       {"restarts =\n      iterations = 79"}},
      {"a restart",
       spiked_at_first(),
       {.warmup = 200, .draws = 30, .jumps = false},
       {"restarts = 30"}},
      {"automatic thin", wide, {.warmup = 120, .draws = 30, .thin = Thin::automatic()}, {}},
      {"thin and saved warm-up",
       wide,
       {.warmup = 60, .draws = 20, .thin = 3, .save_warmup = true},
       {}},
      {"divergences", testing::funnel(10), {.warmup = 100, .draws = 200, .max_depth = 3}, {}},
      {"no dimensions", {0, [](auto, auto) { return 0.0; }}, {.warmup = 30, .draws = 10}, {}},
  };
}

TEST(ChainState, AChainThatStopsAtEveryIterationIsTheSame) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const Shown whole = uninterrupted(kind.density, kind.settings);
    expect_same(whole, stopped_at_every_iteration(kind.density, kind.settings, From::kFirst));
    expect_same(whole, stopped_at_every_iteration(kind.density, kind.settings, From::kLast));
    for (const std::string& words : kind.says) {
      EXPECT_TRUE(std::ranges::any_of(
          whole.seen.states,
          [&](const ChainState& state) { return to_text(state).find(words) != std::string::npos; }))
          << "no state says " << words << "\n"
          << to_text(whole.seen.states[whole.seen.states.size() / 2]);
    }
  }
}

TEST(ChainState, OfAFinishedChainHasMoreDraws) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    Settings more = kind.settings;
    more.draws += 25;
    const Shown whole = uninterrupted(kind.density, more);
    Shown parts = uninterrupted(kind.density, kind.settings);
    Onlooker rest(false);
    FunctionDensity density = kind.density;
    auto result = resume_chain(density, more, kStateKey, parts.seen.states.back(), rest);
    ASSERT_TRUE(result) << to_text(result.error());
    parts.seen.states.pop_back();  // it was told at the end, with what is known there
    const std::size_t told = parts.seen.states.size();
    parts.seen.states.push_back(whole.seen.states[told]);
    parts.seen.add(rest);
    parts.seen.states.insert(parts.seen.states.end(), rest.states.begin() + 1, rest.states.end());
    parts.result = std::move(result).value();
    expect_same(whole, parts);
  }
}

TEST(ChainState, OfAnotherChainIsRefused) {
  const Kind one = kinds()[0];
  const ChainState state = uninterrupted(one.density, one.settings).seen.states[40];
  const auto refused = [&](FunctionDensity density, const Settings& settings,
                           const ChainState& from) {
    Onlooker onlooker(false);
    return !resume_chain(density, settings, kStateKey, from, onlooker) && onlooker.draws.empty();
  };
  EXPECT_FALSE(refused(one.density, one.settings, state));
  EXPECT_TRUE(refused(testing::standard_normal(9), one.settings, state));
  Settings other = one.settings;
  other.metric = MetricKind::kDense;
  EXPECT_TRUE(refused(one.density, other, state));
  other = one.settings;
  other.warmup = 40;
  EXPECT_TRUE(refused(one.density, other, state));
}

TEST(ChainState, ThatIsDamagedIsRefusedOrHasTheSameShape) {
  const Kind one = kinds()[0];
  const ChainState state = uninterrupted(one.density, one.settings).seen.states[40];
  Onlooker onlooker(true);
  FunctionDensity density = one.density;
  for (std::size_t length = 0; length < state.fields.size(); length += 7) {
    EXPECT_FALSE(
        resume_chain(density, one.settings, kStateKey, {state.fields.substr(0, length)}, onlooker));
  }
  EXPECT_FALSE(resume_chain(density, one.settings, kStateKey, {state.fields + "x"}, onlooker));
}

TEST(ChainState, Prints) {
  const Kind one = kinds()[0];
  const std::string text = to_text(uninterrupted(one.density, one.settings).seen.states[40]);
  EXPECT_NE(text.find("chain\n  iteration = 41\n  warmup = 150\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  hamiltonian\n    metric\n      kind = "), std::string::npos) << text;
  EXPECT_NE(text.find("observer\n  own = seen\n"), std::string::npos) << text;
  EXPECT_NE(text.find(", ... (10 numbers)\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace autumn::sampler
