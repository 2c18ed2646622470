// Texts of arguments: the tree as files and terminals show it, as JSON, and as help.
#pragma once

#include <string>
#include <string_view>

#include "cmdstan/arguments/argument.h"

namespace autumn::cmdstan {

// One line per argument, two spaces deeper per level, each with `prefix` before it. A seed that was
// not given is shown as the one that was drawn, if `drawn_seed` has it.
[[nodiscard]] std::string tree_text(const Arguments& arguments, std::string_view prefix,
                                    std::string_view drawn_seed);

// `"method" : {...}, ...`: the members of a JSON object, indented by two.
[[nodiscard]] std::string tree_json(const Arguments& arguments);

// Help for an argument, with its children if they are wanted.
enum class HelpDepth : std::uint8_t { kOne, kAll };
[[nodiscard]] std::string help_text(const Argument& argument, int indent, HelpDepth depth);

// What a call without arguments shows.
[[nodiscard]] std::string usage_text(std::string_view executable, const Arguments& arguments);

// Paths to every argument of this name: "method=sample adapt delta=<double>".
[[nodiscard]] std::vector<std::string> configurations(const Arguments& arguments,
                                                      std::string_view name);

}  // namespace autumn::cmdstan
