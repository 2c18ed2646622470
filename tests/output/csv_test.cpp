// These tests look at CSV files in CmdStan's format: what is written, what is read, and what
// happens when the disk says no.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/numbers.h"
#include "base/random.h"
#include "output/files/csv_reader.h"
#include "output/files/csv_writer.h"
#include "output/files/number_text.h"

namespace autumn::output {
namespace {

const std::vector<std::string> kCsvColumns{"lp__",        "accept_stat__", "stepsize__",
                                           "treedepth__", "n_leapfrog__",  "divergent__",
                                           "energy__",    "theta.1",       "theta.2"};

// A directory of its own for each test, removed at the end.
class Csv : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("autumn_csv_" + std::to_string(::getpid()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  [[nodiscard]] static std::string content(const std::string& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path folder_;
};

std::string number_text(double value, int precision) {
  std::string text;
  append_number(text, value, precision);
  return text;
}

std::string integer_text(double value) {
  std::string text;
  append_integer(text, value);
  return text;
}

TEST(NumberText, EqualsPrintfsGeneralFormat) {
  Random random({.seed = 8});
  for (int k = 0; k < 20000; ++k) {
    const double value = std::ldexp(random.normal(), static_cast<int>(random.below(200)) - 100);
    const int precision = static_cast<int>(random.below(19));
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.*g", precision, value);
    ASSERT_EQ(number_text(value, precision), expected);
  }
}

// Where rounding and the choice of the notation are close calls.
TEST(NumberText, EqualsPrintfsGeneralFormatNearPowersOfTenAndTies) {
  const auto check = [](double value, int precision) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.*g", precision, value);
    ASSERT_EQ(number_text(value, precision), expected) << precision;
  };
  for (int exponent = -25; exponent <= 25; ++exponent) {
    const double power = std::pow(10.0, exponent);
    for (int precision = 1; precision <= 10; ++precision) {
      for (const double near :
           {power, std::nextafter(power, 0.0), std::nextafter(power, kInfinity)}) {
        check(near, precision);
        check(-near, precision);
        check(near * (1 - 0.5 * std::pow(10.0, -precision)), precision);
      }
    }
  }
  for (int k = 1; k < 4000; ++k) {
    check(k / 8.0, 3);  // ties such as 0.125 and 1.125
    check(k * 0x1p40 + 0.5, 8);
    check(k * 125.0 * 0x1p-20, 8);
  }
  Random random({.seed = 9});
  for (int k = 0; k < 200000; ++k) check(std::exp(12 * random.normal()), 8);
}

TEST(NumberText, KnowsTheEndsOfTheRange) {
  EXPECT_EQ(number_text(kInfinity, 8), "inf");
  EXPECT_EQ(number_text(-kInfinity, 8), "-inf");
  EXPECT_EQ(number_text(-kNaN, 8), "nan");
  EXPECT_EQ(number_text(-0.0, 8), "-0");
  EXPECT_EQ(number_text(0.1234567891, -1), "0.123457");
  EXPECT_EQ(number_text(5e-324, 18), "4.94065645841246544e-324");
  EXPECT_EQ(number_text(std::numeric_limits<double>::max(), 3), "1.8e+308");
  EXPECT_EQ(integer_text(1023), "1023");
  EXPECT_EQ(integer_text(123456789012.0), "123456789012");
  EXPECT_EQ(integer_text(kNaN), "nan");
}

RunConfiguration bernoulli() {
  RunConfiguration run;
  run.model_name = "bernoulli";
  run.start_datetime = "2026-11-15 02:40:00 UTC";
  run.data_file = "bernoulli.data.json";
  run.seed = 1116358692;
  run.seed_was_given = false;
  run.extra = {{"autumn_version", "0.1.0"}, {"autumn_note", "two\nlines"}};
  return run;
}

constexpr const char* kBernoulliHeader = R"(# stan_version_major = 2
# stan_version_minor = 37
# stan_version_patch = 0
# model = bernoulli_model
# start_datetime = 2026-11-15 02:40:00 UTC
# method = sample (Default)
#   sample
#     num_samples = 1000 (Default)
#     num_warmup = 1000 (Default)
#     save_warmup = false (Default)
#     thin = 1 (Default)
#     adapt
#       engaged = true (Default)
#       gamma = 0.05 (Default)
#       delta = 0.8 (Default)
#       kappa = 0.75 (Default)
#       t0 = 10 (Default)
#       init_buffer = 75 (Default)
#       term_buffer = 50 (Default)
#       window = 25 (Default)
#       save_metric = false (Default)
#     algorithm = hmc (Default)
#       hmc
#         engine = nuts (Default)
#           nuts
#             max_depth = 10 (Default)
#         metric = diag_e (Default)
#         metric_file =  (Default)
#         stepsize = 1 (Default)
#         stepsize_jitter = 0 (Default)
#     num_chains = 1 (Default)
# id = 1 (Default)
# data
#   file = bernoulli.data.json
# init = 2 (Default)
# random
#   seed = 1116358692 (Default)
# output
#   file = output.csv (Default)
#   diagnostic_file =  (Default)
#   refresh = 100 (Default)
#   sig_figs = 8 (Default)
#   profile_file = profile.csv (Default)
#   save_cmdstan_config = false (Default)
# num_threads = 1 (Default)
# autumn_version = 0.1.0
# autumn_note = two lines
)";

TEST(CsvHeader, IsCmdstans) {
  EXPECT_EQ(header_text(bernoulli()), kBernoulliHeader);
}

TEST(CsvHeader, ShowsWhatIsNotDefault) {
  RunConfiguration run = bernoulli();
  run.engine = HmcEngine::kStatic;
  run.metric = MetricKind::kDense;
  run.adapt.delta = 0.95;
  run.stepsize = 1.0 / 3;
  run.save_warmup = true;
  run.seed_was_given = true;
  const std::string text = header_text(run);
  EXPECT_NE(text.find("#       delta = 0.95\n"), std::string::npos);
  EXPECT_NE(text.find("#         engine = static\n#           static\n"
                      "#             int_time = 6.28319 (Default)\n"
                      "#         metric = dense_e\n"),
            std::string::npos);
  EXPECT_NE(text.find("#         stepsize = 0.3333333333333333\n"), std::string::npos);
  EXPECT_NE(text.find("#     save_warmup = true\n"), std::string::npos);
  EXPECT_NE(text.find("#   seed = 1116358692\n"), std::string::npos);
}

TEST(CsvHeader, NamesModelsAsStancDoes) {
  EXPECT_EQ(stanc_model_name("eight-schools_2"), "eight_schools_2_model");
  EXPECT_EQ(stanc_model_name("a b"), "ax32b_model");
}

TEST_F(Csv, FileIsCmdstansToTheLastLine) {
  auto writer = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
  EXPECT_TRUE(writer.write_adaptation({1.02703, MetricKind::kDiagonal, {0.526879, 0.61}}));
  EXPECT_TRUE(
      writer.append(std::vector<double>{-6.91744, 1, 1.02703, 1, 3, 0, 7.6246, 0.18, 0.123456789}));
  EXPECT_TRUE(
      writer.append(std::vector<double>{-kInfinity, 1, 1, 10, 1023, 1, kNaN, 1e-30, -0.25}));
  EXPECT_TRUE(writer.write_times({0.009, 0.023}));
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(
      content(path("out.csv")),
      std::string(kBernoulliHeader) +
          R"(lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,theta.1,theta.2
# Adaptation terminated
# Step size = 1.02703
# Diagonal elements of inverse mass matrix:
# 0.526879, 0.61
-6.91744,1,1.02703,1,3,0,7.6246,0.18,0.12345679
-inf,1,1,10,1023,1,nan,1e-30,-0.25
# 
#  Elapsed Time: 0.009 seconds (Warm-up)
#                0.023 seconds (Sampling)
#                0.032 seconds (Total)
# 
)");
}

TEST_F(Csv, CountsStayWholeAtLowPrecision) {
  RunConfiguration run = bernoulli();
  run.sig_figs = 2;
  auto writer = CsvWriter::open(path("out.csv"), run, kCsvColumns).value();
  EXPECT_TRUE(writer.append(std::vector<double>{1234, 1, 1, 10, 1023, 0, 1, 1, 1}));
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(content(path("out.csv")).ends_with("\n1.2e+03,1,1,10,1023,0,1,1,1\n"));
}

TEST_F(Csv, RoundTripKeepsEverything) {
  RunConfiguration run = bernoulli();
  run.save_warmup = true;
  run.sig_figs = 17;
  run.metric = MetricKind::kDense;
  const Adaptation adaptation{0.1, MetricKind::kDense, {1.0 / 3, 2, 2, 5}};
  DrawTable warmup(kCsvColumns);
  DrawTable draws(kCsvColumns);
  Random random({.seed = 4});
  auto writer = CsvWriter::open(path("out.csv"), run, kCsvColumns).value();
  for (int r = 0; r < 30; ++r) {
    std::vector<double> row(kCsvColumns.size());
    for (double& v : row) v = random.normal();
    for (const std::size_t k : {3U, 4U, 5U}) row[k] = static_cast<double>(random.below(1000));
    if (r == 10) {
      EXPECT_TRUE(writer.write_adaptation(adaptation));
    }
    EXPECT_TRUE(writer.append(row));
    (r < 10 ? warmup : draws).append(row);
  }
  EXPECT_TRUE(writer.write_times({1.5, 2.25}));
  EXPECT_TRUE(writer.close());

  const CsvFile file = read_csv(path("out.csv")).value();
  EXPECT_EQ(file.warmup, warmup);
  EXPECT_EQ(file.draws, draws);
  EXPECT_EQ(file.adaptation, adaptation);
  EXPECT_EQ(file.times, (ElapsedTimes{1.5, 2.25}));
  EXPECT_FALSE(file.is_truncated);
  EXPECT_EQ(find_value(file, "num_samples"), "1000");
  EXPECT_EQ(find_value(file, "method.sample.save_warmup"), "true");
  EXPECT_EQ(find_value(file, "max_depth"), "10");
  EXPECT_EQ(find_value(file, "data.file"), "bernoulli.data.json");
  EXPECT_EQ(find_value(file, "output.file"), "output.csv");
  EXPECT_EQ(find_value(file, "metric_file"), "");
  EXPECT_EQ(find_value(file, "autumn_version"), "0.1.0");
  EXPECT_EQ(find_value(file, "nothing"), std::nullopt);
}

TEST_F(Csv, FixedParamHasNoAdaptationBlock) {
  RunConfiguration run = bernoulli();
  run.algorithm = Algorithm::kFixedParam;
  const std::vector<std::string> columns{"lp__", "accept_stat__", "y"};
  auto writer = CsvWriter::open(path("out.csv"), run, columns).value();
  EXPECT_TRUE(writer.append(std::vector<double>{0, 0, 4.5}));
  EXPECT_TRUE(writer.write_times({0, 0.5}));
  EXPECT_TRUE(writer.close());
  const CsvFile file = read_csv(path("out.csv")).value();
  EXPECT_EQ(find_value(file, "algorithm"), "fixed_param");
  EXPECT_EQ(find_value(file, "engine"), std::nullopt);
  EXPECT_FALSE(file.adaptation.has_value());
  EXPECT_EQ(file.draws.rows(), 1U);
  EXPECT_EQ(file.draws.at(0, 2), 4.5);
}

TEST_F(Csv, NothingSampledHasNoMetric) {
  auto writer = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
  EXPECT_TRUE(writer.write_adaptation({1, MetricKind::kDiagonal, {}}));
  EXPECT_TRUE(writer.append(std::vector<double>(kCsvColumns.size(), 0.0)));
  EXPECT_TRUE(writer.close());
  EXPECT_NE(content(path("out.csv")).find("inverse mass matrix:\n# nan\n0,0,"), std::string::npos);
  const CsvFile file = read_csv(path("out.csv")).value();
  EXPECT_EQ(file.adaptation, (Adaptation{1, MetricKind::kDiagonal, {}}));
  EXPECT_EQ(file.draws.rows(), 1U);
}

TEST_F(Csv, UnitMetricSaysSo) {
  auto writer = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
  EXPECT_TRUE(writer.write_adaptation({0.5, MetricKind::kUnit, {}}));
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(content(path("out.csv")).ends_with("\n# No free parameters for unit metric\n"));
  EXPECT_EQ(read_csv(path("out.csv")).value().adaptation, (Adaptation{0.5, MetricKind::kUnit, {}}));
}

TEST_F(Csv, FinishedDrawsAreInTheFileBeforeItIsClosed) {
  const FlushPolicy at_once{.bytes = 1};
  auto writer = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns, at_once).value();
  EXPECT_TRUE(writer.take_place());
  EXPECT_TRUE(writer.append(std::vector<double>(kCsvColumns.size(), 1.0)));
  EXPECT_EQ(read_csv(path("out.csv")).value().draws.rows(), 1U);

