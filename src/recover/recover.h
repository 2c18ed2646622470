// Recovering draws the collapsed variables, given a draw of the kept ones.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/streams.h"
#include "collapse/recovery.h"
#include "evaluate/evaluator.h"
#include "expr/interpret.h"
#include "recover/row_arguments.h"

namespace autumn::recover {

// A recovery made ready for speed; shared by all threads.
struct PreparedRecovery {
  collapse::Recovery source;                     // what it was made from
  std::vector<evaluate::PreparedProgram> steps;  // per step: the numbers it draws from
  std::vector<expr::Shape> shapes;               // of the variables of the whole model
  std::vector<std::uint64_t> first_element;      // per variable: the number of its first element
  // Per step: the number of the element that each row or column has its random stream from.
  std::vector<std::vector<std::uint64_t>> streams;
  std::optional<evaluate::PreparedProgram> to_innovations = {};  // from states, at the end
};

[[nodiscard]] PreparedRecovery prepare(collapse::Recovery recovery,
                                       std::vector<expr::Shape> shapes);

// One draw of everything at a time. Not for several threads at once.
class Recoverer {
 public:
  explicit Recoverer(const PreparedRecovery& program);

  // The value of a variable of the smaller model.
  void set_kept(std::size_t variable, std::span<const double> values);
  // Draws everything that was collapsed. Every element has its own stream, so that nothing else
  // depends on it.
  void draw(std::uint64_t seed, std::uint32_t chain, std::uint64_t iteration);
  // The value of a variable of the whole model.
  [[nodiscard]] std::span<const double> variable(std::size_t variable) const {
    return values_[variable];
  }

 private:
  void draw_rows(std::size_t step, const collapse::DrawRows& rows);
  void draw_block(std::size_t step, const collapse::DrawBlock& block);
  void draw_by_covariance(std::size_t step, const collapse::DrawBlock& block);
  // Running sums become elements.
  void add_differences();
  // States of recurrences become innovations.
  void take_innovations();

  const PreparedRecovery& program_;
  std::vector<evaluate::Evaluator> evaluators_;
  std::optional<evaluate::Evaluator> to_innovations_;
  std::vector<std::vector<double>> values_;
  std::vector<std::span<const double>> inputs_;
  std::vector<std::vector<std::span<const double>>> step_inputs_;  // per step, what it reads
  std::vector<std::vector<double>> scratch_;                       // per step, of blocks
  std::vector<std::optional<RowArguments>> arguments_;             // per step, of rows
  std::vector<double> item_;
  Streams streams_;  // of as many rows or columns as are drawn together
  std::vector<double> normals_;
  std::vector<double> columns_;
  StreamKey key_;
  std::size_t last_block_ = 0;
};

// The log density of the collapsed elements given the kept ones, at these values of all variables,
// by the reference interpreter; nudged as in expr/rounding.h if a stream is given. For the collapse
// law.
[[nodiscard]] double log_density(const collapse::Recovery& recovery,
                                 std::span<const expr::Array> variables, Random* nudge = nullptr);

}  // namespace autumn::recover
