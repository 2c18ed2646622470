// This file prints prepared programs.
#include <fmt/format.h>

#include "evaluate/code.h"
#include "evaluate/program.h"

namespace autumn::evaluate {
namespace {

std::string place_text(const Address& place) {
  return place.constant != nullptr ? "constant" : fmt::format("@{}", place.offset);
}

// "*" marks what advances with the strip.
std::string operand_text(const OperandPlace& x) {
  std::string text = place_text(x.place);
  if (x.place.constant != nullptr && x.shape.is_scalar())
    text = fmt::format("{}", *x.place.constant);
  return x.advances ? text + "*" : text;
}

bool has_flags(const expr::Graph& graph, expr::NodeId id) {
  switch (graph.op(id)) {
    case expr::Op::kMatmul:
    case expr::Op::kTriSolve:
    case expr::Op::kSolve:
    case expr::Op::kCumulativeSum:
    case expr::Op::kLowerTriangle: return graph.node(id).payload != 0;
    default: return false;
  }
}

std::string instruction_text(const Code& code, const Instruction& instruction) {
  const expr::Op op = code.graph.op(instruction.node);
  const bool is_fused = instruction.fused != Fused::kNone;
  std::string text = fmt::format("@{}{}", instruction.out, instruction.out_advances ? "*" : "");
  if (is_pair(instruction.fused)) {
    text += fmt::format(" @{}{}", instruction.second, instruction.second_advances ? "*" : "");
  }
  text += fmt::format(" = {}", is_fused ? name_of(instruction.fused) : name_of(op));
  if (instruction.fused == Fused::kChain) {
    for (const Link& link : code.chains.at(instruction.node)) {
      text += fmt::format(" {}{}", name_of(link.op), link.is_right ? "_right" : "");
    }
  }
  if (op == expr::Op::kKernel)
    text += fmt::format(" {}", code.graph.kernel(instruction.node).name());
  if (op == expr::Op::kGather || op == expr::Op::kScatterAdd) {
    text += " " + to_text(code.graph.index(instruction.node));
  }
  if (has_flags(code.graph, instruction.node)) {
    text += fmt::format(" flags {}", code.graph.node(instruction.node).payload);
  }
  for (std::uint32_t k = 0; k < instruction.operand_count; ++k) {
    text += " " + operand_text(code.operands[instruction.first_operand + k]);
  }
  return text + " : " + to_text(code.graph.shape(instruction.node));
}

}  // namespace

std::string to_text(const PreparedProgram& program) {
  const Code& code = program.code();
  std::string text = fmt::format("memory {}\n", code.memory);
  for (const InputCopy& copy : code.inputs) {
    const expr::Input& input = code.graph.inputs()[copy.slot];
    text += fmt::format("@{} = input {} : {}\n", copy.offset, input.name, to_text(input.shape));
  }
  for (const Section& section : code.sections) {
    const bool in_strips = section.length > 0;
    if (in_strips) text += fmt::format("strips of {} over {}", section.strip, section.length);
    if (section.has_blocks()) {
      text += fmt::format(" in blocks of {}", code.blocks[section.blocks].rows);
    }
    if (in_strips) text += "\n";
    for (std::size_t i = section.first; i < section.last; ++i) {
      text += (in_strips ? "  " : "") + instruction_text(code, code.instructions[i]) + "\n";
    }
  }
  text += "return";
  for (const Address& output : code.outputs) text += " " + place_text(output);
  return text + "\n";
}

}  // namespace autumn::evaluate
