// These tests look at binary files of draws: the way there and back, what is left after an
// interruption, and mistakes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/numbers.h"
#include "base/random.h"
#include "output/files/draw_file.h"

namespace autumn::output {
namespace {

const std::vector<std::string> kColumns{"lp__", "treedepth__", "theta.1", "theta.2"};

class Binary : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("autumn_binary_" + std::to_string(::getpid()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] static std::string content(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::filesystem::path folder_;
};

RunConfiguration configuration() {
  RunConfiguration run;
  run.start_datetime = "2026-11-15 02:40:00 UTC";
  run.save_warmup = true;
  run.extra = {{"autumn_version", "0.1.0"}};
  return run;
}

std::vector<double> random_row(Random& random) {
  return {random.normal(), static_cast<double>(random.below(10)), std::exp(30 * random.normal()),
          random.below(5) == 0 ? kNaN : -random.normal()};
}

// A whole run, whatever the format: warm-up, adaptation, draws, times.
void write_run(Format format, const std::string& path, const Adaptation& adaptation) {
  auto writer = create_writer(format, path, {.bytes = 200});
  ASSERT_TRUE(writer.is_ok());
  DrawWriter& to = *writer.value();
  Random random({.seed = 5});
  (void)to.write_head(head_of(configuration(), kColumns));
  for (int k = 0; k < 7; ++k) (void)to.append(random_row(random));
  (void)to.write_adaptation(adaptation);
  for (int k = 0; k < 20; ++k) (void)to.append(random_row(random));
  (void)to.write_times({.warmup_seconds = 0.1 / 3, .sampling_seconds = 2.0 / 3});
  ASSERT_TRUE(to.close().is_ok());
}

TEST_F(Binary, GivesTheCsvThatTheRunWouldHaveWritten) {
  const Adaptation kinds[] = {{0.7, MetricKind::kUnit, {}},
                              {1.0 / 3, MetricKind::kDiagonal, {0.1, 1e-9 / 7}},
                              {0.5, MetricKind::kDense, {1, 0.25, 0.25, 2.0 / 3}}};
  for (const Adaptation& adaptation : kinds) {
    write_run(Format::kCsv, path("a.csv"), adaptation);
    write_run(Format::kBinary, path("a.bin"), adaptation);
    const auto read = read_draws(path("a.bin"));
    ASSERT_TRUE(read.is_ok()) << read.error().message;
    EXPECT_EQ(read.value().format, Format::kBinary);
    EXPECT_EQ(read.value().content.warmup.rows(), 7U);
    EXPECT_EQ(read.value().content.draws.rows(), 20U);
    EXPECT_FALSE(read.value().content.is_truncated);
    ASSERT_TRUE(write_draws(read.value().content, Format::kCsv, path("b.csv")).is_ok());
    EXPECT_EQ(content(path("b.csv")), content(path("a.csv")));
  }
}

TEST_F(Binary, MadeOfCsvGivesThatCsvBack) {
  write_run(Format::kCsv, path("a.csv"), {1.0 / 3, MetricKind::kDiagonal, {0.1, 1e-9 / 7}});
  const auto csv = read_draws(path("a.csv"));
  ASSERT_TRUE(csv.is_ok());
  EXPECT_EQ(csv.value().format, Format::kCsv);
  ASSERT_TRUE(write_draws(csv.value().content, Format::kBinary, path("a.bin")).is_ok());
  const auto binary = read_draws(path("a.bin"));
  ASSERT_TRUE(binary.is_ok());
  ASSERT_TRUE(write_draws(binary.value().content, Format::kCsv, path("b.csv")).is_ok());
  EXPECT_EQ(content(path("b.csv")), content(path("a.csv")));
}

TEST_F(Binary, KeepsEveryBitOfItsNumbers) {
  write_run(Format::kBinary, path("a.bin"), {0.7, MetricKind::kUnit, {}});
  const auto read = read_draws(path("a.bin"));
  Random random({.seed = 5});
  for (int k = 0; k < 7; ++k) (void)random_row(random);
  for (std::size_t k = 0; k < 20; ++k) {
    const std::vector<double> row = random_row(random);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double value = read.value().content.draws.at(k, c);
      EXPECT_TRUE(value == row[c] || (std::isnan(value) && std::isnan(row[c])));
    }
  }
}

// Whatever is cut off, the whole rows before it are read, and nothing else is said to be there.
TEST_F(Binary, CutAnywhereKeepsItsWholeRows) {
  write_run(Format::kBinary, path("a.bin"), {1.0, MetricKind::kDiagonal, {0.1, 0.2}});
  const std::string bytes = content(path("a.bin"));
  const auto whole = parse_binary(bytes, "a.bin").value();
  const std::size_t head =
      16 + static_cast<unsigned char>(bytes[12]) + 256 * static_cast<unsigned char>(bytes[13]);
  std::size_t rows = 0;
  for (std::size_t length = head; length < bytes.size(); ++length) {
    const auto cut = parse_binary(std::string_view(bytes).substr(0, length), "a.bin");
    ASSERT_TRUE(cut.is_ok()) << length << ": " << cut.error().message;
    const DrawTable& draws = cut.value().draws;
    const std::size_t now = cut.value().warmup.rows() + draws.rows();
    EXPECT_GE(now, rows);
    rows = now;
    for (std::size_t k = 0; cut.value().adaptation && k < draws.rows(); ++k) {
      EXPECT_EQ(draws.at(k, 0), whole.draws.at(k, 0));
    }
  }
  EXPECT_EQ(rows, 27U);
  const auto odd = parse_binary(std::string_view(bytes).substr(0, bytes.size() - 40), "a.bin");
  EXPECT_TRUE(odd.value().is_truncated);
  EXPECT_EQ(truncation_note({Format::kBinary, odd.value()}, "a.bin"),
            "a.bin ends in the middle of a row, which is left out.");
  EXPECT_FALSE(truncation_note({Format::kBinary, whole}, "a.bin").has_value());
}

TEST_F(Binary, SaysWhatIsWrongWithAFile) {
  write_run(Format::kBinary, path("a.bin"), {1.0, MetricKind::kDiagonal, {0.1, 0.2}});
  const std::string bytes = content(path("a.bin"));
  const auto message = [](std::string_view text) {
    const auto file = parse_binary(text, "f");
    return file ? "accepted" : file.error().message;
  };
  EXPECT_EQ(message("lp__,x\n1,2\n"),
            "'f': this is no binary file of draws: it does not begin with AUTUMNDR");
  EXPECT_EQ(message(bytes.substr(0, 11)), "'f': the file ends within its head");
  EXPECT_EQ(message(bytes.substr(0, 40)), "'f': the file ends within its head");
  std::string newer = bytes;
  newer[8] = 2;
  EXPECT_EQ(message(newer),
            "'f': the file has version 2 of the format, and this program reads version 1");
  std::string no_json = bytes;
  no_json[16] = '[';
  EXPECT_EQ(message(no_json), "'f': its head is not the JSON that it should be");
  std::string unknown = bytes;
  unknown[unknown.rfind("times   ")] = 'T';
  EXPECT_EQ(message(unknown), "'f': it has a chunk of an unknown name");
}

TEST_F(Binary, HeadTellsTheConfigurationByKey) {
  write_run(Format::kBinary, path("a.bin"), {1.0, MetricKind::kUnit, {}});
  EXPECT_NE(content(path("a.bin")).find(R"("method.sample.save_warmup":"true")"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::output
