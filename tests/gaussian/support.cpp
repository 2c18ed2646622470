// This file makes blocks of many shapes to test with.
#include "gaussian/support.h"

#include <numbers>

namespace autumn::gaussian::testing {
namespace {

std::size_t pick(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random.below(bound));
}

// Groups in classes, observations in groups, each level with its own scale; the deepest declared
// last, as people do.
Case hierarchy(std::size_t classes, std::size_t groups, std::size_t observations) {
  Random random = test_random(11);
  Case c{.name = "hierarchy", .block = {}, .at = {}};
  c.block.columns = 1 + classes + classes * groups;
  const auto top = c.add_scale(5.0), upper = c.add_scale(0.3), lower = c.add_scale(2.0),
             noise = c.add_scale(1.5);
  c.add_fixed_row({{.column = 0}}, 0.7, top);
  for (std::size_t i = 0; i < classes; ++i) {
    c.add_fixed_row({{.column = 1 + i}, {.column = 0, .multiplier = -1}}, 0.0, upper);
    for (std::size_t j = 0; j < groups; ++j) {
      const std::size_t column = 1 + classes + i * groups + j;
      c.add_fixed_row({{.column = column}, {.column = 1 + i, .multiplier = -1}}, 0.0, lower);
      for (std::size_t k = 0; k < observations; ++k) {
        c.add_row({{.column = column}}, random.normal(), noise);
      }
    }
  }
  return c;
}

// Groups with an intercept and slopes of their own, around means that all of them share.
Case random_slopes(std::size_t groups, std::size_t own, std::size_t shared,
                   std::size_t observations) {
  Random random = test_random(12);
  Case c{.name = "random slopes", .block = {}, .at = {}};
  c.block.columns = groups * own + own + shared;
  const auto prior = c.add_scale(10.0), noise = c.add_scale(0.8);
  for (std::size_t k = 0; k < own + shared; ++k) {
    c.add_fixed_row({{.column = groups * own + k}}, 0.0, prior);
  }
  for (std::size_t k = 0; k < own; ++k) {
    const auto spread = c.add_scale(0.5 + static_cast<double>(k));
    const int stretch = c.add_coefficient(0.9);
    for (std::size_t g = 0; g < groups; ++g) {
      c.add_row({{.column = g * own + k},
                 {.column = groups * own + k, .multiplier = -1, .slot = stretch}},
                0.0, spread);
    }
  }
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t i = 0; i < observations; ++i) {
      std::vector<Entry> entries;
      for (std::size_t k = 0; k < own; ++k) {
        entries.push_back({.column = g * own + k, .multiplier = random.normal()});
      }
      for (std::size_t k = 0; k < shared; ++k) {
        entries.push_back({.column = groups * own + own + k, .multiplier = random.normal()});
      }
      c.add_row(entries, random.normal(), noise);
    }
  }
  return c;
}

Case regression(std::size_t rows, std::size_t columns) {
  Random random = test_random(13);
  Case c{.name = "regression", .block = {}, .at = {}};
  c.block.columns = columns;
  const auto prior = c.add_scale(2.0), noise = c.add_scale(0.7);
  for (std::size_t j = 0; j < columns; ++j) c.add_fixed_row({{.column = j}}, 0.1, prior);
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Entry> entries;
    for (std::size_t j = 0; j < columns; ++j) {
      entries.push_back({.column = j, .multiplier = random.normal()});
    }
    c.add_row(entries, random.normal(), noise);
  }
  return c;
}

// As regression is after compression: rows that begin later and later.
Case triangular_regression(std::size_t columns) {
  Random random = test_random(14);
  Case c{.name = "triangular regression", .block = {}, .at = {}};
  c.block.columns = columns;
  const auto prior = c.add_scale(2.0), noise = c.add_scale(0.7);
  for (std::size_t j = 0; j < columns; ++j) {
    c.add_fixed_row({{.column = j}}, 0.1, prior);
    std::vector<Entry> entries;
    for (std::size_t k = j; k < columns; ++k) {
      entries.push_back({.column = k, .multiplier = random.normal()});
    }
    c.add_row(entries, random.normal(), noise);
  }
  c.block.scale_count[noise] = 1000;
  c.block.scale_rest[noise] = 321.5;
  return c;
}

