// These tests calibrate one program per rule and per shape of a block, and random hierarchies, by
// simulation: no p-value is below 0.001 / number of variables. Seeds are fixed.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "statistical/random_hierarchy.h"
#include "statistical/sbc_support.h"

namespace autumn::statistical {
namespace {

constexpr std::uint32_t kRuns = 320;

std::string text_of(const std::string& name) {
  std::ifstream file(std::string(AUTUMN_TEST_DATA) + "/sbc/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_calibrated(const output::Calibration& calibration, std::string_view collapsed) {
  EXPECT_EQ(calibration.collapsed, collapsed);
  EXPECT_TRUE(calibration.is_calibrated()) << to_text(calibration);
  EXPECT_LE(calibration.correlated_runs, kRuns / 50);
  std::printf("smallest of %zu p-values: %.2g\n", calibration.variables.size(),
              calibration.worst().p_value);
}

struct SbcProgram {
  std::string_view name;
  std::string_view collapsed;  // that it happened is part of the test
};

void PrintTo(const SbcProgram& program, std::ostream* out) {
  *out << program.name;
}

const SbcProgram kPrograms[] = {
    {"autoregression", "collapsed 1 of 4 dimensions: a (Gaussian); sampling 3: b, s, c"},
    {"beta", "collapsed 4 of 6 dimensions: theta (beta); sampling 2: phi, kappa"},
    {"chain", "collapsed 6 of 9 dimensions: x (Gaussian); sampling 3: phi, q, r"},
    {"crossed", "collapsed 7 of 9 dimensions: mu, a, b (Gaussian); sampling 2: s_row, s_col"},
    {"dirichlet", "collapsed 4 of 5 dimensions: p, flat (Dirichlet); sampling 1: a"},
    {"gamma", "collapsed 3 of 5 dimensions: rate (gamma); sampling 2: a, b"},
    {"gaussian_process", "collapsed 5 of 7 dimensions: eta (Gaussian); sampling 2: rho, alpha"},
    {"inverse_gamma", "collapsed 3 of 4 dimensions: v (inverse gamma); sampling 1: b"},
    {"inverse_wishart",
     "collapsed 6 of 7 dimensions: V (inverse Wishart), P (Wishart); sampling 1: b"},
    {"leaf", "collapsed 3 of 5 dimensions: unseen, ahead (leaf); sampling 2: mu, sigma"},
    {"log_gaussian", "collapsed 5 of 6 dimensions: m (Gaussian), v (log Gaussian); sampling 1: s"},
    {"multi_normal", "collapsed 6 of 9 dimensions: b (Gaussian); sampling 3: L, tau"},
    {"nested", "collapsed 7 of 9 dimensions: mu, a, b (Gaussian); sampling 2: s_school, s_class"},
    {"normal_inverse_wishart",
     "collapsed 12 of 13 dimensions: mu, B (Gaussian), V (inverse Wishart), P (Wishart); sampling "
     "1: k"},
    {"precision", "collapsed 3 of 4 dimensions: precision (gamma); sampling 1: b"},
    {"regression", "collapsed 3 of 4 dimensions: alpha, beta (Gaussian); sampling 1: sigma"},
    {"scaled_covariance",
     "collapsed 4 of 5 dimensions: mu (Gaussian), w (gamma), v (inverse gamma); sampling 1: g"},
    {"shared_scale",
     "collapsed 3 of 4 dimensions: beta (Gaussian), sigma2 (inverse gamma); sampling 1: g"},
    {"slopes", "collapsed 8 of 10 dimensions: beta, za, zb (Gaussian); sampling 2: tau"},
    {"star", "collapsed 5 of 7 dimensions: mu, theta (Gaussian); sampling 2: tau, sigma"},
};

class Sbc : public ::testing::TestWithParam<SbcProgram> {};

TEST_P(Sbc, FindsWhatWasPutIn) {
  const std::string name(GetParam().name);
  expect_calibrated(calibrate(text_of(name + ".stan"), text_of(name + ".json"), kRuns),
                    GetParam().collapsed);
}

INSTANTIATE_TEST_SUITE_P(Slow, Sbc, ::testing::ValuesIn(kPrograms),
                         [](const auto& at) { return std::string(at.param.name); });

class SbcOfHierarchies : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(SbcOfHierarchies, FindsWhatWasPutIn) {
  const Hierarchy hierarchy = random_hierarchy(GetParam());
  const output::Calibration calibration = calibrate(hierarchy.program, hierarchy.data, kRuns);
  SCOPED_TRACE(hierarchy.program);
  expect_calibrated(calibration, calibration.collapsed);
  std::printf("%s\n", calibration.collapsed.c_str());
}

INSTANTIATE_TEST_SUITE_P(Slow, SbcOfHierarchies, ::testing::Range<std::uint64_t>(1, 21));

// NUTS on all dimensions, with every metric and every way to learn it.
struct SbcMetric {
  std::string_view name;
  MetricKind kind;
  sampler::MetricLearning learning;
};

const SbcMetric kMetrics[] = {
    {"scores", MetricKind::kDiagonal, sampler::MetricLearning::scores},
    {"diagonal", MetricKind::kDiagonal, sampler::MetricLearning::positions},
    {"dense", MetricKind::kDense, sampler::MetricLearning::positions},
};

class SbcOfMetrics : public ::testing::TestWithParam<std::tuple<SbcMetric, std::string_view>> {};

TEST_P(SbcOfMetrics, FindsWhatWasPutIn) {
  const auto& [metric, program] = GetParam();
  engine::SbcOptions options;
  options.runs = kRuns;
  options.settings.jumps = false;
  options.settings.metric = metric.kind;
  options.settings.metric_learning = metric.learning;
  options.plan.is_off = true;
  const std::string name(program);
  const output::Calibration calibration =
      calibrate_with(options, text_of(name + ".stan"), text_of(name + ".json"));
  expect_calibrated(calibration, calibration.collapsed);
}

INSTANTIATE_TEST_SUITE_P(Slow, SbcOfMetrics,
                         ::testing::Combine(::testing::ValuesIn(kMetrics),
                                            ::testing::Values("regression", "multi_normal",
                                                              "gaussian_process")),
                         [](const auto& at) {
                           return std::string(std::get<0>(at.param).name) + "_" +
                                  std::string(std::get<1>(at.param));
                         });

// With warm-ups that end when they have settled.
class SbcOfSettling : public ::testing::TestWithParam<std::string_view> {};

TEST_P(SbcOfSettling, FindsWhatWasPutIn) {
  engine::SbcOptions options;
  options.runs = kRuns;
  options.settings.jumps = false;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.stops_when_settled = true;
  options.plan.is_off = true;
  const std::string name(GetParam());
  const output::Calibration calibration =
      calibrate_with(options, text_of(name + ".stan"), text_of(name + ".json"));
  expect_calibrated(calibration, calibration.collapsed);
}

INSTANTIATE_TEST_SUITE_P(Slow, SbcOfSettling,
                         ::testing::Values("regression", "multi_normal", "gaussian_process"),
                         [](const auto& at) { return std::string(at.param); });

// In coordinates that are learnt of every simulation, and in those that are chosen for it.
class SbcOfCentring
    : public ::testing::TestWithParam<std::tuple<sampler::Centring, std::string_view>> {};

TEST_P(SbcOfCentring, FindsWhatWasPutIn) {
  const auto& [centring, program] = GetParam();
  engine::SbcOptions options;
  options.runs = kRuns;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.centring = centring;
  const std::string name(program);
  const output::Calibration calibration =
      calibrate_with(options, text_of(name + ".stan"), text_of(name + ".json"));
  expect_calibrated(calibration, calibration.collapsed);
}

INSTANTIATE_TEST_SUITE_P(
    Slow, SbcOfCentring,
    ::testing::Combine(::testing::Values(sampler::Centring::learnt, sampler::Centring::automatic),
                       ::testing::Values("binomial_centred", "binomial_noncentred")));

}  // namespace
}  // namespace autumn::statistical
