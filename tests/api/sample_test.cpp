// These tests sample through the public interface: posteriors with known answers, files, options,
// interruption of nothing.
#include <gtest/gtest.h>
#include <autumn/autumn.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include "api/message.h"

namespace autumn {
namespace {

namespace fs = std::filesystem;

Model conjugate_normal() {
  Model m;
  auto mu = m.parameter("mu", normal(0, 1));
  m.observe("y", normal(mu, 1), {1.0, 2.0, 3.0});
  m.output("twice", 2 * mu);
  return m;
}

// Posterior normal(1.5, 0.5). Five standard errors: one false alarm in two million.
TEST(Sample, FindsAConjugatePosterior) {
  const Fit fit = sample(conjugate_normal(), {.seed = 1});
  const Summary summary = fit.summary();
  EXPECT_NEAR(summary["mu"].mean, 1.5, 5 * summary["mu"].mcse);
  EXPECT_NEAR(summary["mu"].sd, 0.5, 0.03);
  EXPECT_NEAR(summary["twice"].mean, 2 * summary["mu"].mean, 1e-12);
  EXPECT_GT(summary["mu"].ess_bulk, 400);
  EXPECT_TRUE(fit.warnings().empty());
  EXPECT_EQ(fit.seed(), 1U);
}

TEST(Sample, CollapsesUnlessToldNotTo) {
  const Fit exact = sample(conjugate_normal(), {.seed = 1});
  EXPECT_LT(exact.gradients(), 100U);
  const Fit sampled = sample(conjugate_normal(), {.seed = 1, .marginalize = Marginalize::none});
  EXPECT_GT(sampled.gradients(), 8000U);
  const Fit kept = sample(conjugate_normal(), {.seed = 1, .keep = {"mu"}});
  EXPECT_GT(kept.gradients(), 8000U);
}

TEST(Sample, GivesDrawsByNameAndShape) {
  Model m;
  (void)m.parameter("x", normal(0, 1), plate(2, 3));
  const Fit fit = sample(m, {.chains = 2, .warmup = 100, .draws = 50, .seed = 3});
  const Draws draws = fit.draws("x");
  EXPECT_EQ(draws.dims, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(draws.chains, 2U);
  EXPECT_EQ(draws.draws_per_chain, 50U);
  EXPECT_EQ(draws.values.size(), 600U);
  EXPECT_EQ(fit.statistics(1).size(), 50U);
  EXPECT_EQ(message_of([&] { (void)fit.draws("y"); }),
            "error: there is no parameter or output `y`\n  did you mean `x`?");
}

TEST(Sample, ModelWithoutParametersHasOnlyOutputs) {
  Model m;
  m.output("three", Expr(1) + 2);
  const Fit fit = sample(m, {.chains = 1, .draws = 5, .seed = 1});
  EXPECT_EQ(fit.draws("three").values, (std::vector<double>(5, 3.0)));
}

TEST(Sample, UsesInitialValues) {
  Model m;
  (void)m.parameter("s", real());
  (void)m.parameter("t", lower(1.0));
  const Fit fit = sample(m, {.chains = 1,
                             .draws = 1,
                             .seed = 1,
                             .algorithm = Algorithm::fixed_param,
                             .initial = {{"s", {0.25}}, {"t", {3.5}}}});
  EXPECT_NEAR(fit.draws("s").values[0], 0.25, 1e-15);
  EXPECT_NEAR(fit.draws("t").values[0], 3.5, 1e-14);
}

TEST(SampleMistake, InitialValuesOutsideOrUnknown) {
  Model m;
  (void)m.parameter("scale", lower(0.0));  // its flat prior is the lesser mistake
  EXPECT_EQ(message_of([&] { (void)sample(m, {.initial = {{"scael", {1.0}}}}); }),
            "error: there is an initial value for `scael`, but no such parameter\n"
            "  did you mean `scale`?");
  const std::string text = message_of([&] { (void)sample(m, {.initial = {{"scale", {-1.0}}}}); });
  EXPECT_NE(text.find("the value of `scale` is outside its support: element 1 is -1"),
            std::string::npos)
      << text;
}

TEST(SampleMistake, OptionsThatMakeNoSense) {
  const Model m = conjugate_normal();
  EXPECT_EQ(message_of([&] { (void)sample(m, {.chains = 0}); }),
            "error: chains must be at least 1, got 0");
  EXPECT_NE(message_of([&] { (void)sample(m, {.adapt_delta = 1.2}); }).find("adapt_delta"),
            std::string::npos);
  EXPECT_NE(message_of([&] { (void)sample(m, {.draws = -1}); }).find("-1"), std::string::npos);
}

TEST(SampleMistake, ThinThatMakesNoSense) {
  const Model m = conjugate_normal();
  EXPECT_EQ(message_of([&] { (void)sample(m, {.thin = 0}); }),
            "error: thin must be at least 1, got 0");
  EXPECT_NE(message_of([&] {
              (void)sample(m, {.thin = Thin::automatic(), .save_warmup = true});
            }).find("thin=auto cannot be given with save_warmup"),
            std::string::npos);
}

// A scale that is sampled, and 300 numbers that are drawn back.
TEST(SampleThin, PicksTransitionsPerDrawAndGivesTheDrawsOfThatNumber) {
  Model m;
  auto tau = m.parameter("tau", half_cauchy(5));
  (void)m.parameter("x", normal(0, tau), plate(300));
  m.observe("y", normal(0, tau), {1.0, -2.0, 3.0});
  // With jumps one dimension has nothing to thin.
  Options options{.chains = 2,
                  .warmup = 300,
                  .draws = 40,
                  .thin = Thin::automatic(),
                  .seed = 2,
                  .jumps = Jumps::none};
  const Fit chosen = sample(m, options);
  EXPECT_GT(chosen.thin(), 1);
  options.thin = chosen.thin();
  const Fit given = sample(m, options);
  EXPECT_EQ(given.thin(), chosen.thin());
  EXPECT_EQ(chosen.draws("x").draws_per_chain, 40U);
  EXPECT_EQ(chosen.draws("x").values, given.draws("x").values);
}

TEST(SampleMistake, DensityThatIsNeverFinite) {
  Model m;
  auto x = m.parameter("x", real());
  m.add_log_density(log(-square(x) - 1));
  const std::string text = message_of([&] { (void)sample(m, {.seed = 1}); });
  EXPECT_NE(text.find("Initialization between (-2, 2) failed after 100 attempts."),
            std::string::npos)
      << text;
}

class SampleFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() /
                 (std::string("autumn_sample_files_") +
                  ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // The file without what depends on the clock, the directory and the number of threads.
  [[nodiscard]] static std::string stable_text(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream out;
    for (std::string line; std::getline(in, line);) {
      const bool is_free = line.find("seconds") != std::string::npos ||
                           line.find("start_datetime") != std::string::npos ||
                           line.find("file = ") != std::string::npos;
      if (!is_free) out << line << '\n';
    }
    return out.str();
  }

  fs::path directory_;
};

TEST_F(SampleFiles, AreTheSameBytesAtAnyNumberOfThreads) {
  const Model m = conjugate_normal();
  for (const int threads : {1, 2}) {
    (void)sample(m, {.draws = 200,
                     .seed = 7,
                     .threads = threads,
                     .output = (directory_ / std::to_string(threads)).string()});
  }
  for (const char* name : {"chain_1.csv", "chain_2.csv", "chain_3.csv", "chain_4.csv"}) {
    const std::string one = stable_text(directory_ / "1" / name);
    EXPECT_EQ(one, stable_text(directory_ / "2" / name));
    EXPECT_GT(one.size(), 5000U);
  }
  EXPECT_NE(stable_text(directory_ / "1" / "chain_1.csv"),
            stable_text(directory_ / "1" / "chain_2.csv"));
}

// A Poisson regression of more rows than one block has.
Model many_rows() {
  std::vector<double> x(40000);
  std::vector<int> counts(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = std::sin(static_cast<double>(i));
    counts[i] = static_cast<int>(i % 3);
  }
  Model m;
  auto b = m.parameter("b", normal(0, 1));
  m.observe("counts", poisson_log(0.5 + b * x), counts);
  return m;
}

TEST_F(SampleFiles, AreTheSameBytesAtAnyNumberOfThreadsPerChain) {
  const Model m = many_rows();
  for (const int threads : {1, 2, 3}) {
    (void)sample(m, {.chains = 2,
                     .warmup = 30,
                     .draws = 20,
                     .seed = 7,
                     .threads = 3,
                     .threads_per_chain = threads,
                     .output = (directory_ / std::to_string(threads)).string()});
  }
  for (const char* name : {"chain_1.csv", "chain_2.csv"}) {
    const std::string one = stable_text(directory_ / "1" / name);
    EXPECT_EQ(one, stable_text(directory_ / "2" / name));
    EXPECT_EQ(one, stable_text(directory_ / "3" / name));
  }
  EXPECT_NE(message_of([&] {
              (void)sample(m, {.threads_per_chain = 0});
            }).find("threads_per_chain must be at least 1, got 0"),
            std::string::npos);
}

TEST_F(SampleFiles, AreNotReplacedUnasked) {
  const Model m = conjugate_normal();
  const Options options{
      .chains = 1, .warmup = 20, .draws = 5, .seed = 1, .output = directory_.string()};
  (void)sample(m, options);
  EXPECT_NE(message_of([&] { (void)sample(m, options); }).find("exists already"),
            std::string::npos);
  Options again = options;
  again.overwrite = true;
  EXPECT_EQ(sample(m, again).draws("mu").values.size(), 5U);
}

TEST_F(SampleFiles, CannotBeWrittenBelowAFile) {
  fs::create_directories(directory_);
  std::ofstream(directory_ / "file") << "x";
  const std::string text = message_of([&] {
    (void)sample(conjugate_normal(), {.seed = 1, .output = (directory_ / "file" / "out").string()});
  });
  EXPECT_NE(text.find("cannot make the output directory"), std::string::npos) << text;
}

TEST_F(SampleFiles, AreRemovedWhenTheRunFails) {
  Model m;
  auto x = m.parameter("x", real());
  m.add_log_density(log(-square(x) - 1));
  EXPECT_THROW((void)sample(m, {.seed = 1, .output = directory_.string()}), ModelError);
  EXPECT_FALSE(fs::exists(directory_ / "chain_1.csv"));
}

TEST(Sample, PriorsSampleThemselves) {
  const auto interval_of_turn = interval(-3.141592653589793, 3.141592653589793);
  Model m;
  (void)m.parameter("b", student_t(5, 0, 1));
  (void)m.parameter("c", gamma(2, 1));
  (void)m.parameter("d", inv_gamma(3, 1));
  (void)m.parameter("e", beta(2, 3));
  (void)m.parameter("f", uniform(-1, 4));
  (void)m.parameter("g", von_mises(0.5, 2), interval_of_turn);
  (void)m.parameter("h", pareto(2, 5));
  (void)m.parameter("i", dirichlet({2.0, 3.0, 4.0}));
  (void)m.parameter("j", lkj_corr(3, 2));
  (void)m.parameter("k", wishart(5, Matrix{{1, 0.2}, {0.2, 1}}));
  const Fit fit = sample(m, {.draws = 1000, .seed = 5});
  const Summary s = fit.summary();
  const auto expect_mean = [&](const char* name, double mean) {
    EXPECT_NEAR(s[name].mean, mean, 5 * s[name].mcse)
        << name;  // one false alarm in two million each
  };
  expect_mean("c", 2.0);
  expect_mean("d", 0.5);
  expect_mean("e", 0.4);
  expect_mean("f", 1.5);
  expect_mean("h", 2.5);
  expect_mean("i[1]", 2.0 / 9.0);
  expect_mean("j[2,1]", 0.0);
  expect_mean("k[1,1]", 5.0);
  expect_mean("k[2,1]", 1.0);
}

}  // namespace
}  // namespace autumn
