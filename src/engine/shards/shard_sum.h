// The density of all rows of a program's data, of which this process has some and other ranks have
// the others: what shards give is gathered and added in their order, whoever had them.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/shards/shard_densities.h"
#include "mpi/ranks.h"

namespace autumn::engine {

class ShardSum {
 public:
  // Of the program without rows, of the shards of this rank, which is the first, and of those of
  // the others, if there are any: `ranks` outlives the sum.
  struct Parts {
    evaluate::PreparedProgram without_rows;
    ShardDensities here;
    std::vector<std::size_t> elsewhere;  // shards of rank 1, of rank 2, ...
    mpi::Ranks* ranks = nullptr;
  };
  explicit ShardSum(Parts parts);

  // The log density and its gradient, as LogDensity has it; NaN from the first failure on. One
  // thread at a time gets through.
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient);

  // Why nothing can be evaluated any more: a rank is lost.
  [[nodiscard]] std::optional<Error> failure();
  // The other ranks need not wait for points any more.
  void dismiss();

 private:
  [[nodiscard]] Status gather(std::span<const double> x);
  [[nodiscard]] double add(std::span<double> gradient) const;

  Parts parts_;
  evaluate::EvaluatedFunction without_rows_;
  std::size_t shards_;
  std::vector<double> results_;  // value and gradient of every shard, in order; then without rows
  std::mutex mutex_;
  std::optional<Error> failure_;
  bool is_dismissed_ = false;
};

// What the other ranks do: answers to points until they are dismissed.
[[nodiscard]] Status serve(mpi::Ranks& ranks, ShardDensities& densities);

}  // namespace autumn::engine
