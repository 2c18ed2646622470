// This header declares the parsing of types: with sizes and bounds in declarations, without in the
// heads of functions.
#pragma once

#include <span>
#include <string>

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_cursor.h"

namespace autumn::stan {

// What a declaration may say depends on where it stands.
enum class DeclarationSite : std::uint8_t {
  kInput,  // data and parameters: bounds, but no values
  kBlock,  // the outermost level of the other blocks: bounds and values
  kLocal,  // the model block, inner blocks and functions: no bounds
};

// array[...] kind<...>[...]; the cursor is at a type word.
[[nodiscard]] DeclaredType parse_declared_type(Cursor& cursor, DeclarationSite place);

// The type of an argument or result: `array[,] real`, or `real[,]` as it used to be written.
[[nodiscard]] Type parse_plain_type(Cursor& cursor);

// The words types begin with, for suggestions.
[[nodiscard]] std::span<const std::string> type_words();

// "did you mean 'real'?" for what looks like a misspelt type, or a type of another language.
[[nodiscard]] std::string suggest_type(std::string_view word);

}  // namespace autumn::stan
