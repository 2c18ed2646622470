// These tests prepare large data: memory and time grow with the data as they must, and no more.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "engine/load.h"
#include "engine/prepare.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kColumns = 20;

constexpr const char* kLinear =
    "data { int N; matrix[N, 20] X; vector[N] y; } parameters { vector[20] b; real<lower=0> s; }"
    "model { b ~ student_t(4, 0, 1); y ~ normal(X * b, s); }";
constexpr const char* kLogistic =
    "data { int N; matrix[N, 20] X; array[N] int z; } parameters { vector[20] b; }"
    "model { b ~ normal(0, 1); z ~ bernoulli_logit(X * b); }";
constexpr const char* kLoop =
    "data { int N; vector[N] y; array[N] int g; }"
    "parameters { vector[50] a; real<lower=0> t; real<lower=0> s; }"
    "model { a ~ normal(0, t); for (n in 1:N) y[n] ~ normal(a[g[n]], s); }";

void write_data(const fs::path& path, std::size_t rows) {
  Random random({.seed = 1});
  std::ofstream out(path);
  out << "{\"N\":" << rows << ",\"X\":[";
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      out << (j > 0 ? "," : i == 0 ? "[" : ",[") << 0.001 * (double(random.below(4000)) - 2000.0);
    }
    out << "]";
  }
  for (const char* name : {"],\"y\":[", "],\"z\":[", "],\"g\":["}) {
    out << name;
    for (std::size_t i = 0; i < rows; ++i) {
      out << (i == 0 ? "" : ",");
      if (name[3] == 'y') out << 0.001 * double(random.below(4000));
      if (name[3] == 'z') out << random.below(2);
      if (name[3] == 'g') out << 1 + random.below(50);
    }
  }
  out << "]}";
}

struct Usage {
  double bytes = 0.0;       // in use when the model is ready
  double peak_bytes = 0.0;  // at most, until then
  double seconds = 0.0;     // of the processor
};

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0.0;
  double resident = 0.0;
  statm >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

Usage usage_here(const fs::path& stan, const fs::path& json) {
  auto program = std::get<LoadedProgram>(load_program(stan.string(), {}));
  const auto traced = std::get<trace::Traced>(load_model(program, json.string(), {}));
  program.syntax.reset();  // as a run does
  const auto prepared = prepare(traced, {});
  if (!prepared) _exit(1);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  malloc_trim(0);
  return {.bytes = resident_bytes(),
          .peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss),
          .seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)};
}

// In a process of its own, so that nothing before it counts.
Usage usage_apart(const fs::path& stan, const fs::path& json) {
  int ends[2];
  Usage usage;
  if (pipe(ends) != 0) return usage;
  const pid_t child = fork();
  if (child == 0) {
    usage = usage_here(stan, json);
    _exit(write(ends[1], &usage, sizeof usage) == sizeof usage ? 0 : 1);
  }
  close(ends[1]);
  EXPECT_EQ(read(ends[0], &usage, sizeof usage), static_cast<ssize_t>(sizeof usage));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return usage;
}

// Of a program with data that `write` puts into a file.
template <typename Write>
Usage usage_with(const std::string& text, Write write) {
  const std::string stem = "autumn_scale_" + std::to_string(::getpid());
  const fs::path stan = fs::temp_directory_path() / (stem + ".stan");
  const fs::path json = fs::temp_directory_path() / (stem + ".json");
  std::ofstream(stan) << text;
  write(json);
  const Usage usage = usage_apart(stan, json);
  fs::remove(stan);
  fs::remove(json);
  return usage;
}

Usage usage_of(const char* text, std::size_t rows) {
  return usage_with(text, [rows](const fs::path& json) { write_data(json, rows); });
}

// A program that declares so many parameters and data one by one.
std::string program_of_scalars(std::size_t count) {
  std::string data, parameters, model;
  for (std::size_t k = 1; k <= count; ++k) {
    data += fmt::format("real y{};\n", k);
    parameters += fmt::format("real a{};\n", k);
    model += fmt::format("a{0} ~ normal(0, 1);\ny{0} ~ normal(a{0}, 1);\n", k);
  }
  return "data {\n" + data + "}\nparameters {\n" + parameters + "}\nmodel {\n" + model + "}\n";
}

void write_scalars(const fs::path& path, std::size_t count) {
  std::ofstream out(path);
  for (std::size_t k = 1; k <= count; ++k) out << (k == 1 ? "{" : ",") << "\"y" << k << "\":" << k;
  out << "}";
}

Usage usage_of_scalars(std::size_t count) {
  return usage_with(program_of_scalars(count),
                    [count](const fs::path& json) { write_scalars(json, count); });
}

// Bytes in use per byte of the matrix, from two sizes, so that what every process needs is not
// counted.
double growth(double small, double large, std::size_t rows) {
  return (large - small) / (8.0 * static_cast<double>(rows * kColumns));
}

// Whether the program is still there when its model is made.
bool is_kept(const std::string& text, IdleData idle) {
  const auto loaded = load_program(stan::SourceFile{"m.stan", text}, {});
  const auto traced = trace_model(std::get<LoadedProgram>(loaded), trace::Data{},
                                  {.print = [](const std::string&) {}}, idle);
  EXPECT_TRUE(traced.is_ok());
  return traced.is_ok() && traced.value().generated.program != nullptr;
}

TEST(Scale, AProgramThatNoDrawNeedsIsLetGo) {
  const std::string model = "parameters { real x; } model { x ~ normal(0, 1); }";
  EXPECT_FALSE(is_kept(model, IdleData::kDropped));
  EXPECT_TRUE(is_kept(model, IdleData::kKept));
  EXPECT_TRUE(is_kept(model + "generated quantities { real y = x; }", IdleData::kDropped));
  EXPECT_TRUE(is_kept("parameters { real x; } model { x ~ normal(0, 1); if (x > 9) reject(x); }",
                      IdleData::kDropped));
}

TEST(SlowScale, MemoryIsLessThanThreeTimesTheData) {
  constexpr std::size_t kRows = 100'000;
  for (const char* text : {kLinear, kLogistic}) {
    const Usage small = usage_of(text, kRows);
    const Usage large = usage_of(text, 3 * kRows);
    EXPECT_LT(growth(small.bytes, large.bytes, 2 * kRows), 3.0) << text;
    EXPECT_LT(growth(small.peak_bytes, large.peak_bytes, 2 * kRows), 3.5) << text;
  }
}

TEST(SlowScale, PreparationIsLinearInTheData) {
  for (const char* text : {kLinear, kLogistic, kLoop}) {
    const Usage small = usage_of(text, 20'000);
    const Usage large = usage_of(text, 200'000);
    EXPECT_LT(large.seconds, 15.0 * small.seconds) << text;
  }
}

// A parameter with its datum and both of their statements: 200 MB are enough for 20,000.
TEST(SlowScale, AParameterOfItsOwnTakesNineKilobytes) {
  const Usage small = usage_of_scalars(5000);
  const Usage large = usage_of_scalars(20'000);
  EXPECT_LT(large.peak_bytes - small.peak_bytes, 15'000 * 9000.0);
  EXPECT_GT(large.peak_bytes, small.peak_bytes);
}

TEST(SlowScale, PreparationIsLinearInTheLengthOfTheProgram) {
  const Usage small = usage_of_scalars(4000);
  const Usage large = usage_of_scalars(20'000);
  EXPECT_LT(large.seconds, 8.0 * small.seconds);
}

}  // namespace
}  // namespace autumn::engine
