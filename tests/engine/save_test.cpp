// These tests save draws that are in memory, and see that others can look at chains meanwhile.
#include "engine/save.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/prepare.h"
#include "expr/term.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

// x ~ -x^2/2 on the line.
model::Model bell() {
  expr::Builder builder;
  const expr::Term x(builder, builder.input("x", expr::Shape::scalar()));
  model::Factor factor;
  factor.value = (-0.5 * square(x)).id();
  model::Variable variable;
  variable.name = "x";
  variable.node = x.id();
  return {.graph = std::move(builder).finish({}),
          .variables = {variable},
          .factors = {factor},
          .outputs = {}};
}

RunOptions short_options() {
  RunOptions options;
  options.settings.warmup = 100;
  options.settings.draws = 40;
  options.chains = 2;
  options.seed = 4;
  return options;
}

// Without the lines that have a time, or the path.
std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::string text, line;
  while (std::getline(file, line)) {
    const bool is_its_own = line.find("seconds") != std::string::npos ||
                            line.find("file = ") != std::string::npos ||
                            line.find("start_datetime") != std::string::npos;
    if (!is_its_own) text += line + "\n";
  }
  return text;
}

fs::path fresh_directory(const std::string& name) {
  const fs::path path = fs::temp_directory_path() / name;
  fs::remove_all(path);
  return path;
}

TEST(Save, WritesWhatTheRunWouldHaveWritten) {
  const Prepared prepared = prepare_joint(bell());
  RunOptions options = short_options();
  const fs::path written = fresh_directory("autumn_save_written");
  const fs::path saved = fresh_directory("autumn_save_saved");
  const auto in_memory = run(prepared, options);
  ASSERT_TRUE(in_memory);
  ASSERT_TRUE(save(prepared, options, in_memory.value(), {.directory = saved.string()}));
  options.files = Files{.directory = written.string()};
  ASSERT_TRUE(run(prepared, options));
  for (const char* name : {"chain_1.csv", "chain_2.csv"}) {
    EXPECT_EQ(text_of(saved / name), text_of(written / name));
    EXPECT_NE(text_of(saved / name), "");
  }
}

TEST(Save, ReplacesNothingUnlessItMay) {
  const Prepared prepared = prepare_joint(bell());
  const RunOptions options = short_options();
  const fs::path saved = fresh_directory("autumn_save_replaced");
  const auto made = run(prepared, options);
  ASSERT_TRUE(made);
  ASSERT_TRUE(save(prepared, options, made.value(), {.directory = saved.string()}));
  EXPECT_FALSE(save(prepared, options, made.value(), {.directory = saved.string()}));
  EXPECT_TRUE(
      save(prepared, options, made.value(), {.directory = saved.string(), .overwrite = true}));
}

TEST(Run, HasItsTablesInOnePieceOfMemory) {
  const Prepared prepared = prepare_joint(bell());
  const auto made = run(prepared, short_options());
  ASSERT_TRUE(made);
  const DrawTable& first = made.value().chains[0].draws;
  const DrawTable& second = made.value().chains[1].draws;
  EXPECT_EQ(second.row(0).data(), first.row(0).data() + first.rows() * first.columns());
}

TEST(Run, ShowsWhereItsChainsAre) {
  const Prepared prepared = prepare_joint(bell());
  RunOptions options = short_options();
  options.settings.jumps = false;  // a jump has no leapfrog steps
  options.sights = std::make_shared<ChainSights>(options.chains);
  ASSERT_TRUE(run(prepared, options));
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    const ChainSight& sight = options.sights->of(chain);
    EXPECT_EQ(sight.warmup.load(), 100);
    EXPECT_EQ(sight.iterations.load(), 140);
    EXPECT_EQ(sight.draws.load(), 40);
    EXPECT_GT(sight.step_size.load(), 0.0);
    EXPECT_GT(sight.leapfrogs.load(), 0);
    EXPECT_TRUE(sight.has_begun.load());
    EXPECT_TRUE(sight.is_over.load());
  }
}

}  // namespace
}  // namespace autumn::engine
