// These tests read JSON data and bind them to declared variables.
#include "trace/data/data.h"

#include <gtest/gtest.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/numbers.h"
#include "base/random.h"
#include "base/sanitizers.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using stan::Base;

Data parsed(std::string_view text) {
  auto result = parse_json(text, "data.json");
  EXPECT_TRUE(result.is_ok()) << to_text(result.error());
  return result.is_ok() ? std::move(result).value() : Data{};
}

std::string data_error_of(std::string_view text) {
  const auto result = parse_json(text, "data.json");
  return result.is_ok() ? "no error" : to_text(result.error());
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ReadJson, KeepsNumbersWithTheirDimensions) {
  const Data data = parsed(R"({"N": 3, "y": [1.5, -2, 3e2], "x": [[1, 2, 3], [4, 5, 6]]})");
  ASSERT_EQ(data.size(), 3U);
  EXPECT_EQ(data.at("N").dims, Dims{});
  EXPECT_EQ(data.at("N").numbers, Numbers{3});
  EXPECT_EQ(data.at("y").dims, Dims{3});
  EXPECT_EQ(data.at("y").numbers, (Numbers{1.5, -2, 300}));
  EXPECT_EQ(data.at("x").dims, (Dims{2, 3}));
  EXPECT_EQ(data.at("x").numbers, (Numbers{1, 4, 2, 5, 3, 6}));
}

// Element [i,j,...] has its indices as digits, whatever the order of storage.
TEST(ReadJson, StoresFirstIndexFastestForAnyRank) {
  const Data data = parsed(R"({"a": [[[111, 112], [121, 122], [131, 132]],
                                     [[211, 212], [221, 222], [231, 232]]],
                               "b": [[[[1111, 1112]], [[1211, 1212]]], [[[2111, 2112]], [[2211, 2212]]],
                                     [[[3111, 3112]], [[3211, 3212]]]]})");
  for (const auto& [name, variable] : data) {
    ASSERT_EQ(variable.numbers.size(), 12U);
    for (std::size_t at = 0; at < 12; ++at) {
      std::size_t rest = at;
      int digits = 0;
      for (const std::size_t extent : variable.dims) {
        digits = 10 * digits + static_cast<int>(rest % extent) + 1;
        rest /= extent;
      }
      EXPECT_EQ(variable.numbers[at], digits) << name << " " << at;
    }
  }
}

TEST(ReadJson, TransposesLargeMatricesInBlocks) {
  constexpr std::size_t kRows = 37;
  constexpr std::size_t kCols = 53;
  std::string text = "{\"x\": [";
  for (std::size_t i = 0; i < kRows; ++i) {
    text += i == 0 ? "[" : ",[";
    for (std::size_t j = 0; j < kCols; ++j) {
      text += (j == 0 ? "" : ",") + std::to_string(1000 * i + j);
    }
    text += "]";
  }
  const Data data = parsed(text + "]}");
  ASSERT_EQ(data.at("x").dims, (Dims{kRows, kCols}));
  for (std::size_t at = 0; at < kRows * kCols; ++at) {
    ASSERT_EQ(data.at("x").numbers[at], static_cast<double>(1000 * (at % kRows) + at / kRows));
  }
}

TEST(ReadJson, TellsIntegersFromReals) {
  const Data data = parsed(R"({"a": [1, -2147483648, 2147483647], "b": [1, 2147483648], "c": 1.0,
                               "d": -2147483649, "e": 1e2, "f": [[1, 2], [3, 4.0]], "g": "NaN"})");
  EXPECT_TRUE(data.at("a").is_int);
  EXPECT_EQ(data.at("a").numbers, (Numbers{1, -2147483648.0, 2147483647}));
  for (const char* name : {"b", "c", "d", "e", "f", "g"})
    EXPECT_FALSE(data.at(name).is_int) << name;
  EXPECT_EQ(data.at("b").numbers, (Numbers{1, 2147483648.0}));
  EXPECT_EQ(data.at("b").first_real, Dims{1});
  EXPECT_EQ(data.at("c").first_real, Dims{});
  EXPECT_EQ(data.at("f").first_real, (Dims{1, 1}));
}