  const FlushPolicy later{.bytes = 1 << 20, .interval = std::chrono::hours(1)};
  {
    auto patient = CsvWriter::open(path("later.csv"), bernoulli(), kCsvColumns, later).value();
    EXPECT_TRUE(patient.take_place());
    EXPECT_TRUE(patient.append(std::vector<double>(kCsvColumns.size(), 1.0)));
    EXPECT_EQ(read_csv(path("later.csv")).value().draws.rows(), 0U);
    EXPECT_TRUE(patient.flush());
    EXPECT_EQ(read_csv(path("later.csv")).value().draws.rows(), 1U);
    EXPECT_TRUE(patient.append(std::vector<double>(kCsvColumns.size(), 1.0)));
  }
  EXPECT_EQ(read_csv(path("later.csv")).value().draws.rows(), 2U) << "the destructor flushes";
}

TEST_F(Csv, WhatIsThereStaysUntilTheNewFileTakesItsPlace) {
  std::ofstream(path("out.csv")) << "old";
  {
    auto dropped = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
    EXPECT_TRUE(dropped.append(std::vector<double>(kCsvColumns.size(), 1.0)));
    EXPECT_EQ(content(path("out.csv")), "old");
    EXPECT_TRUE(std::filesystem::exists(path("out.csv.part")));
  }
  EXPECT_EQ(content(path("out.csv")), "old");
  EXPECT_FALSE(std::filesystem::exists(path("out.csv.part"))) << "nobody wanted it";
  auto writer = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(read_csv(path("out.csv")).value().draws.names(), kCsvColumns);
  EXPECT_FALSE(std::filesystem::exists(path("out.csv.part")));
}

TEST_F(Csv, FilesAtTheEndOfLinksAreReplacedAndLinksKept) {
  std::ofstream(path("real.csv")) << "old";
  std::filesystem::create_symlink(path("real.csv"), path("link.csv"));
  auto writer = CsvWriter::open(path("link.csv"), bernoulli(), kCsvColumns).value();
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_EQ(read_csv(path("real.csv")).value().draws.names(), kCsvColumns);
}

TEST_F(Csv, AFileIsWrittenByOneAtATime) {
  auto first = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).value();
  const auto early = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns);
  ASSERT_FALSE(early.is_ok());
  EXPECT_NE(early.error().message.find("written by another run"), std::string::npos);
  EXPECT_TRUE(first.take_place());
  const auto late = CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns);
  ASSERT_FALSE(late.is_ok());
  EXPECT_NE(late.error().message.find(std::to_string(::getpid())), std::string::npos);
  EXPECT_TRUE(first.close());
  EXPECT_TRUE(CsvWriter::open(path("out.csv"), bernoulli(), kCsvColumns).is_ok());
}

