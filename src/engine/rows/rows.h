// A row is everything a user sees of one draw, made from a position of the sampler.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/rows/joint.h"
#include "engine/rows/point_reports.h"
#include "engine/run.h"
#include "evaluate/evaluator.h"
#include "recover/recover.h"

namespace autumn::engine {

// A saved iteration as the sampler left it. Everything else of its row follows from it and from
// the seed, in any order and on any thread.
struct RawDraw {
  sampler::Phase phase = sampler::Phase::sampling;
  std::int64_t iteration = 0;
  sampler::Statistics statistics;
};

// Makes rows; one per thread.
class RowMaker {
 public:
  RowMaker(const Prepared& prepared, const RunOptions& options);

  // Fills `row` (sampler columns, variables, outputs, generated quantities). The error is one of
  // the generated quantities, which are NaN then.
  [[nodiscard]] Status make(std::uint32_t chain, const RawDraw& draw,
                            std::span<const double> position, std::span<double> row);

  // Whether fatal_error() ended the generated quantities of the last row: the run is to end.
  [[nodiscard]] bool is_fatal() const { return quantities_.is_fatal(); }

  // Memory for several rows, of use to whoever has the maker.
  [[nodiscard]] std::vector<double>& memory() { return memory_; }

 private:
  void fill_statistics(const sampler::Statistics& statistics, std::span<double> row);
  void fill_values(std::uint32_t chain, const RawDraw& draw, std::span<const double> position,
                   std::span<double> row);
  void append(std::span<const double> value, std::span<double> row);
  [[nodiscard]] Status fill_generated(std::uint32_t chain, std::int64_t iteration,
                                      std::span<double> row);

  const Prepared& prepared_;
  const RunOptions& options_;
  evaluate::Evaluator values_;
  recover::Recoverer recoverer_;
  evaluate::Evaluator outputs_;
  QuantityMaker quantities_;
  std::optional<JointDensity> joint_;
  std::optional<PointReports> reports_;
  std::vector<std::span<const double>> variables_;
  std::vector<double> memory_;
  std::size_t first_ = 0;  // column of the first variable
  std::size_t next_ = 0;
};

}  // namespace autumn::engine