TEST(ReadJson, ReadsInfinitiesAndNanQuotedOrBare) {
  const Data data = parsed(
      R"({"x": ["Inf", "Infinity", "-Inf", "-Infinity", Inf, Infinity, -Inf, -Infinity], "y": ["NaN", NaN]})");
  EXPECT_EQ(data.at("x").numbers, (Numbers{kInfinity, kInfinity, -kInfinity, -kInfinity, kInfinity,
                                           kInfinity, -kInfinity, -kInfinity}));
  for (const double y : data.at("y").numbers) EXPECT_TRUE(std::isnan(y));
  EXPECT_FALSE(data.at("x").is_int);
}

TEST(ReadJson, KeepsZeroExtents) {
  const Data data = parsed(R"({"a": [], "b": [[], []], "c": [[[], []]]})");
  EXPECT_EQ(data.at("a").dims, Dims{0});
  EXPECT_EQ(data.at("b").dims, (Dims{2, 0}));
  EXPECT_EQ(data.at("c").dims, (Dims{1, 2, 0}));
  EXPECT_TRUE(data.at("c").numbers.empty());
}

TEST(ReadJson, PassesOverKeysThatAreNoNames) {
  const Data data =
      parsed(R"({"_comment": "made by hand", "1": null, "a.b": {"x": [true, [1, "z"]]},
                               "": [[1], 2], "N": 3, "größe": "x", "N_2": 4})");
  ASSERT_EQ(data.size(), 2U);
  EXPECT_EQ(data.at("N").numbers, Numbers{3});
  EXPECT_EQ(data.at("N_2").numbers, Numbers{4});
}

TEST(ReadJson, KeepsTuplesAsTheirLeaves) {
  const Data data =
      parsed(R"({"t": {"1": 2, "2": [1, 2.5]}, "u": [{"1": 1}, {"1": [2]}], "N": 3})");
  EXPECT_EQ(data.at("t:1").numbers, Numbers{2});
  EXPECT_EQ(data.at("t:2").numbers, (Numbers{1, 2.5}));
  EXPECT_EQ(data.at("t:2").first_real, Dims{1});
  // The parts of its elements are not alike.
  EXPECT_NE(data.at("u").problem, "");
  EXPECT_EQ(data.at("N").numbers, Numbers{3});
}

TEST(ReadJson, RemembersWhereVariablesAre) {
  const Data data = parsed("{\r\n  \"N\": 3,\r\n\r\n  \"mu\" : [1,\n2], \"z\": 1}");
  EXPECT_EQ(data.at("N").where, (SourceRange{"data.json", 2, 3, 3}));
  EXPECT_EQ(data.at("mu").where, (SourceRange{"data.json", 4, 3, 4}));
  EXPECT_EQ(data.at("z").where, (SourceRange{"data.json", 5, 5, 3}));
}

TEST(ReadJson, AcceptsAByteOrderMarkAndAnEmptyObject) {
  EXPECT_EQ(parsed("\xEF\xBB\xBF {\"N\": 3}\n").at("N").numbers, Numbers{3});
  EXPECT_TRUE(parsed(" { } ").empty());
}

// The nearest double to every text: what std::from_chars gives.
TEST(ReadJson, RoundsCorrectly) {
  Random random({.seed = 1});
  Numbers expected;
  std::string text = "{\"x\": [0";
  expected.push_back(0.0);
  for (int i = 0; i < 20000; ++i) {
    std::string digits(1, static_cast<char>('1' + random.bits() % 9));
    digits += '.';
    for (std::uint64_t k = 1 + random.bits() % 24; k > 0; --k) {
      digits += static_cast<char>('0' + random.bits() % 10);
    }
    digits += "e" + std::to_string(static_cast<int>(random.bits() % 600) - 300);
    double x = 0.0;
    std::from_chars(digits.data(), digits.data() + digits.size(), x);
    expected.push_back(x);
    text += "," + digits;
  }
  const Data data = parsed(text + "]}");
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    different += data.at("x").numbers[i] == expected[i] ? 0 : 1;
  }
  EXPECT_EQ(different, 0U);
}

// Every file of data/json has one mistake, and its message beside it.
TEST(ReadJson, ReadsNumbersWithHundredsOfZeros) {
  const auto number = [](const std::string& text) {
    return parse_json("{\"x\": " + text + "}", "zeros.json").value().at("x").numbers.at(0);
  };
  const std::string digits = "2302767482048557825";
  EXPECT_EQ(number("0." + std::string(330, '0') + digits), 0.0);
  EXPECT_EQ(number("0." + std::string(310, '0') + digits), 2.3027674820485578e-311);
  EXPECT_EQ(number("0." + std::string(250, '0') + "1e-200"), 0.0);
  EXPECT_EQ(number("1" + std::string(250, '0') + "e-240"), 1e10);
}

