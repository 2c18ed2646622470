// An examination runs the laws on one program at several points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/model.h"

namespace autumn::laws {

struct Verdict {
  std::string law;     // the first that does not hold; empty if all do
  std::string detail;  // with numbers, or why the program does not load
  std::size_t parameters = 0;
  std::size_t collapsed = 0;  // of them
  std::size_t accepted = 0;   // points at which the density is finite

  [[nodiscard]] bool holds() const { return law.empty(); }
};

// Names of laws, as verdicts have them.
inline constexpr const char* kDoesNotLoad = "the program loads";
inline constexpr const char* kCrash = "nothing crashes";
inline constexpr const char* kHang = "everything ends";

// The laws are: joint = collapsed + recovery; one is rejected where the other is; what is recovered
// is finite; the fast joint and the fast collapsed density are those of the interpreter, and the
// same in coordinates between centred and not.
[[nodiscard]] Verdict examine(const std::string& program, const std::string& json,
                              std::uint64_t seed = 0);

// The same for a model that no program was needed for.
[[nodiscard]] Verdict examine(const model::Model& model, std::uint64_t seed = 0);

}  // namespace autumn::laws
