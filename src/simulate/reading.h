// The generative reading of a program is an order in which everything it has can be drawn.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "expr/interpret.h"
#include "model/model.h"
#include "simulate/elements.h"
#include "simulate/source.h"
#include "trace/data/data.h"

namespace autumn::simulate {

// One row of a factor, and where the numbers of its value go.
struct DrawnRow {
  std::uint32_t factor = 0;
  std::uint32_t row = 0;
  std::vector<Element> elements;  // in storage order of the item; all of one variable
  // Its arguments are data. Then a declared bound cuts off the same share in every simulation, and
  // may be kept by drawing this row again; else all must be drawn again.
  bool is_fixed = false;
  // Of a multinomial, which has it from its value: as many counts as in the data.
  std::optional<double> total = std::nullopt;
};

// Every element of every parameter is drawn by exactly one row, and every element of observed data
// by at most one, with arguments that are known when it is drawn.
struct Reading {
  model::Model model;              // its first variables are the observed data
  std::size_t observed = 0;        // how many these are
  std::vector<expr::Array> given;  // of each variable, before anything is drawn; NaN what will be
  std::vector<std::vector<DrawnRow>> waves;  // a wave needs only those before it
  // Conditions of the program (declared constraints of transformed parameters, truncations): each
  // node is 0 where it holds and -infinity where it does not.
  std::vector<expr::NodeId> conditions;
};

// The data may leave out what is drawn. An error names the statement that stands in the way.
[[nodiscard]] Result<Reading> generative_reading(const Source& source, const trace::Data& data);

// The same of the observed data alone: parameters are given, and need no distribution.
[[nodiscard]] Result<Reading> predictive_reading(const Source& source, const trace::Data& data);

}  // namespace autumn::simulate