TEST_F(Csv, UnwritableFilesAreErrorsWithAPathAndAdvice) {
  const auto missing = CsvWriter::open(path("no/out.csv"), bernoulli(), kCsvColumns);
  ASSERT_FALSE(missing.is_ok());
  EXPECT_EQ(missing.error().message,
            "cannot write `" + path("no/out.csv") + "`: No such file or directory");
  EXPECT_EQ(missing.error().suggestion,
            "make the directory `" + path("no") + "` first, or choose another output file");
  const auto directory = CsvWriter::open(folder_.string(), bernoulli(), kCsvColumns);
  ASSERT_FALSE(directory.is_ok());
  EXPECT_EQ(directory.error().suggestion, "this is a directory: add a file name to it");
}

TEST_F(Csv, FullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const auto result = CsvWriter::open("/dev/full", bernoulli(), kCsvColumns);
  ASSERT_FALSE(result.is_ok());
  EXPECT_EQ(result.error().message, "cannot write `/dev/full`: No space left on device");
  EXPECT_TRUE(result.error().suggestion.starts_with("make room"));
}

TEST(CsvReader, ReadsWhatAKilledRunLeft) {
  const std::string text = std::string(kBernoulliHeader) + "lp__,x\n1,2\n3,4\n5,6";
  const CsvFile file = parse_csv(text, "f.csv").value();
  EXPECT_TRUE(file.is_truncated);
  EXPECT_EQ(file.draws.rows(), 2U);
  EXPECT_FALSE(file.times.has_value());
}

