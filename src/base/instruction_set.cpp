// This file names the instruction sets and chooses the one that is used.
#include "base/instruction_set.h"

#include <algorithm>
#include <cstdlib>

namespace autumn {
namespace {

constexpr InstructionSet kAll[] = {InstructionSet::kBaseline, InstructionSet::kSse4,
                                   InstructionSet::kNeon, InstructionSet::kAvx2,
                                   InstructionSet::kAvx512};

// What base/vector_targets.h leaves of Highway's targets on this kind of machine.
bool is_compiled(InstructionSet set) {
#if defined(__x86_64__)
  return set != InstructionSet::kNeon;
#elif defined(__aarch64__)
  return set == InstructionSet::kNeon;
#else
  return set == InstructionSet::kBaseline;
#endif
}

// The features Highway takes for granted in each of its targets.
bool machine_has(InstructionSet set) {
  switch (set) {
    case InstructionSet::kBaseline:
    case InstructionSet::kNeon: return true;
#if defined(__x86_64__)
    case InstructionSet::kSse4:
      return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
    case InstructionSet::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    case InstructionSet::kAvx512:
      return machine_has(InstructionSet::kAvx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
#else
    case InstructionSet::kSse4:
    case InstructionSet::kAvx2:
    case InstructionSet::kAvx512: return false;
#endif
  }
  return false;
}

}  // namespace

std::string_view name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::kBaseline: return "baseline";
    case InstructionSet::kSse4: return "SSE4";
    case InstructionSet::kNeon: return "NEON";
    case InstructionSet::kAvx2: return "AVX2";
    case InstructionSet::kAvx512: return "AVX-512";
  }
  return "";
}

std::optional<InstructionSet> instruction_set_named(std::string_view name) {
  const auto it = std::find_if(std::begin(kAll), std::end(kAll),
                               [&](InstructionSet set) { return name_of(set) == name; });
  if (it == std::end(kAll)) return std::nullopt;
  return *it;
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : kAll) {
    if (is_compiled(set) && machine_has(set)) sets.push_back(set);
  }
  return sets;
}

InstructionSet default_instruction_set() {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  const char* wanted = std::getenv("AUTUMN_INSTRUCTION_SET");
  if (wanted != nullptr) {
    const auto set = instruction_set_named(wanted);
    if (set && std::find(sets.begin(), sets.end(), *set) != sets.end()) return *set;
  }
  return sets.back();
}

}  // namespace autumn
