// Binding instructions to addresses, and the loop that runs them.
#include "evaluate/evaluator.h"

#include <algorithm>
#include <cstdint>

#include "base/error.h"
#include "evaluate/code.h"
#include "evaluate/linear_algebra.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {
namespace {

using expr::Op;

constexpr std::size_t kLineBytes = 64;
constexpr std::size_t kLine = kLineBytes / sizeof(double);

double* next_line(double* p) {
  const auto misfit = reinterpret_cast<std::uintptr_t>(p) % kLineBytes;
  return misfit == 0 ? p : p + (kLineBytes - misfit) / sizeof(double);
}

const double* address(const Place& place, const double* memory) {
  return place.constant != nullptr ? place.constant : memory + place.offset;
}

std::size_t mask(bool advances) {
  return advances ? ~std::size_t{0} : 0;
}

bool has_kernel(Op op) {
  return expr::is_elementwise(op) || op == Op::kBroadcast;
}

void run_once(std::span<const Step> steps) {
  for (const Step& s : steps) {
    if (s.kernel != nullptr) {
      s.kernel(s.in[0], s.in[1], s.in[2], s.out, s.size);
    } else {
      s.run(s, {.begin = 0, .count = s.size});
    }
  }
}

void run_strip(std::span<const Step> steps, Strip strip) {
  for (const Step& s : steps) {
    if (s.kernel != nullptr) {
      s.kernel(s.in_at(0, strip), s.in_at(1, strip), s.in_at(2, strip), s.out_at(strip),
               strip.count);
    } else {
      s.run(s, strip);
    }
  }
}

void run_in_strips(std::span<const Step> steps, std::size_t length) {
  for (std::size_t begin = 0; begin < length; begin += kStrip) {
    run_strip(steps, {.begin = begin, .count = std::min(kStrip, length - begin)});
  }
}

}  // namespace

Evaluator::Evaluator(Program program)
    : program_(std::move(program)), storage_(program_.memory() + kLine) {
  const Code& code = program_.code();
  memory_ = next_line(storage_.data());
  steps_.reserve(code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) steps_.push_back(bind(i));
  for (std::size_t k = 0; k < code.outputs.size(); ++k) {
    const std::size_t size = code.graph.shape(code.graph.outputs()[k]).size();
    outputs_.emplace_back(address(code.outputs[k], memory_), size);
  }
}

StepDetail Evaluator::detail_of(std::size_t i) const {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  StepDetail detail;
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

Step Evaluator::bind(std::size_t i) {
  const Code& code = program_.code();
  const Instruction& instruction = code.instructions[i];
  const Op op = code.graph.op(instruction.node);
  Step step;
  step.out = memory_ + instruction.out;
  step.advance_out = mask(instruction.out_advances);
  ScalarMask scalars = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, instruction.operand_count); ++k) {
    const OperandPlace& x = code.operands[instruction.first_operand + k];
    step.in[k] = address(x.place, memory_);
    step.advance_in[k] = mask(x.advances);
    if (x.shape.is_scalar()) scalars |= 1U << k;
  }
  if (has_kernel(op)) {
    step.size = code.graph.shape(instruction.node).size();
    step.kernel = element_kernel(op, scalars, step.size == 1);
    return step;
  }
  details_.push_back(detail_of(i));
  step.detail = &details_.back();
  step.run = run_for(op, *step.detail);
  // What a loop would go over: the index of a gather or scatter, or the operand of a reduction.
  const bool is_gather = op == Op::kGather;
  step.size = is_gather || step.detail->operands.empty() ? step.detail->out.size()
                                                         : step.detail->operands[0].numbers.size();
  return step;
}

void Evaluator::run(std::span<const std::span<const double>> inputs) {
  const Code& code = program_.code();
  AUTUMN_CHECK(inputs.size() == code.graph.inputs().size(), "there is one array per input");
  for (const InputCopy& copy : code.inputs) {
    const std::span<const double> input = inputs[copy.slot];
    AUTUMN_CHECK(input.size() == code.graph.inputs()[copy.slot].shape.size(),
                 "an input has its declared size");
    std::copy(input.begin(), input.end(), memory_ + copy.offset);
  }
  const std::span<const Step> steps(steps_);
  for (const Section& section : code.sections) {
    const auto some = steps.subspan(section.first, section.last - section.first);
    section.length == 0 ? run_once(some) : run_in_strips(some, section.length);
  }
}

}  // namespace autumn::evaluate