// Anything: entries that repeat, slots that are shared, weights, rows without columns, several
// components, flat columns.
Case anything(std::uint64_t seed) {
  Random random = test_random(seed);
  Case c{.name = "anything " + std::to_string(seed), .block = {}, .at = {}};
  c.block.columns = 1 + pick(random, 24);
  std::vector<std::uint32_t> scales;
  for (std::size_t k = 0; k < 1 + pick(random, 4); ++k) {
    scales.push_back(c.add_scale(std::exp(random.normal())));
  }
  for (std::size_t k = 0; k < 1 + pick(random, 4); ++k) (void)c.add_coefficient(random.normal());
  for (std::size_t j = 0; j < c.block.columns; ++j) {
    c.add_fixed_row({{.column = j, .multiplier = 0.5 + random.uniform()}}, random.normal(),
                    scales[j == 0 ? 0 : pick(random, scales.size())]);
  }
  for (std::size_t i = 0; i < pick(random, 3 * c.block.columns); ++i) {
    std::vector<Entry> entries;
    for (std::size_t k = 0; k < pick(random, 5); ++k) {
      entries.push_back({.column = pick(random, c.block.columns),
                         .multiplier = random.normal(),
                         .slot = static_cast<int>(pick(random, c.block.coefficients + 1)) - 1});
    }
    c.add_row(entries, random.normal(), scales[pick(random, scales.size())]);
  }
  if (pick(random, 2) == 0) {
    for (std::size_t i = 0; i < c.block.rows(); ++i) {
      c.block.root_weight.push_back(0.5 + random.uniform());
    }
  }
  if (pick(random, 2) == 0) {
    c.block.scale_count[0] += 7.5;
    c.block.scale_rest[0] = 3.25;
  }
  return c;
}

// Columns without a prior, one of them with a single row: it takes the row with it.
Case flat() {
  Case c{.name = "flat", .block = {}, .at = {}};
  c.block.columns = 4;
  const auto s = c.add_scale(1.5), t = c.add_scale(0.2);
  const int slope = c.add_coefficient(1.3);
  c.add_row({{.column = 0}, {.column = 1, .multiplier = 1, .slot = slope}}, 0.4, s);
  c.add_row({{.column = 1}, {.column = 2}}, 1.0, t);
  c.add_row({{.column = 1}, {.column = 2, .multiplier = -1}}, 2.0, t);
  c.add_row({{.column = 2}, {.column = 3}}, 3.0, s);
  c.add_row({{.column = 3}}, 3.0, s);
  return c;
}

}  // namespace

std::uint32_t Case::add_scale(double scale) {
  at.scales.push_back(scale);
  block.scale_count.push_back(0.0);
  block.scale_rest.push_back(0.0);
  return static_cast<std::uint32_t>(block.scales++);
}

int Case::add_coefficient(double coefficient) {
  at.coefficients.push_back(coefficient);
  return static_cast<int>(block.coefficients++);
}

void Case::add_fixed_row(const std::vector<Entry>& entries, double constant, std::uint32_t scale) {
  for (const Entry& entry : entries) {
    block.column.push_back(static_cast<std::uint32_t>(entry.column));
    block.multiplier.push_back(entry.multiplier);
    block.coefficient_slot.push_back(entry.slot);
  }
  block.row_starts.push_back(static_cast<std::uint32_t>(block.column.size()));
  block.constant.push_back(constant);
  block.constant_slot.push_back(-1);
  block.scale_slot.push_back(static_cast<std::int32_t>(scale));
  block.scale_count[scale] += 1.0;
}

void Case::add_row(const std::vector<Entry>& entries, double constant, std::uint32_t scale) {
  add_fixed_row(entries, 0.25, scale);
  block.constant_slot.back() = static_cast<std::int32_t>(block.constants++);
  at.constants.push_back(constant);
}

void set_constant_term(Block& block) {
  const double left = static_cast<double>(block.rows()) - static_cast<double>(block.columns);
  block.constant_term = -left / 2 * std::log(2 * std::numbers::pi);
}

