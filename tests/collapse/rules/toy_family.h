// A family of the test tree, in no list of src/.
#pragma once

#include "collapse/rules/family.h"

namespace autumn::collapse::testing {

[[nodiscard]] const FamilyRule& toy_rule();

}  // namespace autumn::collapse::testing