TEST(ReadJson, RefusesNumbersAboveTheLargest) {
  for (const char* text : {"1.8e308", "-1.8e308", "17976931348623157999999e289", "1e309"}) {
    const auto read = parse_json(std::string("{\"x\": ") + text + "}", "large.json");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("expected a number of double precision"), std::string::npos)
        << read.error().message;
  }
}

TEST(ReadJson, ExplainsMistakes) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(AUTUMN_TEST_DATA "/json")) {
    std::filesystem::path path = entry.path();
    if (path.extension() != ".json") continue;
    const auto result = parse_json(contents(path), path.filename().string());
    const std::string message = result.is_ok() ? "no error" : to_text(result.error());
    EXPECT_EQ(message + "\n", contents(path.replace_extension(".txt"))) << path;
    ++count;
  }
  EXPECT_EQ(count, 37U);
}

TEST(ReadJson, FindsRaggedArraysOfEveryForm) {
  for (const char* text :
       {"[[], 1]", "[1, []]", "[[], [1]]", "[[1], []]", "[[[]], []]", "[[], [[]]]",
        "[[[1], [2]], [[3]]]", "[[1, 2], [3, [4]]]", "[[[1]], [2]]"}) {
    const std::string error = data_error_of(std::string("{\"x\": ") + text + "}");
    EXPECT_NE(error.find("all elements of an array must have the same dimensions"),
              std::string::npos)
        << text << "\n"
        << error;
  }
}

// Whatever is cut off or changed, there is an answer, and an error has a place.
TEST(ReadJson, SurvivesDamagedTexts) {
  const std::string text =
      R"({"N": 3, "y": [1.5, -2e3, "NaN"], "x": [[1, 2], [3, 4]], "t": {"1": [1, true]}, "é_": null})";
  Random random({.seed = 2});
  std::size_t errors = 0;
  const auto check = [&](const std::string& damaged) {
    const auto result = parse_json(damaged, "f");
    if (result.is_ok()) return;
    ++errors;
    EXPECT_TRUE(result.error().where.is_known()) << damaged;
  };
  for (std::size_t n = 0; n < text.size(); ++n) check(text.substr(0, n));
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 3; ++k) {
      damaged[random.bits() % damaged.size()] =
          k == 0 ? static_cast<char>(random.bits()) : text[random.bits() % text.size()];
    }
    check(damaged);
  }
  EXPECT_GT(errors, 10000U);
}

TEST(ReadJson, RefusesDeepNestingWithoutOverflow) {
  for (const char* key : {"x", "_"}) {
    const std::string open = std::string("{\"") + key + "\": ";
    EXPECT_NE(data_error_of(open + std::string(1000000, '[')).find("nested too deeply"),
              std::string::npos);
    std::string objects = open;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    EXPECT_NE(data_error_of(objects).find("nested too deeply"), std::string::npos);
  }
}

class JsonFile : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + "autumn_data_test_" +
            std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()) + ".json";
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void write(const std::string& text) { std::ofstream(path_) << text; }

  std::string path_;
};

// A file is read in pieces: tokens and lines across their borders are as in the text as a whole.
TEST_F(JsonFile, GivesWhatItsTextGives) {
  std::string text = "{\n\"x\": [\n";
  for (int i = 0; i < 200000; ++i) text += std::to_string(i * 0.5) + (i % 7 == 0 ? ",\n" : ", ");
  text += "1],\n\"last\": 7,\n  \"bad\": null}";
  const auto of_text = parse_json(text, path_);
  write(text);
  const auto of_file = read_json(path_);
  ASSERT_FALSE(of_file.is_ok());
  EXPECT_EQ(to_text(of_file.error()), to_text(of_text.error()));
  EXPECT_EQ(of_file.error().where.line, 28577U);
  EXPECT_EQ(of_file.error().where.column, 10U);

  text.replace(text.size() - 5, 4, "8   ");
  write(text);
  const auto good = read_json(path_);
  const Data expected = parsed(text);
  ASSERT_TRUE(good.is_ok());
  EXPECT_EQ(good.value().at("x").numbers, expected.at("x").numbers);
  EXPECT_EQ(good.value().at("last").where.line, expected.at("last").where.line);
}

