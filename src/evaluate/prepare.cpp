// This file lays a graph out as a prepared program: views, order, lifetimes, places.
#include <algorithm>
#include <cstdint>

#include "evaluate/blocks.h"
#include "evaluate/code.h"
#include "evaluate/fuse.h"
#include "evaluate/layout.h"
#include "evaluate/linear_algebra.h"
#include "evaluate/program.h"
#include "evaluate/schedule.h"
#include "evaluate/view.h"

namespace autumn::evaluate {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

// Memory is asked for in the order of steps: step 0 copies the inputs, step i + 1 is instruction i,
// and outputs are needed until after the last.
class Preparation {
 public:
  explicit Preparation(Code& code)
      : code_(code),
        graph_(code.graph),
        nodes_(expr::reachable(graph_, graph_.outputs())),
        views_(resolve_views(graph_, nodes_)),
        units_(fuse(graph_, nodes_)),
        loops_(schedule(graph_, nodes_, views_, units_)),
        loop_of_(graph_.size(), kNoLoop),
        buffer_of_(graph_.size(), kNoBuffer),
        is_temporary_(graph_.size(), false) {}

  void run() {
    number_loops();
    find_temporaries();
    make_buffers();
    extend_lifetimes();
    layout_ = lay_out(lifetimes_);
    code_.memory = layout_.size;
    find_used_parts();
    emit();
  }

 private:
  static constexpr std::size_t kNoLoop = ~std::size_t{0};
  static constexpr std::size_t kNoBuffer = ~std::size_t{0};

  [[nodiscard]] const View& view(NodeId id) const { return views_[id.value]; }

  void number_loops() {
    std::size_t next = 0;
    for (std::size_t b = 0; b < loops_.size(); ++b) {
      const std::size_t first = next;
      for (const NodeId id : loops_[b].nodes) {
        loop_of_[id.value] = b;
        if (const auto second = units_.second(id)) loop_of_[second->value] = b;
      }
      next += loops_[b].nodes.size();
      code_.sections.push_back(
          {.length = loops_[b].length, .strip = loops_[b].strip, .first = first, .last = next});
    }
    step_count_ = next + 2;
  }

  // Needed as a whole array, not only strip by strip inside its own loop.
  [[nodiscard]] bool needs_array(NodeId user, std::size_t k) const {
    const NodeId root = view(units_.operands(user)[k]).root;
    return loop_of_[user.value] != loop_of_[root.value] || !reads_by_strip(graph_, units_, user, k);
  }

  // What is written and read only inside one loop over strips needs the memory of one strip.
  void find_temporaries() {
    for (const Loop& loop : loops_) {
      for (const NodeId id : loop.nodes) {
        is_temporary_[id.value] = loop.length > 0 && writes_by_strip(graph_, units_, id);
        if (const auto second = units_.second(id)) is_temporary_[second->value] = loop.length > 0;
      }
    }
    for (const Loop& loop : loops_) {
      for (const NodeId id : loop.nodes) {
        const auto operands = units_.operands(id);
        for (std::size_t k = 0; k < operands.size(); ++k) {
          if (needs_array(id, k)) is_temporary_[view(operands[k]).root.value] = false;
        }
      }
    }
    for (const NodeId output : graph_.outputs()) is_temporary_[view(output).root.value] = false;
  }

  std::size_t add_buffer(const Lifetime& lifetime) {
    lifetimes_.push_back(lifetime);
    return lifetimes_.size() - 1;
  }

