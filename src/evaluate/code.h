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

// Consecutive instructions, run once each (length 0), or all of them for one strip after the other
// until `length` elements are done.
struct Section {
  std::size_t length = 0;
  std::size_t strip = 0;
  std::size_t first = 0;
  std::size_t last = 0;  // one past
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
