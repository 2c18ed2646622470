// These tests compare arrows, as of classes in schools, with the fronts, on every instruction set.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gaussian/star/kernels.h"
#include "gaussian/star/star.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using star::Stars;

// What schools with classes are made of: school s has a number of classes from 2 on.
struct Classes {
  std::size_t schools = 20;
  std::size_t most = 4;  // classes of a school
  std::size_t rows = 1;  // of a class, at most
  std::size_t hubs = 1;  // effects of a school
  std::size_t met = 2;   // what all have in common
  bool has_coefficients = false;
  bool has_constants = false;
  bool has_scales_of_its_own = false;  // a school
  bool has_rows_without_class = false;
  double of_school = 0.8, of_class = 0.5;  // scales

  [[nodiscard]] std::string name() const {
    return fmt::format("{} schools of up to {} classes, {} rows, {} hubs, {} met, {}{}{}{}, {}, {}",
                       schools, most, rows, hubs, met, has_coefficients ? "c" : "",
                       has_constants ? "k" : "", has_scales_of_its_own ? "s" : "",
                       has_rows_without_class ? "r" : "", of_school, of_class);
  }
};

class Making {
 public:
  explicit Making(const Classes& classes)
      : classes_(classes), random_(test_random(43)), c_{classes.name(), {}, {}} {}

  Case run() && {
    stretch_ = c_.add_coefficient(1.3);
    const auto top = c_.add_scale(5.0);
    school_ = c_.add_scale(classes_.of_school);
    class_ = c_.add_scale(classes_.of_class);
    noise_ = c_.add_scale(0.9);
    for (std::size_t k = 0; k < classes_.met; ++k) c_.add_fixed_row({{.column = k}}, 0.5, top);
    next_ = classes_.met;
    for (std::size_t s = 0; s < classes_.schools; ++s) add_school(s);
    c_.block.columns = next_;
    c_.block.scale_rest[noise_] = 2.5;
    set_constant_term(c_.block);
    return std::move(c_);
  }

 private:
  void add_school(std::size_t s) {
    if (classes_.has_scales_of_its_own) class_ = c_.add_scale(0.5 + random_.uniform());
    hub_ = next_;
    for (std::size_t h = 0; h < classes_.hubs; ++h) add_effect(school_, 1.0);
    for (std::size_t k = 0; k < 2 + s % (classes_.most - 1); ++k) {
      const std::size_t leaf = next_;
      add_effect(class_, k % 2 == 0 ? 1.0 : -2.0);
      for (std::size_t i = 0; i < 1 + k % classes_.rows; ++i) add_row({entry(leaf)});
    }
    if (classes_.has_rows_without_class) add_row({});
  }

  // Around zero, or around the first of what all have in common.
  void add_effect(std::uint32_t scale, double unit) {
    std::vector<Entry> entries{{.column = next_, .multiplier = unit}};
    if (classes_.met > 0 && next_ % 3 == 0) entries.push_back({.column = 0, .multiplier = -0.5});
    c_.add_fixed_row(entries, next_ % 4 == 0 ? 0.2 : 0.0, scale);
    ++next_;
  }

  [[nodiscard]] Entry entry(std::size_t column) {
    return {.column = column,
            .multiplier = random_.normal(),
            .slot = classes_.has_coefficients ? stretch_ : -1};
  }

  void add_row(std::vector<Entry> entries) {
    for (std::size_t h = 0; h < classes_.hubs; ++h) entries.push_back(entry(hub_ + h));
    for (std::size_t k = 0; k < classes_.met; ++k) {
      entries.push_back({.column = k, .multiplier = random_.normal()});
    }
    classes_.has_constants ? c_.add_row(entries, random_.normal(), noise_)
                           : c_.add_fixed_row(entries, random_.normal(), noise_);
  }

  Classes classes_;
  Random random_;
  Case c_;
  std::size_t next_ = 0, hub_ = 0;
  int stretch_ = 0;
  std::uint32_t school_ = 0, class_ = 0, noise_ = 0;
};

std::vector<Classes> all_classes() {
  std::vector<Classes> all;
  for (const std::size_t schools : {20UL, 40UL}) {
    for (const std::size_t most : {2UL, 3UL, 5UL, 8UL}) {
      for (const std::size_t hubs : {1UL, 2UL}) {
        for (const std::size_t met : {0UL, 1UL, 3UL}) {
          const std::size_t k = all.size();
          all.push_back({schools, most, 1 + k % 3, hubs, met, k % 2 == 1, k % 3 == 1, k % 5 == 1,
                         k % 7 >= 4});
        }
      }
    }
  }
  all.push_back({.schools = 40, .most = 24});
  all.push_back({.schools = 40, .most = 7, .rows = 3, .hubs = 2, .has_scales_of_its_own = true});
  return all;
}

bool has_arrows(const Stars& stars) {
  return std::ranges::any_of(stars.runs, [](const star::Run& run) { return run.leaves > 0; });
}

