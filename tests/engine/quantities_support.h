// This header makes blocks of generated quantities for tests both ways: from the graph and by the
// interpreter.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/rows/quantities.h"

namespace autumn::engine {

// The block in a program with data, functions and the parameters a, s, b, m, p, v, t.
[[nodiscard]] trace::GeneratedProgram program_of(const std::string& block);
// Values of these, different for every i.
[[nodiscard]] std::vector<double> draw_number(int i);

void expect_close(double got, double expected, const std::string& what);
// Status and numbers of both ways.
void expect_same(const Quantities& quantities, QuantityMaker& maker, std::span<const double> drawn,
                 const std::string& what);

[[nodiscard]] std::vector<std::string> traced_names(const Quantities& quantities);

using Names = std::vector<std::string>;

struct QuantityCase {
  std::string block;
  Names traced;
  bool is_complete = true;
};

void expect_split_and_same(const QuantityCase& c);

}  // namespace autumn::engine