Case chain(std::size_t steps) {
  Random random = test_random(21);
  Case c{.name = "chain", .block = {}, .at = {}};
  c.block.columns = steps;
  const auto first = c.add_scale(3.0), tau = c.add_scale(0.4), sigma = c.add_scale(1.1);
  const int phi = c.add_coefficient(0.95);
  c.add_fixed_row({{.column = 0}}, 0.0, first);
  for (std::size_t t = 0; t < steps; ++t) {
    if (t > 0) {
      c.add_fixed_row({{.column = t}, {.column = t - 1, .multiplier = -1, .slot = phi}}, 0.0, tau);
    }
    c.add_row({{.column = t}}, random.normal(), sigma);
  }
  return c;
}

Case crossed(std::size_t a, std::size_t b, std::size_t rows) {
  Random random = test_random(22);
  Case c{.name = "crossed", .block = {}, .at = {}};
  c.block.columns = 1 + a + b;
  const auto top = c.add_scale(5.0), tau_a = c.add_scale(0.6), tau_b = c.add_scale(1.2),
             sigma = c.add_scale(0.9);
  c.add_fixed_row({{.column = 0}}, 0.0, top);
  for (std::size_t i = 0; i < a; ++i) {
    c.add_fixed_row({{.column = 1 + i}, {.column = 0, .multiplier = -1}}, 0.0, tau_a);
  }
  for (std::size_t j = 0; j < b; ++j) c.add_fixed_row({{.column = 1 + a + j}}, 0.0, tau_b);
  for (std::size_t i = 0; i < rows; ++i) {
    c.add_row({{.column = 1 + pick(random, a)}, {.column = 1 + a + pick(random, b)}},
              random.normal(), sigma);
  }
  return c;
}

Case schools(double tau, bool is_centred) {
  Case c{.name = is_centred ? "centred" : "non-centred", .block = {}, .at = {}};
  c.block.columns = 9;
  const auto five = c.add_scale(5.0);
  const auto spread = c.add_scale(is_centred ? tau : 1.0);
  const int stretch = is_centred ? -1 : c.add_coefficient(tau);
  c.add_fixed_row({{.column = 0}}, 0.0, five);
  for (std::size_t j = 0; j < 8; ++j) {
    const auto sigma = c.add_scale(kSigma[j]);
    if (is_centred) {
      c.add_fixed_row({{.column = 1 + j}, {.column = 0, .multiplier = -1}}, 0.0, spread);
      c.add_row({{.column = 1 + j}}, kY[j], sigma);
    } else {
      c.add_fixed_row({{.column = 1 + j}}, 0.0, spread);
      c.add_row({{.column = 0}, {.column = 1 + j, .multiplier = 1, .slot = stretch}}, kY[j], sigma);
    }
  }
  std::fill(c.block.constant.begin(), c.block.constant.end(), 0.0);
  set_constant_term(c.block);
  return c;
}

std::vector<Case> cases() {
  std::vector<Case> all{
      hierarchy(3, 4, 3),         hierarchy(1, 1, 30),         hierarchy(2, 2, 0),
      random_slopes(5, 2, 1, 12), random_slopes(4, 3, 18, 40), random_slopes(3, 17, 2, 30),
      regression(40, 5),          regression(30, 24),          regression(10, 37),
      triangular_regression(6),   triangular_regression(33),   chain(40),
      crossed(6, 5, 20),          crossed(25, 22, 150),        flat()};
  for (std::uint64_t seed = 100; seed < 160; ++seed) all.push_back(anything(seed));
  for (Case& c : all) set_constant_term(c.block);
  return all;
}

Case nearly_alike() {
  Case c{.name = "nearly alike", .block = {}, .at = {}};
  c.block.columns = 2;
  const auto one = c.add_scale(1.0);
  for (std::size_t i = 0; i < 6; ++i) {
    const double y = 1.0 + static_cast<double>(i), x = y + 1e-5 * static_cast<double>(i * i);
    c.add_fixed_row({{.column = 0, .multiplier = y}, {.column = 1, .multiplier = x}}, 1.0, one);
  }
  set_constant_term(c.block);
  return c;
}

}  // namespace autumn::gaussian::testing
