// This header is the inside of a prepared program: instructions, their operands and places in
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "evaluate/fused.h"
#include "expr/graph.h"

namespace autumn::evaluate {

// Where an array is: a constant of the graph, read in place, or an offset in the evaluator's
// memory.
struct Address {
  const double* constant = nullptr;
  std::size_t offset = 0;
};

// An operand of an instruction. Inside a loop over strips an operand either advances with the strip
// or is the same for all of them (a scalar, a temporary of one strip, the source of a gather).
struct OperandPlace {
  Address place;
  expr::Shape shape;
  bool advances = false;
};

struct Instruction {
  expr::NodeId node;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  Fused fused = Fused::kNone;
  std::size_t out = 0;  // offset in memory
  bool out_advances = false;
  std::size_t second = 0;  // of the second result of a pair
  bool second_advances = false;
  std::size_t scratch = 0;  // offset of what `scratch_size` asks for
};

// The part of a result that a block of rows adds to, and where the block keeps it among its
// partial sums.
struct Window {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t offset = 0;
};

// How a long loop is divided into blocks of rows, of which some threads may take one each. What is
// added up over all rows is added up in each block first, and the blocks are added in their order:
// numbers do not depend on threads.
struct Blocks {
  std::size_t rows = 0;  // of all blocks but the last, which may have fewer
  std::size_t count = 0;
  std::vector<std::size_t> sums = {};  // instructions whose results are added up
  std::vector<Window> windows = {};    // of the sums in the first block, in the second, ...
  std::size_t memory = 0;              // of all windows
};

// Consecutive instructions, run once each (length 0), or all of them for one strip after the other
// until `length` elements are done.
struct Section {
  std::size_t length = 0;
  std::size_t strip = 0;
  std::size_t first = 0;
  std::size_t last = 0;  // one past
  std::size_t blocks = kNoBlocks;

  static constexpr std::size_t kNoBlocks = ~std::size_t{0};
  [[nodiscard]] bool has_blocks() const { return blocks != kNoBlocks; }
};

struct InputCopy {
  std::uint32_t slot = 0;
  std::size_t offset = 0;
};

// A copy of a constant matrix whose columns begin at cache lines: a load that straddles two lines
// takes twice as long. `stride` is the distance between columns.
struct LinedMatrix {
  std::vector<double> storage;
  const double* first = nullptr;
  std::size_t stride = 0;
};

struct Code {
  expr::Graph graph;
  std::vector<Instruction> instructions;
  std::vector<OperandPlace> operands;
  std::vector<Section> sections;
  std::vector<Blocks> blocks;  // by the number that a section has
  std::vector<InputCopy> inputs;
  std::vector<Address> outputs;
  std::size_t memory = 0;
  std::map<expr::NodeId, std::vector<Link>> chains;
  std::map<expr::NodeId, LinedMatrix> matrices;  // of products by strips of rows, by operand
  // For a kernel: which of its outputs are read.
  std::map<expr::NodeId, std::vector<bool>> used_parts;
  // For a scatter-add with a non-decreasing index: where the elements of each result end. For a
  // gather with such an index and long runs: where the run of each element of its operand ends.
  std::map<expr::NodeId, std::vector<std::uint32_t>> segment_ends;
};

}  // namespace autumn::evaluate