void expect_near(const std::vector<double>& got, const std::vector<double>& want, double tolerance,
                 const std::string& name) {
  ASSERT_EQ(got.size(), want.size());
  double size = 1.0;
  for (const double x : want) size = std::max(size, std::abs(x));
  for (std::size_t k = 0; k < got.size(); ++k) {
    EXPECT_NEAR(got[k], want[k], tolerance * size) << name << ", " << k;
  }
}

TEST(Arrows, ValueAndPartialsEqualThoseOfTheFronts) {
  std::size_t found = 0;
  for (const Classes& classes : all_classes()) {
    const Case c = Making(classes).run();
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    std::optional<Stars> stars = star::find_stars(c.block);
    if (!stars || !has_arrows(*stars)) continue;
    ++found;
    for (const InstructionSet set : available_instruction_sets()) {
      stars->kernels = &star::kernels(set);
      std::vector<double> scratch(stars->scratch);
      Numbers got = c.at;
      const auto parts = star::parts_and_partials({c.block, *stars, c.at.inputs(), scratch}, {},
                                                  {got.coefficients, got.constants, got.scales});
      const std::string name = fmt::format("{}, {}", c.name, name_of(set));
      ASSERT_TRUE(parts) << name;
      EXPECT_NEAR(parts->log_normaliser - parts->rest / 2, want.value,
                  1e-12 * (1 + std::abs(want.value)))
          << name;
      expect_near(got.coefficients, want.partials.coefficients, 1e-11, name + ", coefficients");
      expect_near(got.constants, want.partials.constants, 1e-11, name + ", constants");
      expect_near(got.scales, want.partials.scales, 1e-11, name + ", scales");
    }
  }
  EXPECT_GT(found, 35U);
}

TEST(Arrows, ScalesOfAllMagnitudesGiveWhatTheFrontsGive) {
  for (double of_school = 1e-10; of_school < 2e6; of_school *= 100) {
    for (double of_class = 1e-10; of_class < 2e6; of_class *= 100) {
      for (const std::size_t hubs : {1UL, 2UL}) {
        const Case c = Making({.rows = 2,
                               .hubs = hubs,
                               .has_constants = true,
                               .of_school = of_school,
                               .of_class = of_class})
                           .run();
        const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
        const std::optional<Stars> stars = star::find_stars(c.block);
        ASSERT_TRUE(stars && has_arrows(*stars));
        std::vector<double> scratch(stars->scratch);
        Numbers got = c.at;
        const auto parts = star::parts_and_partials({c.block, *stars, c.at.inputs(), scratch}, {},
                                                    {got.coefficients, got.constants, got.scales});
        ASSERT_TRUE(parts) << c.name;
        EXPECT_NEAR(parts->log_normaliser - parts->rest / 2, want.value,
                    1e-10 * (1 + std::abs(want.value)))
            << c.name;
        expect_near(got.constants, want.partials.constants, 1e-9, c.name);
        for (std::size_t k = 0; k < got.scales.size(); ++k) {
          got.scales[k] *= c.at.scales[k];
          EXPECT_NEAR(got.scales[k], want.partials.scales[k] * c.at.scales[k], 1e-8) << c.name;
        }
      }
    }
  }
}

// A draw is affine in z, so that columns + 1 of them give its mean and its covariance.
std::pair<std::vector<double>, std::vector<double>> moments(const Case& c, const Symbolic& way) {
  const std::size_t n = c.block.columns;
  std::vector<double> scratch(scratch_size(way)), z(n, 0.0), mean(n), u(n), covariance(n * n, 0.0);
  draw(c.block, way, c.at.inputs(), z, mean, scratch);
  for (std::size_t k = 0; k < n; ++k) {
    z[k] = 1.0;
    draw(c.block, way, c.at.inputs(), z, u, scratch);
    z[k] = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        covariance[i * n + j] += (u[i] - mean[i]) * (u[j] - mean[j]);
      }
    }
  }
  return {mean, covariance};
}

TEST(Arrows, DrawsHaveTheMeanAndCovarianceOfTheFronts) {
  std::size_t found = 0;
  for (const Classes& classes : all_classes()) {
    if (classes.schools > 20) continue;
    const Case c = Making(classes).run();
    std::vector<Symbolic> all = ways(c.block);
    if (all.size() < 3 || !has_arrows(*all[1].stars)) continue;
    ++found;
    const auto want = moments(c, all[0]);
    for (const InstructionSet set : available_instruction_sets()) {
      all[1].stars->kernels = &star::kernels(set);
      const auto got = moments(c, all[1]);
      expect_near(got.first, want.first, 1e-11, c.name + ", mean");
      expect_near(got.second, want.second, 1e-11, c.name + ", covariance");
    }
  }
  EXPECT_GT(found, 15U);
}

TEST(Arrows, AreOnlyWhereTheyFillTheirLanes) {
  const auto many = star::find_stars(Making({.schools = 24, .most = 4}).run().block);
  ASSERT_TRUE(many && has_arrows(*many));
  EXPECT_EQ(many->shared.size(), 2U);
  // One hub only, which its leaves can share.
  const auto schools_stars = star::find_stars(schools(3.0, true).block);
  ASSERT_TRUE(schools_stars);
  EXPECT_FALSE(has_arrows(*schools_stars));
}

}  // namespace
}  // namespace autumn::gaussian::testing
