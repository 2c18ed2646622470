// This file measures how fast draws are recovered and written.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <filesystem>

#include "evaluate/evaluator.h"
#include "models.h"
#include "output/files/csv_writer.h"
#include "recover/recover.h"
#include "table_line.h"
#include "timing.h"

namespace autumn::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kVariates = 50e6;  // per second
constexpr double kMegabytes = 100;  // per second
constexpr double kSeconds = 0.5;    // per measurement

// Nanoseconds per draw of everything that was collapsed: the best of many short batches.
double nanoseconds_per_draw(const engine::Prepared& prepared) {
  evaluate::Evaluator values(prepared.values);
  recover::Recoverer recoverer(prepared.recovery);
  const std::vector<double> point(prepared.dimension, 0.1);
  const std::span<const double> inputs[] = {point};
  values.run(inputs);
  for (std::size_t k = 0; k < prepared.sampled.variables.size(); ++k) {
    recoverer.set_kept(k, values.output(k));
  }
  constexpr int kDraws = 5;
  double best = std::numeric_limits<double>::infinity();
  std::uint64_t draw = 0;
  for (const auto begin = Clock::now(); seconds_since(begin) < kSeconds;) {
    const auto start = Clock::now();
    for (int k = 0; k < kDraws; ++k) recoverer.draw(1, 1, ++draw);
    best = std::min(best, 1e9 * seconds_since(start) / kDraws);
  }
  return best;
}

void measure_recovery(const Print& print, const std::string& what, const PaperModel& files) {
  const engine::Prepared prepared = paper_model(files);
  std::size_t recovered = 0;
  for (const collapse::Step& step : prepared.plan.steps) recovered += step.elements.size();
  const double rate = 1e9 * static_cast<double>(recovered) / nanoseconds_per_draw(prepared);
  print({.what = what,
         .figure = fmt::format("{:.1f} M/s", 1e-6 * rate),
         .target = fmt::format("{:.0f} M/s", 1e-6 * kVariates),
         .is_met = rate >= kVariates});
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Megabytes per second of processor time, of one file of some megabytes.
double write_once(const fs::path& path) {
  constexpr std::size_t kColumns = 300, kDraws = 2000;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kColumns; ++k) names.push_back(fmt::format("x.{}", k + 1));
  std::vector<double> row(kColumns);
  const double start = processor_seconds();
  auto writer = output::CsvWriter::open(path.string(), {}, names);
  if (!writer) return 0.0;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    for (std::size_t k = 0; k < kColumns; ++k) {
      row[k] = 10.0 * std::fmod(0.618033988749895 * static_cast<double>(draw + 17 * k), 1.0) - 5.0;
    }
    (void)writer.value().append(row);
  }
  if (!writer.value().close().is_ok()) return 0.0;
  return 1e-6 * static_cast<double>(fs::file_size(path)) / (processor_seconds() - start);
}

void measure_csv(const Print& print) {
  const fs::path path = fs::temp_directory_path() / fmt::format("autumn_bench_{}.csv", getpid());
  double best = 0.0;
  for (int repeat = 0; repeat < 10; ++repeat) best = std::max(best, write_once(path));
  fs::remove(path);
  print({.what = "CSV written",
         .figure = fmt::format("{:.0f} MB/s", best),
         .target = fmt::format("{:.0f} MB/s", kMegabytes),
         .is_met = best >= kMegabytes});
}

}  // namespace

void measure_output(const Print& print) {
  measure_recovery(print, "recovered variates, beta", kTrials308);
  measure_recovery(print, "recovered variates, normal", kFibrosis);
  measure_csv(print);
}

}  // namespace autumn::bench
