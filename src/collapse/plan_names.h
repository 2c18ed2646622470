// The options of a plan name variables, or elements as "theta[3]"; this header has what looks them
// up.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/forms/elements.h"
#include "collapse/plan.h"
#include "model/model.h"

namespace autumn::collapse {

// All that the names stand for. An error if one is neither a variable of the model nor an element.
[[nodiscard]] Result<ElementSet> named_elements(const model::Model& model,
                                                const std::vector<std::string>& names);

// Whether all names in the options are there.
[[nodiscard]] Status check_names(const model::Model& model, const PlanOptions& options);
// The same as far as it can be told before there are data: sizes are not known, so that indices are
// not looked at.
[[nodiscard]] Status check_names(std::span<const std::string> parameters,
                                 const PlanOptions& options);

// What of it is integrated out, in one word: what pays, nothing, or whatever can be.
enum class Marginalize : std::uint8_t { kAuto, kNone, kAll };
[[nodiscard]] const std::map<std::string, Marginalize>& marginalize_names();
void set_marginalize(PlanOptions& options, Marginalize which);

}  // namespace autumn::collapse
