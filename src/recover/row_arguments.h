// Row arguments are the arguments of a distribution row by row: from arrays over all rows to what
// one draw reads.
#pragma once

#include <span>
#include <vector>

#include "dist/distribution.h"
#include "evaluate/evaluator.h"

namespace autumn::recover {

class RowArguments {
 public:
  // The outputs of the evaluator are the arguments of all rows; they are read at every call.
  RowArguments(const dist::Distribution& distribution, const evaluate::Evaluator& outputs);

  // Valid until the next call.
  [[nodiscard]] dist::ArgumentValues at(std::size_t row);
  // Of consecutive rows, where all arguments are scalars.
  [[nodiscard]] dist::ArgumentColumns at(std::size_t first, std::size_t count);

 private:
  struct Source {
    expr::Shape shape;  // of one item
    std::span<const double> numbers;
    bool is_shared = false;
    std::vector<double> item;  // where the numbers of an item are not together
  };

  std::vector<Source> sources_;
  std::vector<expr::Operand> operands_;
  std::vector<std::span<const double>> columns_;
};

}  // namespace autumn::recover
