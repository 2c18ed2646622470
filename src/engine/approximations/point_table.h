// A point table has the rows of a method other than sampling: columns of its own, then parameters,
// transformed parameters and generated quantities, in the order of CmdStan's files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/draws.h"
#include "engine/rows/rows.h"

namespace autumn::engine {

// Names the random numbers of a method, beside what they are used for.
struct MethodKey {
  std::uint64_t seed = 0;
  std::uint32_t chain = 0;  // from 0
};

[[nodiscard]] Random method_random(const MethodKey& key);

class PointTable {
 public:
  // `prepared` must outlive it.
  PointTable(const Prepared& prepared, const MethodKey& key,
             std::vector<std::string> method_columns);
  PointTable(const PointTable&) = delete;
  PointTable& operator=(const PointTable&) = delete;

  // A row of a point on the unconstrained scale, with the numbers of the method's own columns. Each
  // row has random numbers of its own for its generated quantities.
  void append(std::span<const double> method, std::span<const double> point);

  [[nodiscard]] const DrawTable& table() const { return table_; }
  [[nodiscard]] DrawTable take() { return std::move(table_); }
  // The first error or reject() in generated quantities; such rows have NaN there.
  [[nodiscard]] const RowErrors& errors() const { return errors_; }

 private:
  MethodKey key_;
  RunOptions options_;
  RowMaker maker_;
  std::size_t method_columns_;
  std::vector<std::size_t> order_;  // of the columns of the model; empty: as they are
  std::vector<double> row_;         // of the row maker
  std::vector<double> ordered_;
  DrawTable table_;
  RowErrors errors_;
};

}  // namespace autumn::engine
