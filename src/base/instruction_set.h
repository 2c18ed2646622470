// This header lists the instruction sets that the vector kernels are compiled for, and says which
// one is used.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace autumn {

// The same build gives the same bytes on one of these; between them results agree to the accuracy
// stated with the kernels.
enum class InstructionSet { kBaseline, kSse4, kNeon, kAvx2, kAvx512 };

[[nodiscard]] std::string_view name_of(InstructionSet set);
[[nodiscard]] std::optional<InstructionSet> instruction_set_named(std::string_view name);

// Those that this build has and this machine runs, the best one last.
[[nodiscard]] std::vector<InstructionSet> available_instruction_sets();

// The best available, or the one named by the environment variable AUTUMN_INSTRUCTION_SET if that
// is available.
[[nodiscard]] InstructionSet default_instruction_set();

}  // namespace autumn