  void make_buffers() {
    for (const NodeId id : nodes_) {
      if (graph_.op(id) != Op::kInput) continue;
      buffer_of_[id.value] = add_buffer({.size = graph_.shape(id).size(), .first = 0, .last = 0});
    }
    for (std::size_t b = 0; b < loops_.size(); ++b) {
      const Section& section = code_.sections[b];
      for (std::size_t i = section.first; i < section.last; ++i) {
        const NodeId id = loops_[b].nodes[i - section.first];
        buffer_of_[id.value] = add_buffer(lifetime_of(id, section, i));
        if (const auto second = units_.second(id)) {
          buffer_of_[second->value] = add_buffer(lifetime_of(*second, section, i));
        }
        const std::size_t scratch = scratch_size(graph_, id);
        // In a loop over strips it is in use during all of the loop.
        const bool in_strips = section.length > 0;
        scratch_.push_back(scratch == 0
                               ? kNoBuffer
                               : add_buffer({.size = scratch,
                                             .first = in_strips ? section.first + 1 : i + 1,
                                             .last = in_strips ? section.last : i + 1}));
      }
    }
  }

  // A concatenation with constants keeps its place, so that they are written once and for all.
  [[nodiscard]] bool keeps_place(NodeId id) const {
    if (graph_.op(id) != Op::kConcat) return false;
    const auto operands = graph_.operands(id);
    return std::any_of(operands.begin(), operands.end(),
                       [&](NodeId x) { return graph_.is_constant(view(x).root); });
  }

  // A whole array made in a loop over strips is in use during all of the loop.
  [[nodiscard]] Lifetime lifetime_of(NodeId id, const Section& section, std::size_t i) const {
    if (is_temporary_[id.value]) return {.size = kStrip, .first = i + 1, .last = i + 1};
    const std::size_t size = graph_.shape(id).size();
    if (keeps_place(id)) return {.size = size, .first = 0, .last = step_count_ - 1};
    if (section.length == 0) return {.size = size, .first = i + 1, .last = i + 1};
    return {.size = size, .first = section.first + 1, .last = section.last};
  }

  void keep_until(NodeId root, std::size_t step) {
    const std::size_t buffer = buffer_of_[root.value];
    if (buffer == kNoBuffer) return;
    lifetimes_[buffer].last = std::max(lifetimes_[buffer].last, step);
  }

  void extend_lifetimes() {
    for (std::size_t b = 0; b < loops_.size(); ++b) {
      const Section& section = code_.sections[b];
      for (std::size_t i = section.first; i < section.last; ++i) {
        for (const NodeId x : units_.operands(loops_[b].nodes[i - section.first])) {
          const NodeId root = view(x).root;
          const bool until_end = section.length > 0 && !is_temporary_[root.value];
          keep_until(root, until_end ? section.last : i + 1);
        }
      }
    }
    for (const NodeId output : graph_.outputs()) keep_until(view(output).root, step_count_ - 1);
  }

  [[nodiscard]] Address place_of(NodeId id) const {
    const View& x = view(id);
    if (graph_.is_constant(x.root)) {
      return {.constant = graph_.constant(x.root).data() + x.offset, .offset = 0};
    }
    return {.constant = nullptr, .offset = layout_.offsets[buffer_of_[x.root.value]] + x.offset};
  }

  void emit() {
    for (const Loop& loop : loops_) {
      for (const NodeId id : loop.nodes) emit_instruction(id, loop.length > 0);
    }
    for (const NodeId id : nodes_) {
      if (graph_.op(id) != Op::kInput) continue;
      code_.inputs.push_back({.slot = graph_.node(id).payload, .offset = place_of(id).offset});
    }
    for (const NodeId output : graph_.outputs()) code_.outputs.push_back(place_of(output));
  }