TEST_F(JsonFile, IsReadAtAMillionNumbersInThreeTenthsOfASecond) {
  std::string text = "{\"x\": [";
  Random random({.seed = 3});
  for (int i = 0; i < 1000000; ++i) {
    text +=
        (i == 0 ? "" : ",") + std::to_string(static_cast<double>(random.bits() % 10000000) / 1e6);
  }
  write(text + "]}");
  const std::clock_t start = std::clock();  // of the processor: others may be busy
  const auto result = read_json(path_);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_TRUE(result.is_ok());
  EXPECT_EQ(result.value().at("x").numbers.size(), 1000000U);
#if defined(__OPTIMIZE__) && !AUTUMN_IS_SANITIZED
  EXPECT_LT(seconds, 0.3);
#else
  EXPECT_LT(seconds, 10.0);
#endif
}

TEST_F(JsonFile, MustExist) {
  const auto missing = read_json("no/such/file.json");
  ASSERT_FALSE(missing.is_ok());
  EXPECT_EQ(to_text(missing.error()),
            "error: cannot read `no/such/file.json`: No such file or directory");
  const auto directory = read_json(AUTUMN_TEST_DATA);
  ASSERT_FALSE(directory.is_ok());
  EXPECT_NE(directory.error().message.find("Is a directory"), std::string::npos);
}

const SourceRange kDeclaration{"model.stan", 2, 3, 1};

Result<Value> bound(const Data& data, const std::string& name, stan::Type type, Dims dims,
                    std::string_view source = "data") {
  return bind(data, {name, type, std::move(dims), kDeclaration, source});
}

std::string bind_error(std::string_view text, const std::string& name, stan::Type type, Dims dims,
                       std::string_view source = "data") {
  const auto result = bound(parsed(text), name, type, std::move(dims), source);
  return result.is_ok() ? "no error" : to_text(result.error());
}

TEST(BindData, GivesValuesOfTheDeclaredType) {
  const Data data = parsed(R"({"N": 3, "x": [[1, 2], [3, 4]], "y": [NaN, 2]})");
  const Value n = bound(data, "N", {Base::kInt, 0}, {}).value();
  EXPECT_EQ(n.number(), 3.0);
  EXPECT_TRUE(n.type().is_int());
  EXPECT_EQ(bound(data, "N", {Base::kReal, 0}, {}).value().type(), (stan::Type{Base::kReal, 0}));
  const Value x = bound(data, "x", {Base::kMatrix, 0}, {2, 2}).value();
  EXPECT_EQ(x.dims(), (Dims{2, 2}));
  EXPECT_EQ(Numbers(x.numbers().begin(), x.numbers().end()), (Numbers{1, 3, 2, 4}));
  EXPECT_TRUE(bound(data, "x", {Base::kInt, 2}, {2, 2}).is_ok());
  EXPECT_TRUE(bound(data, "x", {Base::kVector, 1}, {2, 2}).is_ok());
  EXPECT_TRUE(std::isnan(bound(data, "y", {Base::kVector, 0}, {2}).value().numbers()[0]));
}

TEST(BindData, AcceptsEmptyVariablesMissingOrAsAnEmptyList) {
  const Data data = parsed(R"({"a": [], "b": [[], [], []]})");
  for (const char* name : {"a", "b", "c"}) {
    const auto value = bound(data, name, {Base::kMatrix, 0}, {3, 0});
    ASSERT_TRUE(value.is_ok()) << name;
    EXPECT_EQ(value.value().dims(), (Dims{3, 0}));
    EXPECT_TRUE(bound(data, name, {Base::kInt, 1}, {0}).is_ok()) << name;
  }
}

