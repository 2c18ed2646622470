// These tests look at runs: stopping early keeps what was drawn, chains do not depend on each
// other, files say what was done.
#include "engine/run.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "engine/interrupt.h"
#include "engine/prepare.h"
#include "engine/report.h"
#include "expr/term.h"
#include "output/files/csv_reader.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

// x ~ -x^2/2 on the line, and y = 2 x.
model::Model small_model() {
  expr::Builder builder;
  const expr::Term x(builder, builder.input("x", expr::Shape::scalar()));
  model::Factor factor;
  factor.value = (-0.5 * square(x)).id();
  const expr::NodeId y = (2.0 * x).id();
  model::Variable variable;
  variable.name = "x";
  variable.node = x.id();
  model::Output output;
  output.name = "y";
  output.node = y;
  return {.graph = std::move(builder).finish({}),
          .variables = {variable},
          .factors = {factor},
          .outputs = {output}};
}

// Options of a short run.
RunOptions short_run(std::int64_t warmup, std::int64_t draws, std::uint32_t chains) {
  RunOptions options;
  options.settings.warmup = warmup;
  options.settings.draws = draws;
  options.chains = chains;
  options.seed = 4;
  return options;
}

TEST(Prepare, NamesItsStagesAndColumns) {
  const Prepared prepared = prepare_joint(small_model());
  EXPECT_EQ(prepared.columns, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(prepared.dimension, 1U);
  ASSERT_FALSE(prepared.times.empty());
  EXPECT_EQ(prepared.times[0].stage, "roll");
}

TEST(Run, ChainsDoNotDependOnHowManyThereAre) {
  const Prepared prepared = prepare_joint(small_model());
  RunOptions options = short_run(100, 50, 1);
  const auto one = run(prepared, options);
  options.chains = 3;
  options.threads = 2;
  const auto three = run(prepared, options);
  ASSERT_TRUE(one.is_ok() && three.is_ok());
  EXPECT_EQ(one.value().chains[0].draws, three.value().chains[0].draws);
  EXPECT_NE(three.value().chains[0].draws.row(0)[7], three.value().chains[1].draws.row(0)[7]);
}

TEST(Run, SavesWarmupApart) {
  RunOptions options = short_run(30, 20, 1);
  options.settings.thin = 3;
  options.settings.save_warmup = true;
  const auto result = run(prepare_joint(small_model()), options);
  ASSERT_TRUE(result.is_ok());
  EXPECT_EQ(result.value().chains[0].warmup.rows(), 10U);
  EXPECT_EQ(result.value().chains[0].draws.rows(), 20U);
}

class RunFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() /
                 (std::string("autumn_run_files_") +
                  ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path directory_;
};

TEST_F(RunFiles, OfAStoppedRunKeepWhatWasDrawn) {
  const Prepared prepared = prepare_joint(small_model());
  std::atomic<bool> stop{false};
  RunOptions options = short_run(30, 20, 2);
  options.threads = 1;
  options.settings.save_warmup = true;
  options.on_position = [&](std::uint32_t, const sampler::Draw&) { stop = true; };
  options.files = Files{.directory = directory_.string()};
  options.stop = &stop;
  const auto result = run(prepared, options);
  ASSERT_TRUE(result.is_ok());
  EXPECT_TRUE(result.value().is_interrupted);
  EXPECT_EQ(result.value().chains[0].warmup.rows(), 1U);
  const auto file = output::read_csv((directory_ / "chain_1.csv").string());
  ASSERT_TRUE(file.is_ok()) << file.error().message;
  EXPECT_EQ(file.value().draws.rows() + file.value().warmup.rows(), 1U);
  const std::string text = to_text(report(prepared, options, result.value()));
  EXPECT_NE(text.find("Interrupted"), std::string::npos);
}

TEST_F(RunFiles, RecordTheRunAndReadBack) {
  RunOptions options = short_run(50, 20, 2);
  options.seed = 11;
  options.files = Files{.directory = directory_.string(), .model_name = "small"};
  const auto result = run(prepare_joint(small_model()), options);
  ASSERT_TRUE(result.is_ok());
  const auto file = output::read_csv((directory_ / "chain_2.csv").string());
  ASSERT_TRUE(file.is_ok()) << file.error().message;
  EXPECT_EQ(output::find_value(file.value(), "seed"), "11");
  EXPECT_EQ(output::find_value(file.value(), "id"), "2");
  EXPECT_EQ(output::find_value(file.value(), "model"), "small_model");
  EXPECT_EQ(file.value().draws.names(), result.value().chains[1].draws.names());
  EXPECT_EQ(file.value().draws.rows(), 20U);
  EXPECT_NEAR(file.value().draws.at(3, 7), result.value().chains[1].draws.at(3, 7), 1e-7);
}

// Whatever the tests were started with: shells let what is in the background ignore Ctrl-C.
TEST(Interrupt, FirstSignalRaisesTheFlagOnly) {
  const auto former = std::signal(SIGINT, SIG_DFL);
  {
    const InterruptGuard guard;
    EXPECT_FALSE(guard.flag().load());
    std::raise(SIGINT);
    EXPECT_TRUE(guard.flag().load());
  }
  std::signal(SIGINT, former);
}

TEST(Interrupt, OfASignalThatIsIgnoredIsNone) {
  const auto former = std::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_FALSE(guard.flag().load());
  }
  EXPECT_EQ(std::signal(SIGHUP, former), SIG_IGN) << "and stays so";
}

}  // namespace
}  // namespace autumn::engine
