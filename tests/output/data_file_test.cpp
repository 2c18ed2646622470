// These tests write data in Autumn's binary format, read it back, and break it in every way.
#include "output/files/data_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/crc32.h"
#include "base/random.h"

namespace autumn::output {
namespace {

struct WrittenVariable {
  std::string name;
  std::vector<std::size_t> dims;
  bool is_int;
  std::vector<double> numbers;
};

std::vector<double> numbers_at_random(std::size_t count, bool is_int) {
  Random random({.seed = 5, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
  std::vector<double> numbers(count);
  for (double& x : numbers) x = is_int ? std::floor(1e6 * random.normal()) : random.normal();
  return numbers;
}

std::vector<WrittenVariable> some_variables() {
  return {{"N", {}, true, {-7}},
          {"X", {40000, 2}, false, numbers_at_random(80000, false)},
          {"empty", {0, 3}, false, {}},
          {"y", {40000}, true, numbers_at_random(40000, true)}};
}

std::vector<WrittenVariable> few_numbers() {
  return {{"N", {}, true, {3}}, {"x", {3}, false, {1.5, -0.0, 1e300}}, {"y", {3}, true, {1, 0, 1}}};
}

class DataFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("autumn_data_" + std::to_string(::getpid()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "data.autumn").string(); }

  void write(const std::vector<WrittenVariable>& variables) const {
    std::vector<DataView> views;
    for (const auto& v : variables) views.push_back({v.name, v.dims, v.is_int, v.numbers});
    ASSERT_TRUE(write_data_file(path(), views));
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream file(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write_bytes(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary) << bytes;
  }
  // A file with this head, whose checksum is right.
  void write_head(std::string head, const std::string& rest = std::string(4096, '\0')) const {
    head.resize((head.size() + 7) / 8 * 8, ' ');
    const std::uint32_t words[] = {kDataVersion, static_cast<std::uint32_t>(head.size()),
                                   crc32(head), 0};
    write_bytes(std::string(kDataMagic) + std::string(reinterpret_cast<const char*>(words), 16) +
                head + rest);
  }
  [[nodiscard]] Result<std::vector<std::vector<double>>> read_all() const {
    const auto file = DataFile::open(path());
    if (!file) return file.error();
    std::vector<std::vector<double>> all;
    for (const DataEntry& entry : file.value().entries()) {
      auto numbers = file.value().read(entry);
      if (!numbers) return numbers.error();
      all.push_back(std::move(numbers).value());
    }
    return all;
  }

  std::filesystem::path folder_;
};

TEST_F(DataFiles, AreReadAsTheyWereWritten) {
  for (const auto& variables : {some_variables(), few_numbers(), std::vector<WrittenVariable>{}}) {
    write(variables);
    EXPECT_TRUE(DataFile::is_at(path()));
    const auto file = DataFile::open(path());
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_EQ(file.value().entries().size(), variables.size());
    for (std::size_t k = 0; k < variables.size(); ++k) {
      const DataEntry& entry = file.value().entries()[k];
      EXPECT_EQ(entry.name, variables[k].name);
      EXPECT_EQ(entry.dims, variables[k].dims);
      EXPECT_EQ(entry.is_int, variables[k].is_int);
      EXPECT_EQ(entry.offset % kDataAlignment, 0U);
      const auto numbers = file.value().read(entry);
      ASSERT_TRUE(numbers);
      const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
      EXPECT_TRUE(std::ranges::equal(numbers.value(), variables[k].numbers, {}, bits, bits));
    }
  }
}

TEST_F(DataFiles, GiveSomeRowsOfEveryColumn) {
  const auto variables = some_variables();
  write(variables);
  const auto file = DataFile::open(path());
  ASSERT_TRUE(file);
  const DataEntry& entry = file.value().entries()[1];
  const auto rows = file.value().read(entry, {.first = kPieceRows, .count = 40000 - kPieceRows});
  ASSERT_TRUE(rows);
  std::vector<double> expected;
  for (std::size_t column = 0; column < 2; ++column) {
    for (std::size_t row = kPieceRows; row < 40000; ++row) {
      expected.push_back(variables[1].numbers[column * 40000 + row]);
    }
  }
  EXPECT_EQ(rows.value(), expected);
}

TEST_F(DataFiles, WithAnyByteChangedAreRefusedOrSayTheSame) {
  write(few_numbers());
  const std::string whole = bytes();
  const auto right = read_all();
  ASSERT_TRUE(right);
  int refused = 0;
  for (std::size_t k = 0; k < whole.size(); ++k) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string broken = whole;
      broken[k] = static_cast<char>(broken[k] ^ flip);
      write_bytes(broken);
      const auto now = read_all();
      if (now) {
        EXPECT_EQ(now.value(), right.value()) << "byte " << k;
      } else {
        ++refused;
        EXPECT_FALSE(now.error().message.empty());
      }
    }
  }
  EXPECT_GT(refused, 500);
}

TEST_F(DataFiles, CutAnywhereAreRefused) {
  write(few_numbers());
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_bytes(whole.substr(0, size));
    EXPECT_FALSE(read_all()) << size;
  }
}

TEST_F(DataFiles, WithHostileHeadsAreRefused) {
  const auto head = [](const std::string& variable) {
    return R"({"piece_rows": 32768, "variables": [)" + variable + "]}";
  };
  const std::string good =
      R"({"name": "x", "dims": [2], "type": "float64", "offset": 256, "checksums": 320})";
  const std::string piece(16, '\0');
  std::string rest(4096, '\0');
  // The checksum where the head, 128 bytes and 24 before it, says.
  const std::uint32_t sum = crc32(piece);
  const auto padded = [](std::string text) { return text.resize(128, ' '), text; };
  std::memcpy(rest.data() + 320 - 128 - 24, &sum, sizeof sum);
  write_head(padded(head(good)), rest);
  ASSERT_TRUE(read_all()) << read_all().error().message;
  const auto with = [&](const std::string& old, const std::string& text) {
    std::string variable = good;
    return head(variable.replace(variable.find(old), old.size(), text));
  };
  const std::vector<std::string> heads = {
      "",
      "[]",
      "{}",
      "null",
      "{\"variables\": []}",
      std::string(100000, '['),
      head(good + ", " + good),
      head("1"),
      head("{}"),
      R"({"piece_rows": 0, "variables": []})",
      R"({"piece_rows": 32768, "variables": {}})",
      with("[2]", "[2147483647, 2147483647, 2147483647, 2147483647, 2147483647]"),
      with("[2]", "[0, 2147483647, 2147483647]"),
      with("[2]", "[4294967298]"),
      with("[2]", "[-2]"),
      with("[2]", "[2.5]"),
      with("[2]", "2"),
      with("[2]", "[[[[2]]]]"),
      with("[2]", "[100000]"),
      with("256", "18446744073709551615"),
      with("256", "18446744073709551600"),
      with("320", "18446744073709551615"),
      with("256", "-8"),
      with("256", "1e3"),
      with("float64", "float32"),
      with("float64", ""),
      with("\"x\"", "\"\""),
      with("\"x\"", "7")};
  for (const std::string& text : heads) {
    write_head(text, rest);
    const auto read = read_all();
    EXPECT_FALSE(read) << text.substr(0, 200);
  }
}

TEST_F(DataFiles, OfOtherVersionsSaySo) {
  write(few_numbers());
  std::string other = bytes();
  other[8] = 2;
  write_bytes(other);
  const auto read = read_all();
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("version 2"), std::string::npos);
}

TEST_F(DataFiles, AreNotLookedForInDirectoriesAndDevices) {
  EXPECT_FALSE(DataFile::is_at(folder_.string()));
  EXPECT_FALSE(DataFile::is_at("/dev/zero"));
  EXPECT_FALSE(DataFile::is_at(path()));
  write_bytes("{}");
  EXPECT_FALSE(DataFile::is_at(path()));
}

TEST(Crc32, IsThatOfZlib) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926U);
  EXPECT_EQ(crc32(""), 0U);
  const std::string text = "The quick brown fox jumps over the lazy dog";
  EXPECT_EQ(crc32(text), 0x414fa339U);
  for (std::size_t k = 0; k <= text.size(); ++k) {
    const std::string_view all = text;
    EXPECT_EQ(crc32(all.substr(k), crc32(all.substr(0, k))), 0x414fa339U);
  }
}

}  // namespace
}  // namespace autumn::output
