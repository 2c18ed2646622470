// A requirement is what a function asks of its arguments: known ones are checked at once, unknown
// ones become conditions of the model.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dist/domain.h"
#include "trace/machine.h"

namespace autumn::trace {

// An argument of a function, and what it must be.
struct ArgumentOf {
  std::string_view function;
  std::string_view name;
  dist::Domain domain = dist::Domain::kReal;
  bool is_finite = false;
};

// "[2]" or "[1,3]" after the name of a container; nothing for a scalar.
[[nodiscard]] std::string element_text(const Value& x, std::size_t element);

// Of known numbers; fails with "normal_lcdf: sigma must be positive, but it is -1".
void check_known(const ArgumentOf& argument, const Value& x);

// Fails for known numbers that are not as they must be, and asks it of others.
void require(Machine& machine, const ArgumentOf& argument, const Value& x);

}  // namespace autumn::trace
