// This file decides how long loops are divided into blocks of rows.
#include "evaluate/blocks.h"

#include <algorithm>
#include <limits>

#include "evaluate/layout.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {
namespace {

using expr::Op;

// Partial sums are set to zero, and added up, by one thread: they are to be few beside the rows.
constexpr std::size_t kRowsPerSum = 8;

// What is written strip by strip is there after each block; everything else in a loop is a sum.
bool is_added_up(const Code& code, const Instruction& x) {
  if (x.fused != Fused::kNone) return is_sum(x.fused);
  const Op op = code.graph.op(x.node);
  return op == Op::kSum || op == Op::kDot || op == Op::kScatterAdd ||
         is_transposed_row_product(code.graph, x.node);
}

Window window_of(const Code& code, const Instruction& x, std::size_t begin, std::size_t end) {
  if (code.graph.op(x.node) != Op::kScatterAdd || x.fused != Fused::kNone) {
    const bool is_number = x.fused != Fused::kNone;
    return {.first = 0, .count = is_number ? 1 : code.graph.shape(x.node).size()};
  }
  const expr::Index& index = code.graph.index(x.node);
  std::size_t least = std::numeric_limits<std::size_t>::max(), most = 0;
  for (std::size_t i = begin; i < end; ++i) {
    least = std::min<std::size_t>(least, index[i]);
    most = std::max<std::size_t>(most, index[i]);
  }
  return {.first = least, .count = most + 1 - least};
}

// With blocks of so many rows.
Blocks divided(const Code& code, const Section& section, std::size_t rows) {
  Blocks blocks{.rows = rows, .count = (section.length + rows - 1) / rows};
  for (std::size_t i = section.first; i < section.last; ++i) {
    if (is_added_up(code, code.instructions[i])) blocks.sums.push_back(i);
  }
  for (std::size_t b = 0; b < blocks.count; ++b) {
    const std::size_t begin = b * rows, end = std::min(begin + rows, section.length);
    for (const std::size_t sum : blocks.sums) {
      Window window = window_of(code, code.instructions[sum], begin, end);
      window.offset = blocks.memory;
      // Blocks of several threads are not to meet in a cache line.
      blocks.memory += (window.count + kLine - 1) / kLine * kLine;
      blocks.windows.push_back(window);
    }
  }
  return blocks;
}

}  // namespace

bool has_blocks(const PreparedProgram& program) {
  return !program.code().blocks.empty();
}

void divide_into_blocks(Code& code) {
  for (Section& section : code.sections) {
    for (std::size_t rows = kBlockRows; rows < section.length; rows *= 2) {
      Blocks blocks = divided(code, section, rows);
      if (blocks.memory > section.length / kRowsPerSum) continue;
      section.blocks = code.blocks.size();
      code.blocks.push_back(std::move(blocks));
      break;
    }
  }
}

}  // namespace autumn::evaluate
