// This file reads scalars in place and gathers rows of a matrix, for the draws of a recovery.
#include "recover/row_arguments.h"

namespace autumn::recover {

using dist::Item;
using expr::Shape;

RowArguments::RowArguments(const dist::Distribution& distribution,
                           const evaluate::Evaluator& outputs) {
  const expr::Graph& graph = outputs.program().graph();
  for (std::size_t k = 0; k < distribution.arguments.size(); ++k) {
    const Shape shape = graph.shape(graph.outputs()[k]);
    Source source{.shape = shape, .numbers = outputs.output(k), .is_shared = true, .item = {}};
    if (distribution.arguments[k].item == Item::kScalar) {
      source.shape = Shape::scalar();
      source.is_shared = shape.size() == 1;
    } else if (distribution.arguments[k].item == Item::kVector && shape.is_matrix()) {
      source.shape = Shape::vector(shape.cols);
      source.is_shared = false;
      source.item.resize(shape.cols);
    }
    sources_.push_back(std::move(source));
  }
  for (const Source& source : sources_) operands_.push_back({source.shape, source.numbers});
  for (const Source& source : sources_) columns_.push_back(source.numbers);
}

dist::ArgumentValues RowArguments::at(std::size_t row) {
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    Source& source = sources_[k];
    if (source.is_shared) continue;
    if (source.shape.is_scalar()) {
      operands_[k].numbers = source.numbers.subspan(row, 1);
      continue;
    }
    const std::size_t rows = source.numbers.size() / source.item.size();
    for (std::size_t j = 0; j < source.item.size(); ++j) {
      source.item[j] = source.numbers[(rows == 1 ? 0 : row) + rows * j];
    }
    operands_[k].numbers = source.item;
  }
  return operands_;
}

dist::ArgumentColumns RowArguments::at(std::size_t first, std::size_t count) {
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    if (!sources_[k].is_shared) columns_[k] = sources_[k].numbers.subspan(first, count);
  }
  return columns_;
}

}  // namespace autumn::recover
