// These tests run methods other than sampling on programs: columns, scales, random numbers.
#include <gtest/gtest.h>

#include <unistd.h>
#include <cmath>

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <variant>

#include "engine/approximations/pathfinder.h"
#include "engine/load.h"

namespace autumn::engine {
namespace {

// Draws of y ~ exponential(rate) with a gamma prior of the rate, and what follows from the rate.
constexpr const char* kRate = R"(
data { int<lower=0> N; vector[N] y; }
parameters { real<lower=0> rate; array[2] complex z; }
transformed parameters { real mean_y = 1 / rate; }
model {
  rate ~ gamma(3, 2);
  y ~ exponential(rate);
  for (k in 1:2) { get_real(z[k]) ~ normal(k, 1); get_imag(z[k]) ~ normal(-k, 1); }
}
generated quantities { real next = exponential_rng(rate); }
)";

class Program {
 public:
  Program() {
    const auto folder = std::filesystem::temp_directory_path() / "autumn_approximations";
    std::filesystem::create_directories(folder);
    const std::string stem = (folder / std::to_string(::getpid())).string();
    std::ofstream(stem + ".stan") << kRate;
    std::ofstream(stem + ".json") << R"({"N": 4, "y": [0.5, 1.0, 2.0, 0.5]})";
    program_ = std::get<LoadedProgram>(load_program(stem + ".stan", {}));
    traced_ = std::get<trace::Traced>(load_model(program_, stem + ".json"));
    std::filesystem::remove(stem + ".stan");
    std::filesystem::remove(stem + ".json");
  }
  [[nodiscard]] Prepared prepared(density::Jacobian jacobian) const {
    return prepare_joint(*traced_, jacobian);
  }