TEST(CsvReader, TakesDrawsOfARunStoppedInWarmupForWarmup) {
  RunConfiguration run = bernoulli();
  run.save_warmup = true;
  const CsvFile file = parse_csv(header_text(run) + "lp__,x\n1,2\n3,4\n", "f.csv").value();
  EXPECT_EQ(file.warmup.rows(), 2U);
  EXPECT_EQ(file.draws.rows(), 0U);
}

TEST(CsvReader, ReadsWindowsLineEndsAndOddNumbers) {
  const CsvFile file =
      parse_csv("lp__,x,y\r\n-inf, +1.5 ,nan\r\n1e400,1e-400,-nan\r\n", "f.csv").value();
  EXPECT_EQ(file.draws.names(), (std::vector<std::string>{"lp__", "x", "y"}));
  EXPECT_EQ(file.draws.at(0, 0), -kInfinity);
  EXPECT_EQ(file.draws.at(0, 1), 1.5);
  EXPECT_TRUE(std::isnan(file.draws.at(0, 2)));
  EXPECT_EQ(file.draws.at(1, 0), kInfinity);
  EXPECT_EQ(file.draws.at(1, 1), 0);
  EXPECT_TRUE(std::isnan(file.draws.at(1, 2)));
}

void expect_error(const std::string& text, std::uint32_t line, const std::string& message) {
  const auto result = parse_csv(text, "f.csv");
  ASSERT_FALSE(result.is_ok()) << text;
  EXPECT_EQ(result.error().message, message);
  EXPECT_EQ(result.error().where, (SourceRange{"f.csv", line, 0, 0}));
  EXPECT_FALSE(result.error().suggestion.empty());
}

TEST(CsvReader, NamesFileAndLineOfWhatIsWrong) {
  expect_error("", 1, "there is no line that names the columns");
  expect_error("# model = x\n", 1, "there is no line that names the columns");
  expect_error("# c\n1,2\n", 2, "there are numbers where the names of the columns should be");
  expect_error("a,b\n1,2\n3\n", 3, "this line has 1 value but there are 2 columns");
  expect_error("a,b\n1,2,3\n", 2, "this line has 3 values but there are 2 columns");
  expect_error("a,b\n1,2x\n", 2, "'2x' in column 'b' is not a number");
  expect_error("a,b\n1,\n", 2, "'' in column 'b' is not a number");
  expect_error(
      "a\n# Adaptation terminated\n# Step size = 1\n"
      "# Diagonal elements of inverse mass matrix:\n# 1, oops\n",
      5, "'oops' in the inverse metric is not a number");
  const auto missing = read_csv("no_such_file.csv");
  ASSERT_FALSE(missing.is_ok());
  EXPECT_EQ(missing.error().message, "cannot read 'no_such_file.csv': No such file or directory");
}

}  // namespace
}  // namespace autumn::output
