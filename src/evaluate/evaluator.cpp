// This file binds instructions to addresses, and has the loop that runs them.
#include "evaluate/evaluator.h"

#include <algorithm>
#include <cstdint>

#include "base/error.h"
#include "evaluate/code.h"
#include "evaluate/element_kernels.h"
#include "evaluate/layout.h"
#include "evaluate/linear_algebra.h"
#include "evaluate/schedule.h"
#include "evaluate/vector/kernels.h"
#include "evaluate/whole_instructions.h"

namespace autumn::evaluate {
namespace {

using expr::Op;

constexpr std::size_t kLineBytes = kLine * sizeof(double);

double* next_line(double* p) {
  const auto misfit = reinterpret_cast<std::uintptr_t>(p) % kLineBytes;
  return misfit == 0 ? p : p + (kLineBytes - misfit) / sizeof(double);
}

const double* address(const Address& place, const double* memory) {
  return place.constant != nullptr ? place.constant : memory + place.offset;
}

std::uint32_t bit(unsigned k, bool is_set) {
  return is_set ? 1U << k : 0U;
}

// What a loop would go over: the rows of a product with a matrix, the index of a gather or scatter,
// or the operand of a reduction.
std::size_t loop_size(const expr::Graph& graph, expr::NodeId id) {
  if (is_transposed_row_product(graph, id)) return graph.shape(graph.operand(id, 0)).rows;
  const bool by_result =
      graph.op(id) == Op::kGather || is_row_product(graph, id) || graph.operands(id).empty();
  return graph.shape(by_result ? id : graph.operand(id, 0)).size();
}

// The matrix of a product by strips of rows; otherwise the node itself, which is no matrix of one.
expr::NodeId lined_operand(const expr::Graph& graph, expr::NodeId id) {
  const bool is_product = is_row_product(graph, id) || is_transposed_row_product(graph, id);
  return is_product ? graph.operand(id, 0) : id;
}

bool has_kernel(Op op) {
  return expr::is_elementwise(op) || op == Op::kBroadcast;
}

void run_once(std::span<const BoundInstruction> bound) {
  for (const BoundInstruction& s : bound) s.run(s, {.begin = 0, .count = s.size});
}

void run_in_strips(std::span<const BoundInstruction> bound, const Section& section) {
  for (std::size_t begin = 0; begin < section.length; begin += section.strip) {
    const Strip strip{.begin = begin, .count = std::min(section.strip, section.length - begin)};
    for (const BoundInstruction& s : bound) s.run(s, strip);
  }
}

}  // namespace

Evaluator::Evaluator(PreparedProgram program, InstructionSet set)
    : program_(std::move(program)), set_(set), storage_(program_.memory() + kLine) {
  AUTUMN_CHECK(vector_kernels(set) != nullptr, "this build has the instruction set");
  const Code& code = program_.code();
  memory_ = next_line(storage_.data());
  bound_.reserve(code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) bound_.push_back(bind(i));
  for (std::size_t k = 0; k < code.outputs.size(); ++k) {
    const std::size_t size = code.graph.shape(code.graph.outputs()[k]).size();
    outputs_.emplace_back(address(code.outputs[k], memory_), size);
  }
}

InstructionDetail Evaluator::detail_of(std::size_t i) const {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  InstructionDetail detail;
  detail.kernels = vector_kernels(set_);
  detail.operation = expr::operation(code.graph, instruction.node);
  const std::size_t size = code.graph.shape(instruction.node).size();
  detail.out = {memory_ + instruction.out, size};
  std::vector<expr::Shape> shapes;
  for (std::size_t k = 0; k < instruction.operand_count; ++k) {
    const OperandPlace& x = code.operands[instruction.first_operand + k];
    const expr::Numbers numbers(address(x.place, memory_), x.shape.size());
    detail.operands.push_back({x.shape, numbers});
    detail.kernel_operands.push_back(numbers);
    shapes.push_back(x.shape);
  }
  detail.scratch = {memory_ + instruction.scratch, scratch_size(code.graph, instruction.node)};
  if (const auto it = code.segment_ends.find(instruction.node); it != code.segment_ends.end()) {
    detail.segment_ends = it->second;
  }
  if (!shapes.empty()) detail.stride = shapes[0].rows;
  if (const auto it = code.matrices.find(lined_operand(code.graph, instruction.node));
      it != code.matrices.end()) {
    detail.stride = it->second.stride;
  }
  if (detail.operation.kernel == nullptr) return detail;
  const auto used = code.used_parts.find(instruction.node);
  std::size_t start = 0;
  for (const expr::Shape& shape : expr::output_shapes(*detail.operation.kernel, shapes)) {
    const std::size_t part = detail.kernel_outputs.size();
    const bool is_read = used != code.used_parts.end() && used->second[part];
    detail.kernel_outputs.push_back(detail.out.subspan(start, is_read ? shape.size() : 0));
    start += shape.size();
  }
  return detail;
}

InstructionDetail Evaluator::chain_of(std::size_t i) const {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  InstructionDetail detail;
  std::size_t next = instruction.first_operand + 1;
  for (const Link& link : code.chains.at(instruction.node)) {
    const bool is_binary = expr::class_of(link.op) == expr::OpClass::kBinary;
    const double* other = is_binary ? address(code.operands[next++].place, memory_) : nullptr;
    detail.links.push_back({link_run(link), other, link.op});
  }
  detail.links.push_back({end_of_chain, nullptr, {}});
  return detail;
}

void Evaluator::prefill(std::size_t i, InstructionDetail& detail) {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  double* to = memory_ + instruction.out;
  for (std::size_t k = 0; k < instruction.operand_count; ++k) {
    const OperandPlace& x = code.operands[instruction.first_operand + k];
    const Move move{address(x.place, memory_), to, x.shape.size()};
    to += move.count;
    if (x.place.constant == nullptr) {
      detail.moves.push_back(move);
    } else {
      std::copy_n(move.from, move.count, move.to);
    }
  }
}

BoundInstruction Evaluator::bind(std::size_t i) {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  const Op op = code.graph.op(instruction.node);
  BoundInstruction bound;
  bound.out = memory_ + instruction.out;
  bound.second = memory_ + instruction.second;
  bound.advances = bit(BoundInstruction::kOut, instruction.out_advances) |
                   bit(BoundInstruction::kSecond, instruction.second_advances);
  ScalarMask scalars = 0;
  for (unsigned k = 0; k < std::min<unsigned>(3, instruction.operand_count); ++k) {
    const OperandPlace& x = code.operands[instruction.first_operand + k];
    bound.in[k] = address(x.place, memory_);
    bound.advances |= bit(k, x.advances);
    scalars |= bit(k, x.shape.is_scalar());
  }
  const VectorKernels& kernels = *vector_kernels(set_);
  const std::size_t out_size = code.graph.shape(instruction.node).size();
  if (instruction.fused == Fused::kChain) {
    details_.push_back(chain_of(i));
    bound.detail = &details_.back();
    bound.run = run_chain;
    return bound;
  }
  if (instruction.fused != Fused::kNone) {
    const std::size_t in_size = code.operands[instruction.first_operand].shape.size();
    bound.size = static_cast<std::uint32_t>(is_sum(instruction.fused) ? in_size : out_size);
    bound.run = fused_run(instruction.fused, scalars, out_size == 1, kernels);
    return bound;
  }
  if (has_kernel(op)) {
    bound.size = static_cast<std::uint32_t>(out_size);
    bound.run = element_run(op, scalars, out_size == 1, kernels);
    return bound;
  }
  details_.push_back(detail_of(i));
  if (op == Op::kConcat) prefill(i, details_.back());
  bound.detail = &details_.back();
  bound.run = run_for(code.graph, instruction.node, *bound.detail);
  bound.size = static_cast<std::uint32_t>(loop_size(code.graph, instruction.node));
  return bound;
}

void Evaluator::run(std::span<const std::span<const double>> inputs) {
  const Code& code = program_.code();
  AUTUMN_CHECK(inputs.size() == code.graph.inputs().size(), "there is one array per input");
  for (const InputCopy& copy : code.inputs) {
    const std::span<const double> input = inputs[copy.slot];
    AUTUMN_CHECK(input.size() == code.graph.inputs()[copy.slot].shape.size(),
                 "an input has its declared size");
    copy_numbers(input.data(), input.size(), memory_ + copy.offset);
  }
  const std::span<const BoundInstruction> bound(bound_);
  for (const Section& section : code.sections) {
    const auto some = bound.subspan(section.first, section.last - section.first);
    section.length == 0 ? run_once(some) : run_in_strips(some, section);
  }
}

}  // namespace autumn::evaluate