 private:
  LoadedProgram program_;
  std::optional<trace::Traced> traced_;
};

const std::vector<std::string> kModelColumns{"rate",     "z.1.real", "z.1.imag", "z.2.real",
                                             "z.2.imag", "mean_y",   "next"};

std::vector<std::string> with_model(std::vector<std::string> columns) {
  columns.insert(columns.end(), kModelColumns.begin(), kModelColumns.end());
  return columns;
}

// The posterior is gamma(7, 6): its mode is 1, and that of its logarithm 7 / 6.
TEST(Approximations, OptimizeOnTheScaleThatIsAskedFor) {
  const Program program;
  const Prepared without = program.prepared(density::Jacobian::kLeftOut);
  const auto declared = run_optimize(without, {.key = {.seed = 1}}, {});
  ASSERT_TRUE(declared.is_ok());
  const DrawTable& rows = declared.value().table.rows;
  EXPECT_EQ(rows.names(), with_model({"lp__"}));
  ASSERT_EQ(rows.rows(), 1U);
  EXPECT_NEAR(rows.at(0, 1), 1.0, 1e-6);
  EXPECT_NEAR(rows.at(0, 3), -1.0, 1e-6);
  EXPECT_NEAR(rows.at(0, 4), 2.0, 1e-6);
  EXPECT_NEAR(rows.at(0, 6), 1.0, 1e-6);
  EXPECT_GT(rows.at(0, 7), 0.0);
  const Prepared with = program.prepared(density::Jacobian::kIncluded);
  const auto free = run_optimize(with, {.key = {.seed = 1}}, {});
  ASSERT_TRUE(free.is_ok());
  EXPECT_NEAR(free.value().table.rows.at(0, 1), 7.0 / 6.0, 1e-6);
}

TEST(Approximations, SaveAllIterationsWhenAsked) {
  const Program program;
  const Prepared prepared = program.prepared(density::Jacobian::kLeftOut);
  const auto run = run_optimize(prepared, {.key = {.seed = 1}}, {}, SavedIterations::kAll);
  ASSERT_TRUE(run.is_ok());
  const OptimizeRun& done = run.value();
  EXPECT_EQ(done.table.rows.rows(), done.optimum.iterations + 1);
  const std::size_t last = done.table.rows.rows() - 1;
  EXPECT_EQ(done.table.rows.at(last, 0), done.optimum.log_density);
  EXPECT_LT(done.table.rows.at(0, 0), done.optimum.log_density);
}

TEST(Approximations, BeginWhereTheyAreTold) {
  const Program program;
  const Prepared prepared = program.prepared(density::Jacobian::kLeftOut);
  const auto first = run_optimize(prepared, {.key = {.seed = 1}}, {});
  const DrawTable& rows = first.value().table.rows;
  const auto values = values_of_row(prepared, rows.names(), rows.row(0));
  ASSERT_TRUE(values.is_ok());
  const auto point = initial_point(prepared, values.value());
  ASSERT_TRUE(point.is_ok());
  const auto again = run_optimize(prepared, {.start = {.given = point.value()}}, {});
  ASSERT_TRUE(again.is_ok());
  EXPECT_LE(again.value().optimum.iterations, 2U);
  const std::vector<std::string> few{"lp__", "rate"};
  EXPECT_FALSE(values_of_row(prepared, few, std::vector{0.0, 1.0}).is_ok());
}

TEST(Approximations, LaplaceDrawsAroundTheMode) {
  const Program program;
  const Prepared prepared = program.prepared(density::Jacobian::kIncluded);
  const auto mode = run_optimize(prepared, {.key = {.seed = 1}}, {});
  const LaplaceRun run =
      run_laplace(prepared, mode.value().optimum.point, {.seed = 2}, {.draws = 4000});
  EXPECT_EQ(run.table.rows.names(), with_model({"log_p__", "log_q__"}));
  // Of the logarithm of the rate, exactly: mean log(7 / 6), variance 1 / 7; of z[2] mean 2.
  double log_rate = 0.0;
  double real = 0.0;
  for (std::size_t k = 0; k < 4000; ++k) {
    log_rate += std::log(run.table.rows.at(k, 2)) / 4000.0;
    real += run.table.rows.at(k, 5) / 4000.0;
  }
  EXPECT_NEAR(log_rate, std::log(7.0 / 6.0), 0.03);
  EXPECT_NEAR(real, 2.0, 0.08);
}

TEST(Approximations, VariationalRowsBeginWithTheMean) {
  const Program program;
  const Prepared prepared = program.prepared(density::Jacobian::kIncluded);
  const auto run = run_variational(prepared, {.key = {.seed = 3}}, {.output_samples = 50});
  ASSERT_TRUE(run.is_ok());
  const DrawTable& rows = run.value().table.rows;
  EXPECT_EQ(rows.names(), with_model({"lp__", "log_p__", "log_g__"}));
  ASSERT_EQ(rows.rows(), 51U);
  EXPECT_NEAR(rows.at(0, 3), std::exp(run.value().variational.mean[0]), 1e-12);
  EXPECT_EQ(rows.at(0, 1), 0.0);
  EXPECT_EQ(rows.at(1, 1), run.value().variational.log_p[0]);
}

TEST(Approximations, PathfinderIsTheSameOnAnyNumberOfThreads) {
  const Program program;
  const Prepared prepared = program.prepared(density::Jacobian::kIncluded);
  const approximate::PathfinderSettings settings{.num_draws = 100, .num_psis_draws = 200};
  const auto one = run_pathfinder(prepared, {.key = {.seed = 4}, .threads = 1}, settings);
  const auto three = run_pathfinder(prepared, {.key = {.seed = 4}, .threads = 3}, settings);
  ASSERT_TRUE(one.is_ok() && three.is_ok());
  const DrawTable& rows = one.value().table.rows;
  EXPECT_EQ(rows, three.value().table.rows);
  EXPECT_EQ(rows.names(), with_model({"lp_approx__", "lp__", "path__"}));
  EXPECT_EQ(rows.rows(), 200U);
  std::set<double> paths;
  for (std::size_t k = 0; k < 200; ++k) paths.insert(rows.at(k, 2));
  EXPECT_EQ(paths, (std::set<double>{1.0, 2.0, 3.0, 4.0}));
  const MethodTable second = path_table(prepared, {.key = {.seed = 4}}, one.value(), 1);
  EXPECT_EQ(second.rows.rows(), 100U);
  EXPECT_EQ(second.rows.at(99, 2), 2.0);
}

}  // namespace
}  // namespace autumn::engine