  void emit_instruction(NodeId id, bool in_strips) {
    const auto operands = units_.operands(id);
    const auto second = units_.second(id);
    const std::size_t scratch = scratch_[code_.instructions.size()];
    code_.instructions.push_back(
        {.node = id,
         .first_operand = static_cast<std::uint32_t>(code_.operands.size()),
         .operand_count = static_cast<std::uint32_t>(operands.size()),
         .fused = units_.kind(id),
         .out = place_of(id).offset,
         .out_advances =
             in_strips && writes_by_strip(graph_, units_, id) && !is_temporary_[id.value],
         .second = second ? place_of(*second).offset : 0,
         .second_advances = second && in_strips && !is_temporary_[second->value],
         .scratch = scratch == kNoBuffer ? 0 : layout_.offsets[scratch]});
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const bool advances = in_strips && reads_by_strip(graph_, units_, id, k) &&
                            !is_temporary_[view(operands[k]).root.value];
      code_.operands.push_back({place_of(operands[k]), graph_.shape(operands[k]), advances});
    }
    if (is_row_product(graph_, id) || is_transposed_row_product(graph_, id)) {
      use_lined_matrix(code_.operands[code_.instructions.back().first_operand], operands[0]);
    }
    if (units_.kind(id) == Fused::kChain) {
      const auto links = units_.links(id);
      code_.chains.emplace(id, std::vector<Link>(links.begin(), links.end()));
    }
    if (graph_.op(id) == Op::kScatterAdd) add_segments(id, graph_.shape(id).size());
    if (graph_.op(id) == Op::kGather) add_runs(id);
  }

  // Matrices beyond the second cache wait for memory, however they lie, and are not copied.
  void use_lined_matrix(OperandPlace& operand, NodeId matrix) {
    constexpr std::size_t kMost = std::size_t{1} << 18;
    const expr::Shape shape = operand.shape;
    if (operand.place.constant == nullptr || shape.size() > kMost) return;
    LinedMatrix& lined = code_.matrices[matrix];
    if (lined.first == nullptr) {
      lined.stride = (shape.rows + kLine - 1) / kLine * kLine;
      lined.storage.resize(lined.stride * shape.cols + kLine);
      double* to = lined.storage.data();
      while (reinterpret_cast<std::uintptr_t>(to) % (kLine * sizeof(double)) != 0) ++to;
      lined.first = to;
      for (std::size_t j = 0; j < shape.cols; ++j, to += lined.stride) {
        std::copy_n(operand.place.constant + j * shape.rows, shape.rows, to);
      }
    }
    operand.place.constant = lined.first;
  }

  void find_used_parts() {
    for (const NodeId id : nodes_) {
      if (graph_.op(id) != Op::kPart) continue;
      const NodeId kernel = graph_.operand(id, 0);
      std::vector<bool>& used = code_.used_parts[kernel];
      used.resize(1 + graph_.operands(kernel).size(), false);
      used[graph_.node(id).payload] = true;
    }
  }

  void add_segments(NodeId id, std::size_t count) {
    const expr::Index& index = graph_.index(id);
    if (index.is_range() || !index.is_nondecreasing()) return;
    std::vector<std::uint32_t> ends(count, 0);
    for (std::size_t i = 0; i < index.size(); ++i)
      ends[index[i]] = static_cast<std::uint32_t>(i + 1);
    code_.segment_ends.emplace(id, std::move(ends));
  }

  // Long runs of one element are written as such, not gathered.
  void add_runs(NodeId id) {
    constexpr std::size_t kLongRun = 4;
    const std::size_t count = graph_.shape(graph_.operand(id, 0)).size();
    if (graph_.index(id).size() >= kLongRun * count) add_segments(id, count);
  }

  Code& code_;
  const Graph& graph_;
  std::vector<NodeId> nodes_;
  std::vector<View> views_;
  Units units_;
  std::vector<Loop> loops_;
  std::vector<std::size_t> loop_of_;    // by node
  std::vector<std::size_t> buffer_of_;  // by node; none for constants and views
  std::vector<bool> is_temporary_;      // by node
  std::vector<std::size_t> scratch_;    // buffer by instruction
  std::vector<Lifetime> lifetimes_;     // by buffer
  Layout layout_;
  std::size_t step_count_ = 0;
};

}  // namespace

const Graph& PreparedProgram::graph() const {
  return code_->graph;
}

std::size_t PreparedProgram::memory() const {
  return code_->memory;
}

PreparedProgram prepare(Graph graph) {
  const auto code = std::make_shared<Code>();
  code->graph = std::move(graph);
  Preparation(*code).run();
  divide_into_blocks(*code);
  return PreparedProgram(code);
}

}  // namespace autumn::evaluate
