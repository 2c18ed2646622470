// These tests look at progress: CmdStan's lines where nobody looks, renewed lines on a terminal;
// time comes from the test.
#include "output/report/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace autumn::output {
namespace {

// A progress with a clock that the test moves and a sink that remembers.
struct Stage {
  explicit Stage(ProgressOptions options) {
    options.clock = [this] { return now; };
    options.sink = [this](std::string_view part) { text += part; };
    progress.emplace(std::move(options));
  }

  std::string take() { return std::exchange(text, {}); }

  double now = 100;
  std::string text;
  std::optional<Progress> progress;
};

TEST(Progress, PlainLinesAreCmdstans) {
  Stage stage({.num_warmup = 1000, .num_samples = 1000, .refresh = 500});
  for (std::uint32_t i = 1; i <= 2000; ++i) stage.progress->update(0, i);
  EXPECT_EQ(stage.text,
            "Iteration:    1 / 2000 [  0%]  (Warmup)\n"
            "Iteration:  500 / 2000 [ 25%]  (Warmup)\n"
            "Iteration: 1000 / 2000 [ 50%]  (Warmup)\n"
            "Iteration: 1001 / 2000 [ 50%]  (Sampling)\n"
            "Iteration: 1500 / 2000 [ 75%]  (Sampling)\n"
            "Iteration: 2000 / 2000 [100%]  (Sampling)\n");
}

TEST(Progress, PlainLinesNameTheChainIfThereAreSeveral) {
  Stage stage({.chains = 4, .first_id = 2, .refresh = 500});
  stage.progress->update(0, 1001);
  stage.progress->update(3, 1002);
  stage.progress->finish();
  EXPECT_EQ(stage.text, "Chain [2] Iteration: 1001 / 2000 [ 50%]  (Sampling)\n");
}

TEST(Progress, PrintsTheLastIterationWhateverTheRefresh) {
  Stage stage({.num_warmup = 0, .num_samples = 7, .refresh = 4});
  for (std::uint32_t i = 1; i <= 7; ++i) stage.progress->update(0, i);
  EXPECT_EQ(stage.text,
            "Iteration: 1 / 7 [ 14%]  (Sampling)\n"
            "Iteration: 4 / 7 [ 57%]  (Sampling)\n"
            "Iteration: 7 / 7 [100%]  (Sampling)\n");
}

TEST(Progress, IsSilentWithoutRefresh) {
  for (const bool is_terminal : {false, true}) {
    Stage stage({.refresh = 0, .is_terminal = is_terminal});
    stage.progress->update(0, 1);
    stage.progress->update(0, 2000);
    stage.progress->finish();
    EXPECT_EQ(stage.text, "");
  }
}

TEST(Progress, TerminalLinesShowElapsedAndRemainingTime) {
  Stage stage({.chains = 2, .num_warmup = 100, .num_samples = 300, .is_terminal = true});
  stage.progress->update(0, 1);
  EXPECT_EQ(stage.take(),
            "\rChain 1   [....................]   0%  warm-up   0:00 elapsed, 0:00 left\x1b[K\n"
            "\rChain 2    waiting\x1b[K\n"
            "\r0 of 2 chains done [....................]   0%  0:00 elapsed, 0:00 left\x1b[K\n");
  stage.now += 10;  // 100 more iterations at 0.1 s each
  stage.progress->update(0, 101);
  EXPECT_EQ(stage.take(),
            "\x1b[3A"
            "\rChain 1   [#####...............]  25%  sampling  0:10 elapsed, 0:30 left\x1b[K\n"
            "\rChain 2    waiting\x1b[K\n"
            "\r0 of 2 chains done [##..................]  12%  0:10 elapsed, 1:09 left\x1b[K\n");
}

TEST(Progress, RemainingTimeOfSamplingIgnoresHowSlowWarmupWas) {
  Stage stage({.chains = 1, .num_warmup = 100, .num_samples = 300, .is_terminal = true});
  stage.progress->update(0, 1);
  stage.now += 99;
  stage.progress->update(0, 100);
  stage.now += 10;  // then 100 sampling iterations at 0.1 s each
  stage.take();
  stage.progress->update(0, 200);
  EXPECT_EQ(stage.take(),
            "\x1b[1A"
            "\rChain 1   [##########..........]  50%  sampling  1:49 elapsed, 0:20 left\x1b[K\n");
  stage.now += 20;
  stage.progress->update(0, 400);
  stage.take();
  stage.now += 1000;
  stage.progress->finish();
  EXPECT_EQ(stage.take(),
            "\x1b[1A"
            "\rChain 1   [####################] 100%  sampling  2:09 elapsed, done\x1b[K\n");
}

TEST(Progress, TerminalIsRedrawnAtMostTenTimesASecond) {
  Stage stage({.num_warmup = 0, .num_samples = 1000000, .is_terminal = true});
  for (std::uint32_t i = 1; i < 1000; ++i) {
    stage.progress->update(0, i);
    stage.now += 0.001;
  }
  EXPECT_EQ(std::count(stage.text.begin(), stage.text.end(), '\n'), 10);
}

TEST(Progress, OneLineSpeaksForVeryManyChains) {
  Stage stage({.chains = 100, .num_warmup = 0, .num_samples = 10, .is_terminal = true});
  stage.progress->update(0, 1);
  stage.take();
  stage.now += 10;
  stage.progress->update(0, 10);
  EXPECT_EQ(stage.take(),
            "\x1b[1A\r1 of 100 chains done [....................]   1%  0:10 elapsed, 16:30 left"
            "\x1b[K\n");
}

TEST(Progress, ABeatTellsOfTheWholeRunAfterALongSilence) {
  Stage stage({.chains = 2, .num_warmup = 100, .num_samples = 100, .refresh = 100, .pulse = 10});
  stage.now += 9;
  stage.progress->beat();
  EXPECT_EQ(stage.take(), "");
  stage.now += 1;
  stage.progress->beat();
  stage.progress->beat();
  EXPECT_EQ(
      stage.take(),
      "0 of 2 chains done [....................]   0%  0:10 elapsed, in the first iteration\n");
  for (std::uint32_t i = 1; i <= 50; ++i) stage.progress->update(0, i);
  stage.take();
  stage.now += 30;
  stage.progress->beat();
  EXPECT_EQ(stage.take(),
            "0 of 2 chains done [##..................]  12%  0:40 elapsed, 4:40 left\n");
}

TEST(Progress, ABeatMovesTheClockOnATerminalAndIsSilentElsewhere) {
  Stage terminal({.chains = 1, .num_warmup = 1, .num_samples = 1, .is_terminal = true});
  terminal.now += 5;
  terminal.progress->beat();
  EXPECT_EQ(terminal.take(), "\rChain 1    waiting\x1b[K\n");
  for (const ProgressOptions& quiet :
       {ProgressOptions{.refresh = 0, .pulse = 1}, ProgressOptions{.refresh = 100}}) {
    Stage stage(quiet);
    stage.now += 1000;
    stage.progress->beat();
    EXPECT_EQ(stage.text, "");
  }
}

TEST(Progress, ATickerBeatsWhileItLives) {
  std::string text;
  const ProgressOptions options{.pulse = 0.2, .sink = [&](std::string_view part) { text += part; }};
  Progress progress(options);
  {
    const ProgressTicker ticker(progress, options);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  }
  const std::string said = text;
  EXPECT_TRUE(said.starts_with("0 of 1 chain done")) << said;
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_EQ(text, said);
}

TEST(Progress, KeepsLinesWholeWhenManyThreadsReport) {
  constexpr std::uint32_t kChains = 4;
  std::vector<std::string> parts;
  Progress progress({.chains = kChains,
                     .num_warmup = 500,
                     .num_samples = 500,
                     .refresh = 10,
                     .sink = [&](std::string_view part) { parts.emplace_back(part); }});
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t c = 0; c < kChains; ++c)
      threads.emplace_back([&progress, c] {
        for (std::uint32_t i = 1; i <= 1000; ++i) progress.update(c, i);
      });
  }
  EXPECT_EQ(parts.size(), kChains * (100U + 2));
  for (const std::string& part : parts) {
    EXPECT_TRUE(part.starts_with("Chain ["));
    EXPECT_EQ(part.find('\n'), part.size() - 1);
  }
}

TEST(DurationText, CountsMinutesAndHours) {
  EXPECT_EQ(duration_text(0.4), "0:00");
  EXPECT_EQ(duration_text(7), "0:07");
  EXPECT_EQ(duration_text(754), "12:34");
  EXPECT_EQ(duration_text(3723), "1:02:03");
  EXPECT_EQ(duration_text(-1), "0:00");
}

}  // namespace
}  // namespace autumn::output