TEST(BindData, NamesAMissingVariableAndTheNearest) {
  EXPECT_EQ(bind_error(R"({"sigmas": [1], "y": 1})", "sigma", {Base::kVector, 0}, {1}),
            "model.stan:2:3: error: the data for `sigma` is missing\n"
            "  did you mean `sigmas`? data.json has that");
  EXPECT_EQ(bind_error(R"({"n": 1, "y": 1})", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: the data for `N` is missing\n"
            "  did you mean `n`? data.json has that");
  EXPECT_EQ(bind_error(R"({"y": 1})", "N", {Base::kInt, 0}, {}, "initial value"),
            "model.stan:2:3: error: the initial value for `N` is missing\n"
            "  add \"N\" to data.json");
  EXPECT_EQ(bind_error("{}", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: the data for `N` is missing");
}

TEST(BindData, ShowsDimensionsDeclaredAndFound) {
  EXPECT_EQ(bind_error(R"({"y": [1, 2, 3, 4, 5, 6, 7]})", "y", {Base::kVector, 0}, {8}),
            "model.stan:2:3: error: `y` needs dimensions (8), but the data has (7)\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error("{\n\"x\": [[1, 2, 3], [4, 5, 6]]}", "x", {Base::kMatrix, 0}, {3, 2}),
            "model.stan:2:3: error: `x` needs dimensions (3,2), but the data has (2,3)\n"
            "  in data.json, line 2: a matrix is a list of its rows, and an array a list of its "
            "elements");
  EXPECT_EQ(bind_error(R"({"y": 2.5})", "y", {Base::kReal, 1}, {1}),
            "model.stan:2:3: error: `y` needs dimensions (1), but the data has one number\n"
            "  in data.json, line 1: write [2.5] rather than 2.5");
  EXPECT_EQ(bind_error(R"({"y": [2.5]})", "y", {Base::kReal, 0}, {}, "initial value"),
            "model.stan:2:3: error: `y` is one number, but the initial value has (1)\n"
            "  in data.json, line 1: write 2.5 rather than [2.5]");
  EXPECT_EQ(bind_error(R"({"y": []})", "y", {Base::kReal, 1}, {2}),
            "model.stan:2:3: error: `y` needs dimensions (2), but the data has (0)\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error(R"({"y": [1, 2]})", "y", {Base::kReal, 1}, {0}),
            "model.stan:2:3: error: `y` needs dimensions (0), but the data has (2)\n"
            "  in data.json, line 1");
}

TEST(BindData, ShowsTheFirstNumberThatIsNoInteger) {
  EXPECT_EQ(bind_error(R"({"N": [1, 2, 1.5]})", "N", {Base::kInt, 1}, {3}),
            "model.stan:2:3: error: `N`: element [3] is 1.5, but it must be an integer\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error(R"({"N": [[1, 2], [3, 4], [2.0, 7.5]]})", "N", {Base::kInt, 2}, {3, 2}),
            "model.stan:2:3: error: `N`: element [3,1] is 2.0, but it must be an integer\n"
            "  in data.json, line 1: write 2 rather than 2.0");
  EXPECT_EQ(bind_error(R"({"N": 3000000000})", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: `N` is 3000000000, but integers lie between -2147483648 and "
            "2147483647\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error(R"({"N": [1, 2147483648.0]})", "N", {Base::kInt, 1}, {2}),
            "model.stan:2:3: error: `N`: element [2] is 2147483648, but integers lie between "
            "-2147483648 and 2147483647\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error(R"({"N": -1e20})", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: `N` is -1e+20, but integers lie between -2147483648 and "
            "2147483647\n"
            "  in data.json, line 1");
  EXPECT_EQ(bind_error(R"({"N": [0, NaN]})", "N", {Base::kInt, 1}, {2}),
            "model.stan:2:3: error: `N`: element [2] is nan, but it must be an integer\n"
            "  in data.json, line 1");
}

TEST(BindData, RefusesAnObjectWithoutParts) {
  EXPECT_EQ(bind_error(R"({"N": {}})", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: `N` cannot be read\n"
            "  in data.json, line 1: there is nothing in {}: it is no number, and no tuple");
  EXPECT_EQ(bind_error(R"({"N": [{"1": {}}]})", "N", {Base::kInt, 0}, {}),
            "model.stan:2:3: error: `N` cannot be read\n"
            "  in data.json, line 1: there is nothing in {}: it is no number, and no tuple");
}

TEST(BindData, RefusesATupleThatIsUsed) {
  EXPECT_EQ(bind_error(R"({"t": {"1": 2}})", "t", {Base::kReal, 0}, {}),
            "model.stan:2:3: error: `t` is a tuple in the data, but it is declared as `real`\n"
            "  in data.json, line 1");
}

}  // namespace
}  // namespace autumn::trace
