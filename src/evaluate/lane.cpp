// This file gives every lane places of its own and runs its blocks.
#include "evaluate/lane.h"

#include <algorithm>
#include <map>

#include "evaluate/layout.h"
#include "evaluate/linear_algebra.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {
namespace {

// Offsets of what only one strip needs, with sizes.
using Places = std::map<std::size_t, std::size_t>;

void add_place(Places& places, std::size_t offset, std::size_t size) {
  std::size_t& there = places[offset];
  there = std::max(there, (size + kLine - 1) / kLine * kLine);
}

bool is_sum_of(const Blocks& blocks, std::size_t instruction) {
  return std::ranges::find(blocks.sums, instruction) != blocks.sums.end();
}

Places own_places(const Code& code, const Section& section) {
  Places places;
  for (std::size_t i = section.first; i < section.last; ++i) {
    const Instruction& x = code.instructions[i];
    const bool is_added_up = is_sum_of(code.blocks[section.blocks], i);
    if (!is_added_up && !x.out_advances) add_place(places, x.out, kStrip);
    if (is_pair(x.fused) && !x.second_advances) add_place(places, x.second, kStrip);
    const std::size_t scratch = x.fused == Fused::kNone ? scratch_size(code.graph, x.node) : 0;
    if (scratch > 0) add_place(places, x.scratch, scratch);
  }
  return places;
}

// Loops take turns in the same storage.
std::size_t largest(const Code& code) {
  std::size_t most = 0;
  for (const Section& section : code.sections) {
    if (!section.has_blocks()) continue;
    std::size_t sum = 0;
    for (const auto& [offset, size] : own_places(code, section)) sum += size;
    most = std::max(most, sum);
  }
  return most;
}

Memory memory_of(const Code& code, const Section& section, double* shared, double* own) {
  Memory memory{.base = shared};
  for (const auto& [offset, size] : own_places(code, section)) {
    memory.own.emplace(offset, own);
    own += size;
  }
  return memory;
}

}  // namespace

Lane::Lane(const Code& code, InstructionSet set, double* memory)
    : code_(code), storage_(largest(code) + kLine), loops_(code.blocks.size()) {
  double* own = next_line(storage_.data());
  for (const Section& section : code.sections) {
    if (!section.has_blocks()) continue;
    loops_[section.blocks] = loop_of(section, memory_of(code, section, memory, own), set);
  }
}

Lane::Loop Lane::loop_of(const Section& section, const Memory& memory, InstructionSet set) {
  Loop loop;
  const Blocks& blocks = code_.blocks[section.blocks];
  for (std::size_t i = section.first; i < section.last; ++i) {
    const std::size_t details = details_.size();
    loop.bound.push_back(bind(code_, i, memory, set, details_));
    if (!is_sum_of(blocks, i)) continue;
    const bool has_detail = details_.size() > details;
    loop.sums.push_back({i - section.first, has_detail ? &details_.back() : nullptr});
  }
  return loop;
}

void Lane::run(const Section& section, std::size_t block, double* partials) {
  const Blocks& blocks = code_.blocks[section.blocks];
  Loop& loop = loops_[section.blocks];
  const Window* window = blocks.windows.data() + block * loop.sums.size();
  for (const Sum& sum : loop.sums) {
    double* to = partials + window->offset;
    // Elements are counted from the beginning of the whole result.
    loop.bound[sum.instruction].out = to - window->first;
    if (sum.detail != nullptr) sum.detail->out = {to, window->count};
    ++window;
  }
  const std::size_t begin = block * blocks.rows;
  run_in_strips(loop.bound, section, begin, std::min(begin + blocks.rows, section.length));
}

void run_in_strips(std::span<const BoundInstruction> bound, const Section& section,
                   std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; i += section.strip) {
    const std::size_t count = std::min(section.strip, end - i);
    const Strip strip{.begin = i,
                      .count = static_cast<std::uint32_t>(count),
                      .is_first = i == begin,
                      .is_last = i + count == end};
    for (const BoundInstruction& s : bound) s.run(s, strip);
  }
}

void add_blocks(const Code& code, const Section& section, const double* partials, double* memory) {
  const Blocks& blocks = code.blocks[section.blocks];
  for (std::size_t k = 0; k < blocks.sums.size(); ++k) {
    const Instruction& x = code.instructions[blocks.sums[k]];
    double* out = memory + x.out;
    std::fill_n(out, code.graph.shape(x.node).size(), 0.0);
    for (std::size_t b = 0; b < blocks.count; ++b) {
      const Window& window = blocks.windows[b * blocks.sums.size() + k];
      const double* from = partials + window.offset;
      for (std::size_t i = 0; i < window.count; ++i) out[window.first + i] += from[i];
    }
  }
}

}  // namespace autumn::evaluate
