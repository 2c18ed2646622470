// These tests look at runs whose warm-ups end early: what is told of them, and that chains do not
// depend on threads or on one another.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/load.h"
#include "engine/report.h"
#include "engine/run.h"
#include "output/files/draw_file.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

fs::path settled_path(const std::string& name) {
  return fs::temp_directory_path() / ("autumn_settled_" + std::to_string(::getpid()) + "_" + name);
}

Prepared plain_model() {
  const fs::path stan = settled_path("model.stan");
  const fs::path json = settled_path("data.json");
  std::ofstream(stan) << "parameters { vector[12] x; } model { x ~ normal(0, 1); }";
  std::ofstream(json) << "{}";
  const auto loaded = std::get<LoadedProgram>(load_program(stan.string(), {}));
  const auto traced = std::get<trace::Traced>(load_model(loaded, json.string(), {}));
  fs::remove(stan);
  fs::remove(json);
  return prepare(traced, {.is_off = true}).value();
}

RunOptions settled_options(std::uint32_t threads) {
  RunOptions options;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.stops_when_settled = true;
  options.settings.draws = 40;
  options.chains = 3;
  options.threads = threads;
  options.seed = 6;
  return options;
}

TEST(SettledRuns, DoNotDependOnThreads) {
  const Prepared prepared = plain_model();
  const engine::Run one = run(prepared, settled_options(1)).value();
  const engine::Run three = run(prepared, settled_options(3)).value();
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(one.chains[k].result.warmup, three.chains[k].result.warmup);
    EXPECT_LT(one.chains[k].result.warmup, 1000);
    EXPECT_EQ(one.chains[k].draws.rows(), 40U);
    EXPECT_EQ(one.chains[k].draws, three.chains[k].draws);
  }
}

TEST(SettledRuns, TellInFilesHowLongTheyWarmedUp) {
  const Prepared prepared = plain_model();
  const fs::path directory = settled_path("files");
  for (const output::Format format : {output::Format::kCsv, output::Format::kBinary}) {
    fs::remove_all(directory);
    RunOptions options = settled_options(1);
    options.files = Files{.directory = directory.string(), .format = format, .overwrite = true};
    const engine::Run done = run(prepared, options).value();
    for (std::size_t k = 0; k < 3; ++k) {
      const auto file = output::read_draws(
          (directory / fmt::format("chain_{}.{}", k + 1, output::extension(format))).string());
      ASSERT_TRUE(file.is_ok()) << file.error().message;
      const output::CsvFile& content = file.value().content;
      EXPECT_EQ(content.draws.rows(), 40U);
      EXPECT_EQ(output::find_value(content, "num_warmup"),
                std::to_string(done.chains[k].result.warmup));
      EXPECT_EQ(output::find_value(content, "autumn_warmup"), "auto:1000");
    }
  }
  fs::remove_all(directory);
}

TEST(SettledRuns, TellOnScreenAndInJson) {
  const Prepared prepared = plain_model();
  const RunOptions options = settled_options(1);
  const engine::Run done = run(prepared, options).value();
  const Report account = report(prepared, options, done);
  EXPECT_NE(to_text(account).find(" iterations of at most 1000.\n"), std::string::npos);
  EXPECT_NE(output::to_json(account.output)
                .find(fmt::format("\"warmup\":[{},{},{}]", done.chains[0].result.warmup,
                                  done.chains[1].result.warmup, done.chains[2].result.warmup)),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::engine
