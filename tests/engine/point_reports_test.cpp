// These tests check what programs say while they are sampled: print() at evaluations and at draws,
// why points are rejected, and that fatal_error() ends a run.
#include "engine/rows/point_reports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/load.h"
#include "engine/run.h"

namespace autumn::engine {
namespace {

struct Spoken {
  std::vector<std::string> lines;
  Result<Run> run;

  [[nodiscard]] std::uint64_t count(const std::string& begin) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        lines, [&](const std::string& line) { return line.starts_with(begin); }));
  }
};

constexpr std::int64_t kDraws = 40;

// One chain, in which jumps do not evaluate beside NUTS.
Spoken spoken(const std::string& program, const collapse::PlanOptions& plan) {
  std::vector<std::string> lines;
  const auto loaded = load_program(stan::SourceFile{"m.stan", program}, {});
  const auto& syntax = std::get<LoadedProgram>(loaded);
  const auto traced = load_model(
      syntax, trace::Data{}, {.print = [&](const std::string& text) { lines.push_back(text); }});
  const auto prepared = prepare(std::get<trace::Traced>(traced), plan);
  EXPECT_TRUE(prepared.is_ok());
  RunOptions options;
  options.chains = 1;
  options.threads = 1;
  options.seed = 3;
  options.settings.warmup = 30;
  options.settings.draws = kDraws;
  options.settings.jumps = false;
  auto result = run(prepared.value(), options);
  return {std::move(lines), std::move(result)};
}

const std::string kGroup =
    "parameters { real m; real<lower=0> s; } model { m ~ normal(0, s); s ~ gamma(3, 2);"
    " [0.5, 1.2, 2]' ~ normal(m, s); print(\"m \", m); print(\"s \", s); print(\"both \", {m, s});"
    " print(\"none\"); }";

TEST(PointReports, WhatIsSampledIsPrintedAtEveryEvaluation) {
  const Spoken spoken = engine::spoken(kGroup, {.is_off = true});
  ASSERT_TRUE(spoken.run.is_ok());
  const sampler::ChainResult& result = spoken.run.value().chains[0].result;
  const std::uint64_t evaluations = result.gradients_warmup + result.gradients_sampling;
  for (const char* begin : {"m ", "s ", "both ", "none"}) {
    EXPECT_EQ(spoken.count(begin), evaluations) << begin;
  }
}

TEST(PointReports, WhatIsCollapsedIsPrintedOncePerDraw) {
  const Spoken spoken = engine::spoken(kGroup, {.keep = {"s"}});
  ASSERT_TRUE(spoken.run.is_ok());
  const ChainRun& chain = spoken.run.value().chains[0];
  const std::uint64_t evaluations = chain.result.gradients_warmup + chain.result.gradients_sampling;
  EXPECT_EQ(spoken.count("m "), static_cast<std::uint64_t>(kDraws));
  EXPECT_EQ(spoken.count("both "), static_cast<std::uint64_t>(kDraws));
  EXPECT_EQ(spoken.count("s "), evaluations);
  EXPECT_EQ(spoken.count("none"), evaluations);
}

TEST(PointReports, GeneratedQuantitiesPrintAlsoWhereTheyMakeNothing) {
  const Spoken spoken = engine::spoken(
      "parameters { real x; } model { x ~ normal(0, 1); } generated quantities { print(\"x \", x); "
      "}",
      {});
  ASSERT_TRUE(spoken.run.is_ok());
  EXPECT_EQ(spoken.count("x "), static_cast<std::uint64_t>(kDraws));
}

TEST(PointReports, RejectionsAreTold) {
  const Spoken spoken = engine::spoken(
      "parameters { real x; } model { x ~ normal(0, 1); if (x > 0.5) reject(\"large: \", x); }",
      {});
  ASSERT_TRUE(spoken.run.is_ok());
  EXPECT_GT(spoken.count("rejected: large: "), 0U);
  EXPECT_LE(spoken.lines.size(), 101U);
}

