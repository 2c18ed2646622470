// This file measures gradients whose cost need not grow with the data, and the memory that data
// leave behind.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "models.h"
#include "table_line.h"
#include "timing.h"

namespace autumn::bench {
namespace {

constexpr std::array<std::size_t, 4> kRows = {1000, 10'000, 100'000, 1'000'000};
constexpr double kSeconds = 0.3;  // per size
constexpr double kMostGrowth = 1.5;
constexpr double kMostMemory = 3.0;

// What the process holds now, in bytes.
double resident() {
  malloc_trim(0);
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0.0;
  unsigned long all = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &all, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

double nanoseconds_of(const engine::Prepared& prepared) {
  const limits::Gradient gradient = gradient_of(prepared);
  GradientTimer timer(gradient, prepared.dimension);
  for (const auto start = Clock::now(); seconds_since(start) < kSeconds;) timer.run();
  return timer.nanoseconds();
}

template <typename Make>
void measure(const Print& print, const std::string& what, Make make) {
  std::vector<double> times;
  std::string all;
  for (const std::size_t rows : kRows) {
    times.push_back(nanoseconds_of(make(rows)));
    all += fmt::format("{}{:.0f}", all.empty() ? "" : ", ", times.back());
  }
  const double growth = *std::max_element(times.begin(), times.end()) / times.front();
  print({.what = what,
         .figure = fmt::format("{:.2f} x", growth),
         .target = fmt::format("{} x", kMostGrowth),
         .is_met = growth < kMostGrowth,
         .remark = fmt::format("{} ns at N = 10^3 ... 10^6", all)});
}

// Of a model that needs all its rows.
void measure_memory(const Print& print) {
  constexpr std::size_t kCount = 1'000'000, kColumns = 20;
  const double before = resident();
  const engine::Prepared prepared = logistic_regression(kCount, kColumns);
  const limits::Gradient gradient = gradient_of(prepared);
  const double ratio = (resident() - before) / (8.0 * kCount * kColumns);
  print({.what = "memory after preparation, logistic, N = 10^6, P = 20",
         .figure = fmt::format("{:.2f} x data", ratio),
         .target = fmt::format("{} x", kMostMemory),
         .is_met = ratio < kMostMemory});
}

}  // namespace

void measure_growth(const Print& print) {
  constexpr std::size_t kGroups = 50, kColumns = 20;
  measure(print, "growth, linear mixed model, 50 groups",
          [](std::size_t rows) { return mixed_model(kGroups, rows); });
  measure(print, "growth, y ~ normal(X beta, sigma), beta kept, P = 20",
          [](std::size_t rows) { return linear_regression(rows, kColumns); });
  measure_memory(print);
}

}  // namespace autumn::bench
