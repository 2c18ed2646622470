// These tests divide the rows of data into shards: which programs may be, and what the shards add
// up to.
#include "engine/shards/shard_sum.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/random.h"
#include "engine/data_files.h"
#include "engine/prepare.h"
#include "engine/shards/additive.h"
#include "stan/syntax/source.h"

namespace autumn::engine {
namespace {

constexpr std::size_t kManyRows = 2 * kShardRows + 777;

const char* const kPoissonOfRows = R"(
data { int<lower=0> N; int J; vector[N] x; array[N] int<lower=1> g; array[N] int<lower=0> y; }
parameters { real a; real b; vector[J] u; real<lower=0> tau; }
model {
  a ~ normal(0, 2); b ~ normal(0, 1); tau ~ normal(0, 1); u ~ normal(0, tau);
  y ~ poisson_log(a + b * x + u[g]);
})";

LoadedProgram loaded_program(const std::string& text) {
  auto loaded = load_program(stan::SourceFile{"program.stan", text}, stan::Includes{});
  EXPECT_TRUE(std::holds_alternative<LoadedProgram>(loaded));
  return std::get<LoadedProgram>(std::move(loaded));
}

trace::DataVariable variable_of_data(trace::Dims dims, bool is_int, std::vector<double> numbers) {
  trace::DataVariable variable;
  if (!is_int) variable.first_real.assign(dims.size(), 0);
  variable.dims = std::move(dims);
  variable.is_int = is_int;
  variable.numbers = std::move(numbers);
  return variable;
}

trace::Data data_of_rows(std::size_t rows) {
  Random random({.seed = 9, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
  std::vector<double> x(rows), g(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = random.normal();
    g[i] = static_cast<double>(1 + i * 7 % 4);
    y[i] = std::floor(std::fabs(2.0 * random.normal()));
  }
  trace::Data data;
  data.emplace("N", variable_of_data({}, true, {static_cast<double>(rows)}));
  data.emplace("J", variable_of_data({}, true, {4}));
  data.emplace("x", variable_of_data({rows}, false, std::move(x)));
  data.emplace("g", variable_of_data({rows}, true, std::move(g)));
  data.emplace("y", variable_of_data({rows}, true, std::move(y)));
  return data;
}

class ShardsOfRows : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  ShardData open(const LoadedProgram& program, const trace::Data& data) const {
    EXPECT_TRUE(engine::write_data(path_, data));
    auto variables = find_row_variables(*program.syntax, "N");
    EXPECT_TRUE(variables) << variables.error().message;
    auto opened = ShardData::open(path_, std::move(variables).value());
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(opened).value();
  }
  [[nodiscard]] Status additive(const std::string& text, const trace::Data& data) const {
    const LoadedProgram program = loaded_program(text);
    const ShardData rows = open(program, data);
    return check_additive({program, rows, {}});
  }

  std::string path_ = (std::filesystem::temp_directory_path() /
                       ("autumn_shards_" + std::to_string(::getpid()) + ".autumn"))
                          .string();
};

std::vector<double> value_and_gradient_of(ShardSum& sum, const std::vector<double>& x) {
  std::vector<double> result(x.size());
  result.push_back(sum.evaluate(x, result));
  return result;
}

std::vector<double> some_point(std::size_t size) {
  std::vector<double> x(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = 0.3 * std::cos(static_cast<double>(i));
  return x;
}

// As on one rank.
ShardSum sum_of_shards(const ShardProgram& program, Team* team) {
  const std::size_t shards = program.data.shards();
  auto here = ShardDensities::make(program, shards_of(shards, 0, 1), team);
  auto none = density_of_rows(program, program.data.read({}).value());
  return ShardSum({std::move(none).value(), std::move(here).value(), {}, nullptr});
}

TEST_F(ShardsOfRows, AddUpToTheDensityOfAllRows) {
  const LoadedProgram program = loaded_program(kPoissonOfRows);
  for (const std::size_t rows : {std::size_t{0}, std::size_t{500}, kManyRows}) {
    const trace::Data data = data_of_rows(rows);
    const ShardData shards = open(program, data);
    EXPECT_EQ(shards.shards(), rows > kShardRows ? 3U : 1U);
    ShardSum sum = sum_of_shards({program, shards, {}}, nullptr);
    evaluate::EvaluatedFunction whole(density_of_rows({program, shards, {}}, data).value());
    const std::vector<double> x = some_point(whole.dimension());
    std::vector<double> expected(x.size());
    expected.push_back(whole.evaluate(x, expected));
    const std::vector<double> result = value_and_gradient_of(sum, x);
    for (std::size_t i = 0; i < result.size(); ++i) {
      EXPECT_NEAR(result[i], expected[i], 1e-11 * std::max(1.0, std::fabs(expected.back())));
    }
  }
}

TEST_F(ShardsOfRows, GiveTheSameBytesAtAnyNumberOfThreads) {
  const LoadedProgram program = loaded_program(kPoissonOfRows);
  const ShardData shards = open(program, data_of_rows(kManyRows));
  ShardSum alone = sum_of_shards({program, shards, {}}, nullptr);
  const std::vector<double> x = some_point(7);
  const std::vector<double> expected = value_and_gradient_of(alone, x);
  for (const std::size_t workers : {1, 2, 3, 8}) {
    Team team(workers);
    ShardSum sum = sum_of_shards({program, shards, {}}, &team);
    EXPECT_EQ(value_and_gradient_of(sum, x), expected) << workers;
  }
}

TEST_F(ShardsOfRows, AreDealtOutToRanksInOrderAndOnce) {
  for (const std::size_t shards : {0, 1, 5, 64}) {
    for (const std::size_t ranks : {1, 2, 4, 7}) {
      std::size_t next = 0;
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        const ShardRange range = shards_of(shards, rank, ranks);
        EXPECT_EQ(range.first, next);
        EXPECT_LE(range.count, shards / ranks + 1);
        next += range.count;
      }
      EXPECT_EQ(next, shards);
    }
  }
}

TEST_F(ShardsOfRows, OfDensitiesThatAreNoSumAreRefused) {
  const std::string head = "data { int<lower=0> N; vector[N] x; } ";
  const std::string sums = head + "parameters { real b; } model { b ~ normal(0, 1); ";
  const trace::Data data = data_of_rows(kShardRows + 300);
  EXPECT_TRUE(additive(kPoissonOfRows, data));
  EXPECT_TRUE(additive(sums + "x ~ normal(b, 1); }", data));
  EXPECT_TRUE(additive(sums + "target += -N * exp(b); }", data));
  EXPECT_TRUE(additive(sums + "for (n in 1:N) x[n] ~ student_t(4, b, 1); }", data));
  for (const char* other :
       {"x ~ normal(b, 1 + N); }", "target += -square(sum(x) - b); }",
        "if (N > 0) target += -square(x[1] - b); }",
        "for (n in 2:N) x[n] ~ normal(b * x[n - 1], 1); }", "target += -log(1 + N) * b; }"}) {
    const Status status = additive(sums + other, data);
    ASSERT_FALSE(status) << other;
    EXPECT_NE(status.error().message.find("not a sum over the rows"), std::string::npos);
  }
}

TEST(RowVariables, AreThoseWhoseFirstSizeIsTheCount) {
  const LoadedProgram program = loaded_program(
      "data { int N; int K; matrix[N, K] X; array[N] vector[K] v; array[N, K] int a; row_vector[N] "
      "r; vector[K] other; } parameters { vector[K] b; } model { b ~ normal(0, 1); }");
  const auto rows = find_row_variables(*program.syntax, "N");
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows.value().names, (std::vector<std::string>{"X", "v", "a", "r"}));
}

TEST(RowVariables, ReadOutsideOfTheDensityAreRefusedWithTheirPlace) {
  const std::string data = "data {\n int N; vector[N] x; }\n";
  const std::string rest = "model { b ~ normal(0, 1); }";
  const std::pair<std::string, std::uint32_t> programs[] = {
      {data + "parameters { real b; vector[N] z; } " + rest, 3},
      {data + "parameters { real b; }\ntransformed parameters { vector[2] z = b * x[1:2]; } " +
           rest,
       4},
      {data + "parameters { real b; } " + rest + "\ngenerated quantities { int m = N; }", 4},
      {data + "transformed data { real m = mean(x); } parameters { real<lower=m> b; }\n" + rest, 3},
      {"data {\n int N; matrix[2, N] x; } parameters { real b; } " + rest, 2},
      {"data {\n int N; vector[N + 1] x; } parameters { real b; } " + rest, 2},
      {"data {\n int N; simplex[N] x; } parameters { real b; } " + rest, 2}};
  for (const auto& [text, line] : programs) {
    const auto rows = find_row_variables(*loaded_program(text).syntax, "N");
    ASSERT_FALSE(rows) << text;
    EXPECT_EQ(rows.error().where.line, line) << text;
  }
}

}  // namespace
}  // namespace autumn::engine