// What an observer hears of one chain that begins at zero.
std::vector<Error> refusals(const std::string& program,
                            std::vector<std::string>* printed = nullptr) {
  const auto loaded = load_program(stan::SourceFile{"m.stan", program}, {});
  const auto traced = trace_model(std::get<LoadedProgram>(loaded), trace::Data{},
                                  {.print =
                                       [&](const std::string& text) {
                                         if (printed != nullptr) printed->push_back(text);
                                       }},
                                  IdleData::kKept);
  EXPECT_TRUE(traced.is_ok());
  const auto prepared = prepare(traced.value(), {});
  EXPECT_TRUE(prepared.is_ok());
  std::vector<Error> heard;
  RunOptions options;
  options.chains = 1;
  options.threads = 1;
  options.seed = 3;
  options.settings.initial_radius = 0.0;
  options.settings.warmup = 100;
  options.settings.draws = 1000;
  options.settings.jumps = false;
  options.on_refusal = [&](const Error& error) { heard.push_back(error); };
  EXPECT_TRUE(run(prepared.value(), options).is_ok());
  return heard;
}

TEST(PointReports, AnObserverHearsWhatRejectSaysInPlaceOfThePrinter) {
  std::vector<std::string> printed;
  const std::vector<Error> heard = refusals(
      "parameters { real x; } model { x ~ normal(0, 1); if (x > 0.5) reject(\"large: \", x); }",
      &printed);
  EXPECT_EQ(heard.size(), 100U);
  for (const Error& error : heard)
    EXPECT_TRUE(error.message.starts_with("large: ")) << error.message;
  EXPECT_TRUE(printed.empty());
}

TEST(PointReports, AnObserverHearsOfArgumentsThatAreNotAllowed) {
  const std::vector<Error> heard =
      refusals("parameters { real s; } model { s ~ normal(1, 1); 0.5 ~ normal(0, s + 0.5); }");
  ASSERT_FALSE(heard.empty());
  EXPECT_LE(heard.size(), 100U);
  for (const Error& error : heard) {
    EXPECT_TRUE(error.message.starts_with("normal: sigma must be positive, but it is -"))
        << error.message;
    EXPECT_TRUE(error.where.is_known());
  }
}

TEST(PointReports, AnObserverHearsNothingOfPointsThatAreAllowed) {
  EXPECT_TRUE(refusals("parameters { real x; } model { x ~ normal(0, 1); }").empty());
  EXPECT_TRUE(refusals("parameters { real x; } model { x ~ uniform(-1, 1); }").empty());
}

TEST(PointReports, ARejectWithoutConditionSaysTheValueAtThePoint) {
  const Spoken spoken =
      engine::spoken("parameters { real x; } model { x ~ normal(0, 1); reject(\"always \", x); }",
                     {.is_off = true});
  EXPECT_FALSE(spoken.run.is_ok());
  EXPECT_GT(spoken.count("rejected: always "), 0U);
  for (const std::string& line : spoken.lines) {
    EXPECT_EQ(line.find("depends on parameters"), std::string::npos) << line;
  }
}

TEST(PointReports, AFatalErrorEndsTheRun) {
  const std::string blocks[] = {
      "model { x ~ normal(0, 1); if (x > 0.5) fatal_error(\"large\"); }",
      "model { x ~ normal(0, 1); } generated quantities { if (x > 0.5) fatal_error(\"large\"); }"};
  for (const std::string& block : blocks) {
    const Spoken spoken = engine::spoken("parameters { real x; } " + block, {});
    ASSERT_FALSE(spoken.run.is_ok()) << block;
    EXPECT_EQ(spoken.run.error().message, "large");
    EXPECT_TRUE(spoken.run.error().where.is_known());
  }
}

TEST(PointReports, TargetIsPrintedAsStanHasIt) {
  const Spoken spoken = engine::spoken(
      "parameters { real<lower=0> s; } model { s ~ exponential(2);"
      " print(\"off \", target() - (log(s) - 2 * s)); }",
      {.is_off = true});
  ASSERT_TRUE(spoken.run.is_ok());
  ASSERT_FALSE(spoken.lines.empty());
  for (const std::string& line : spoken.lines) {
    EXPECT_LT(std::abs(std::stod(line.substr(4))), 1e-12) << line;
  }
}

}  // namespace
}  // namespace autumn::engine
