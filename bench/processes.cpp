// This file measures the preparation of the paper's programs, and whole processes.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "engine/load.h"
#include "models.h"
#include "table_line.h"
#include "timing.h"

namespace autumn::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kRepeats = 9;
constexpr double kMostPreparation = 20.0;  // ms
constexpr double kMostFirstDraw = 50.0;    // ms
constexpr double kMostEightSchools = 100;  // ms

template <typename Call>
double best_milliseconds(Call call) {
  double best = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto start = Clock::now();
    call();
    best = std::min(best, 1e3 * seconds_since(start));
  }
  return best;
}

// Whether the process ended well.
bool run(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  int status = 0;
  return posix_spawn(&pid, words[0], nullptr, nullptr, words.data(), environ) == 0 &&
         waitpid(pid, &status, 0) == pid && status == 0;
}

struct Worst {
  double milliseconds = 0.0;
  std::string name;
};

template <typename Call>
Worst worst_of_paper(Call call) {
  Worst worst;
  for (const PaperModel& files : kPaperModels) {
    const double time = best_milliseconds([&] { call(files); });
    if (time > worst.milliseconds) worst = {time, files.model};
  }
  return worst;
}

TableLine line_of(std::string what, const Worst& worst, double most) {
  return {.what = std::move(what),
          .figure = fmt::format("{:.1f} ms", worst.milliseconds),
          .target = fmt::format("{:.0f} ms", most),
          .is_met = worst.milliseconds < most,
          .remark = worst.name.empty() ? "" : "worst: " + worst.name};
}

}  // namespace

void measure_processes(const Print& print, const std::string& autumn) {
  print(line_of("preparation, the paper's models: read, trace, plan, passes",
                worst_of_paper([](const PaperModel& files) { (void)paper_model(files); }),
                kMostPreparation));
  if (autumn.empty()) return;
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("autumn_bench_{}", static_cast<int>(getpid()));
  const auto command = [&](const PaperModel& files, std::vector<std::string> options) {
    std::vector<std::string> words{
        autumn, "sample",  program_path(files), "--data",   data_path(files), "--seed",
        "1",    "--quiet", "--force",           "--output", folder.string()};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  };
  bool is_well = true;
  const auto first = worst_of_paper([&](const PaperModel& files) {
    is_well &= run(command(files, {"--chains", "1", "--warmup", "0", "--draws", "1"}));
  });
  print(line_of("process start to first draw, the paper's models", first, kMostFirstDraw));
  const double schools = best_milliseconds([&] {
    is_well &=
        run(command(kEightSchools, {"--chains", "4", "--warmup", "1000", "--draws", "1000"}));
  });
  print(line_of("eight schools, 4 chains of 1,000 + 1,000, files, whole process", {schools, ""},
                kMostEightSchools));
  if (!is_well) fmt::print("some of these processes failed\n");
  fs::remove_all(folder);
}

}  // namespace autumn::bench
