// Nanoseconds per value with partials, and per column drawn, of Gaussian blocks of usual shapes.
//
// The next scales depend on the partials before them, as in HMC, so that small blocks show their
// latency. The figure is the smallest of many batches.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "gaussian/eliminate.h"

namespace {

using namespace autumn;
using namespace autumn::gaussian;
using Clock = std::chrono::steady_clock;

struct Entry {
  std::size_t column;
  double multiplier = 1.0;
  int slot = -1;
};

struct Shape {
  std::string name;
  Block block{};
  std::vector<double> coefficients{};
  std::vector<double> constants{};
  std::vector<double> scales{};

  std::uint32_t add_scale(double scale, double count = 0) {
    scales.push_back(scale);
    block.scale_count.push_back(count);
    block.scale_rest.push_back(0.0);
    return static_cast<std::uint32_t>(block.scales++);
  }
  void add_row(const std::vector<Entry>& entries, double constant, std::uint32_t scale) {
    for (const Entry& entry : entries) {
      block.column.push_back(static_cast<std::uint32_t>(entry.column));
      block.multiplier.push_back(entry.multiplier);
      block.coefficient_slot.push_back(entry.slot);
    }
    block.row_starts.push_back(static_cast<std::uint32_t>(block.column.size()));
    block.constant.push_back(constant);
    block.constant_slot.push_back(-1);
    block.scale_slot.push_back(scale);
    block.scale_count[scale] += 1;
  }
};

Random random_numbers() {
  return Random({.seed = 1, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
}

Shape eight_schools(bool is_centred) {
  constexpr double kY[] = {28, 8, -3, 7, -1, 1, 18, 12};
  constexpr double kSigma[] = {15, 10, 16, 11, 9, 11, 10, 18};
  Shape s{.name = is_centred ? "eight schools" : "eight schools, non-centred"};
  s.block.columns = 9;
  const auto five = s.add_scale(5.0);
  const auto spread = s.add_scale(is_centred ? 3.0 : 1.0);
  if (!is_centred) {
    s.coefficients.push_back(3.0);
    s.block.coefficients = 1;
  }
  s.add_row({{8}}, 0.0, five);
  for (std::size_t j = 0; j < 8; ++j) {
    const auto sigma = s.add_scale(kSigma[j]);
    if (is_centred) {
      s.add_row({{j}, {8, -1}}, 0.0, spread);
      s.add_row({{j}}, kY[j], sigma);
    } else {
      s.add_row({{j}}, 0.0, spread);
      s.add_row({{8}, {j, 1, 0}}, kY[j], sigma);
    }
  }
  return s;
}

// Intercepts and slopes of their own, after compression of the data.
Shape fibrosis(std::size_t groups, std::size_t covariates) {
  Random random = random_numbers();
  Shape s{.name = fmt::format("fibrosis, {} groups, {} root columns", groups, 2 + covariates)};
  s.block.columns = 2 * groups + 2 + covariates;
  const auto prior = s.add_scale(10.0), a = s.add_scale(0.6), b = s.add_scale(0.3);
  const auto noise = s.add_scale(0.9, static_cast<double>(groups));
  const std::size_t first = 2 * groups;
  for (std::size_t k = 0; k < 2 + covariates; ++k) s.add_row({{first + k}}, 0.0, prior);
  for (std::size_t j = 0; j < groups; ++j) {
    s.add_row({{j}, {first, -1}}, 0.0, a);
    s.add_row({{groups + j}, {first + 1, -1}}, 0.0, b);
    std::vector<Entry> one{{j, 1.7}, {groups + j, random.normal()}};
    std::vector<Entry> two{{groups + j, 1 + random.uniform()}};
    for (std::size_t k = 0; k < covariates; ++k) {
      one.push_back({first + 2 + k, random.normal()});
      two.push_back({first + 2 + k, random.normal()});
    }
    s.add_row(one, random.normal(), noise);
    s.add_row(two, random.normal(), noise);
  }
  return s;
}

Shape radon(std::size_t counties, std::size_t roots) {
  Random random = random_numbers();
  Shape s{.name = fmt::format("radon, {} leaves, {} root columns", counties, roots)};
  s.block.columns = counties + roots;
  const auto prior = s.add_scale(10.0), tau = s.add_scale(0.6), noise = s.add_scale(0.9, 900);
  for (std::size_t k = 0; k < roots; ++k) s.add_row({{counties + k}}, 0.0, prior);
  for (std::size_t j = 0; j < counties; ++j) {
    std::vector<Entry> mean{{j}, {counties, -1}};
    if (roots > 2) mean.push_back({counties + 2, random.normal()});
    s.add_row(mean, 0.0, tau);
    s.add_row({{j, 1 + random.uniform()}, {counties + 1, random.normal()}}, random.normal(), noise);
  }
  return s;
}

// Groups in classes, means of means.
Shape nested(std::size_t classes, std::size_t groups) {
  Random random = random_numbers();
  Shape s{.name = fmt::format("nested, {} classes of {} groups", classes, groups)};
  s.block.columns = 1 + classes * (1 + groups);
  const auto prior = s.add_scale(10.0), upper = s.add_scale(0.6), lower = s.add_scale(0.4);
  const auto noise = s.add_scale(0.9, 900);
  const std::size_t first = classes * groups;
  s.add_row({{first + classes}}, 0.0, prior);
  for (std::size_t i = 0; i < classes; ++i) {
    s.add_row({{first + i}, {first + classes, -1}}, 0.0, upper);
    for (std::size_t j = 0; j < groups; ++j) {
      s.add_row({{i * groups + j}, {first + i, -1}}, 0.0, lower);
      s.add_row({{i * groups + j, 1 + random.uniform()}}, random.normal(), noise);
    }
  }
  return s;
}

Shape chain(std::size_t steps) {
  Random random = random_numbers();
  Shape s{.name = fmt::format("chain of {} steps", steps)};
  s.block.columns = steps;
  const auto first = s.add_scale(3.0), tau = s.add_scale(0.4), sigma = s.add_scale(1.1);
  s.coefficients.push_back(0.9);
  s.block.coefficients = 1;
  s.add_row({{0}}, 0.0, first);
  for (std::size_t t = 0; t < steps; ++t) {
    if (t > 0) s.add_row({{t}, {t - 1, -1, 0}}, 0.0, tau);
    s.add_row({{t}}, random.normal(), sigma);
  }
  return s;
}

Shape crossed(std::size_t a, std::size_t b, std::size_t rows) {
  Random random = random_numbers();
  Shape s{.name = fmt::format("crossed, {} by {}, {} rows", a, b, rows)};
  s.block.columns = a + b;
  const auto tau_a = s.add_scale(0.6), tau_b = s.add_scale(1.2), sigma = s.add_scale(0.9);
  for (std::size_t i = 0; i < a; ++i) s.add_row({{i}}, 0.0, tau_a);
  for (std::size_t j = 0; j < b; ++j) s.add_row({{a + j}}, 0.0, tau_b);
  for (std::size_t i = 0; i < rows; ++i) {
    s.add_row({{static_cast<std::size_t>(random.below(a))},
               {a + static_cast<std::size_t>(random.below(b))}},
              random.normal(), sigma);
  }
  return s;
}

template <typename F>
double smallest(const F& f) {
  const auto batch = [&](std::size_t count) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) f();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(count);
  };
  double best = batch(2);
  const auto count = static_cast<std::size_t>(std::max(1.0, 5e4 / best));
  for (int k = 0; k < 1000; ++k) best = std::min(best, batch(count));
  return best;
}

struct Figures {
  double gradient;
  double draw;
};

Figures measure(const Shape& shape, Batching batching) {
  const Symbolic symbolic = analyze(shape.block, batching);
  std::vector<double> scratch(scratch_size(symbolic)), scales = shape.scales;
  std::vector<double> by_coefficient(shape.coefficients.size()), by_scale(scales.size());
  const Inputs inputs{shape.coefficients, shape.constants, scales};
  const double gradient = smallest([&] {
    value_and_partials(shape.block, symbolic, inputs, {by_coefficient, {}, by_scale}, scratch);
    for (std::size_t k = 0; k < scales.size(); ++k) {
      scales[k] = shape.scales[k] + 1e-12 * by_scale[k];
    }
  });
  eliminate(shape.block, symbolic, inputs, scratch);
  std::vector<double> z(shape.block.columns, 0.5), u(shape.block.columns);
  const double draws = smallest([&] {
    draw(symbolic, scratch, z, u);
    z[0] = 0.5 + 1e-12 * u[0];
  });
  return {gradient, draws / static_cast<double>(shape.block.columns)};
}

}  // namespace

int main() {
  fmt::print("{:40} {:>12} {:>12} {:>14}\n", "block", "ns/gradient", "by fronts",
             "ns/column drawn");
  for (const Shape& shape :
       {eight_schools(true), eight_schools(false), radon(85, 2), radon(85, 3), fibrosis(173, 0),
        fibrosis(173, 1), fibrosis(173, 3), nested(40, 10), chain(200), crossed(40, 40, 300)}) {
    const Figures batched = measure(shape, Batching::kWherePossible);
    const Figures by_fronts = measure(shape, Batching::kNone);
    fmt::print("{:40} {:>12.1f} {:>12.1f} {:>14.2f}\n", shape.name, batched.gradient,
               by_fronts.gradient, batched.draw);
  }
}
