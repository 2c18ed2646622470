// This file binds instructions to addresses.
#include "evaluate/bind.h"

#include <algorithm>
#include <cstdint>

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

class Binder {
 public:
  Binder(const Code& code, std::size_t i, const Memory& memory, InstructionSet set,
         std::deque<InstructionDetail>& details)
      : code_(code),
        instruction_(code.instructions[i]),
        memory_(memory),
        set_(set),
        details_(details) {}

  [[nodiscard]] BoundInstruction bind();

 private:
  [[nodiscard]] InstructionDetail detail() const;
  [[nodiscard]] InstructionDetail chain() const;
  // Writes what is constant in a concatenation; the rest of it is left to its instruction.
  void prefill(InstructionDetail& detail) const;

  const Code& code_;
  const Instruction& instruction_;
  const Memory& memory_;
  InstructionSet set_;
  std::deque<InstructionDetail>& details_;
};

InstructionDetail Binder::detail() const {
  InstructionDetail detail;
  detail.kernels = vector_kernels(set_);
  detail.operation = expr::operation(code_.graph, instruction_.node);
  const std::size_t size = code_.graph.shape(instruction_.node).size();
  detail.out = {memory_.at(instruction_.out), size};
  std::vector<expr::Shape> shapes;
  for (std::size_t k = 0; k < instruction_.operand_count; ++k) {
    const OperandPlace& x = code_.operands[instruction_.first_operand + k];
    const expr::Numbers numbers(memory_.at(x.place), x.shape.size());
    detail.operands.push_back({x.shape, numbers});
    detail.kernel_operands.push_back(numbers);
    shapes.push_back(x.shape);
  }
  detail.scratch = {memory_.at(instruction_.scratch), scratch_size(code_.graph, instruction_.node)};
  if (const auto it = code_.segment_ends.find(instruction_.node); it != code_.segment_ends.end()) {
    detail.segment_ends = it->second;
  }
  if (!shapes.empty()) detail.stride = shapes[0].rows;
  if (const auto it = code_.matrices.find(lined_operand(code_.graph, instruction_.node));
      it != code_.matrices.end()) {
    detail.stride = it->second.stride;
  }
  if (detail.operation.kernel == nullptr) return detail;
  const auto used = code_.used_parts.find(instruction_.node);
  std::size_t start = 0;
  for (const expr::Shape& shape : expr::output_shapes(*detail.operation.kernel, shapes)) {
    const std::size_t part = detail.kernel_outputs.size();
    const bool is_read = used != code_.used_parts.end() && used->second[part];
    detail.kernel_outputs.push_back(detail.out.subspan(start, is_read ? shape.size() : 0));
    start += shape.size();
  }
  return detail;
}

InstructionDetail Binder::chain() const {
  InstructionDetail detail;
  std::size_t next = instruction_.first_operand + 1;
  for (const Link& link : code_.chains.at(instruction_.node)) {
    const bool is_binary = expr::class_of(link.op) == expr::OpClass::kBinary;
    const double* other = is_binary ? memory_.at(code_.operands[next++].place) : nullptr;
    detail.links.push_back({link_run(link), other, link.op});
  }
  detail.links.push_back({end_of_chain, nullptr, {}});
  return detail;
}

void Binder::prefill(InstructionDetail& detail) const {
  double* to = memory_.at(instruction_.out);
  for (std::size_t k = 0; k < instruction_.operand_count; ++k) {
    const OperandPlace& x = code_.operands[instruction_.first_operand + k];
    const Move move{memory_.at(x.place), to, x.shape.size()};
    to += move.count;
    if (x.place.constant == nullptr) {
      detail.moves.push_back(move);
    } else {
      std::copy_n(move.from, move.count, move.to);
    }
  }
}

BoundInstruction Binder::bind() {
  const Op op = code_.graph.op(instruction_.node);
  BoundInstruction bound;
  bound.out = memory_.at(instruction_.out);
  bound.second = memory_.at(instruction_.second);
  bound.advances = bit(BoundInstruction::kOut, instruction_.out_advances) |
                   bit(BoundInstruction::kSecond, instruction_.second_advances);
  ScalarMask scalars = 0;
  for (unsigned k = 0; k < std::min<unsigned>(3, instruction_.operand_count); ++k) {
    const OperandPlace& x = code_.operands[instruction_.first_operand + k];
    bound.in[k] = memory_.at(x.place);
    bound.advances |= bit(k, x.advances);
    scalars |= bit(k, x.shape.is_scalar());
  }
  const VectorKernels& kernels = *vector_kernels(set_);
  const std::size_t out_size = code_.graph.shape(instruction_.node).size();
  if (instruction_.fused == Fused::kChain) {
    details_.push_back(chain());
    bound.detail = &details_.back();
    bound.run = run_chain;
    return bound;
  }
  if (instruction_.fused != Fused::kNone) {
    const std::size_t in_size = code_.operands[instruction_.first_operand].shape.size();
    bound.size = static_cast<std::uint32_t>(is_sum(instruction_.fused) ? in_size : out_size);
    bound.run = fused_run(instruction_.fused, scalars, out_size == 1, kernels);
    return bound;
  }
  if (has_kernel(op)) {
    bound.size = static_cast<std::uint32_t>(out_size);
    bound.run = element_run(op, scalars, out_size == 1, kernels);
    return bound;
  }
  details_.push_back(detail());
  if (op == Op::kConcat) prefill(details_.back());
  bound.detail = &details_.back();
  bound.run = run_for(code_.graph, instruction_.node, *bound.detail);
  bound.size = static_cast<std::uint32_t>(loop_size(code_.graph, instruction_.node));
  return bound;
}

}  // namespace

BoundInstruction bind(const Code& code, std::size_t i, const Memory& memory, InstructionSet set,
                      std::deque<InstructionDetail>& details) {
  return Binder(code, i, memory, set, details).bind();
}

double* next_line(double* p) {
  const auto misfit = reinterpret_cast<std::uintptr_t>(p) % kLineBytes;
  return misfit == 0 ? p : p + (kLineBytes - misfit) / sizeof(double);
}

}  // namespace autumn::evaluate
