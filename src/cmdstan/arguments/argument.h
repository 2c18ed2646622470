// An argument is one node of CmdStan's tree of arguments: a category of others, a choice between
// categories, or a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace autumn::cmdstan {

enum class ArgumentKind : std::uint8_t { kCategory, kChoice, kValue };
enum class ValueType : std::uint8_t { kInt, kUnsigned, kReal, kBool, kString, kSeed };

struct Argument;
using Arguments = std::vector<Argument>;

struct Argument {
  ArgumentKind kind = ArgumentKind::kCategory;
  std::string name;
  std::string description;
  Arguments children = {};  // of a category its arguments, of a choice its categories

  // Of a choice.
  std::size_t chosen = 0;
  std::size_t usual = 0;

  // Of a value: as it is written in files, and what help says of it.
  ValueType type = ValueType::kString;
  std::string value = {};
  std::string default_value = {};
  std::string valid = {};                     // the text after "Valid values: "
  bool (*is_valid)(double number) = nullptr;  // of numbers; none: any will do

  bool operator==(const Argument&) const = default;
};

// CmdStan's whole tree with its defaults. The order is that of files.
[[nodiscard]] Arguments grammar();

// The argument at a path through categories and choices: "method", "sample.adapt.delta" (the
// category of the chosen method), "output.file". A check of our own fails if there is none.
[[nodiscard]] const Argument& find(const Arguments& arguments, std::string_view path);
[[nodiscard]] Argument& find(Arguments& arguments, std::string_view path);

// Values by path, as the types that they were checked to have.
[[nodiscard]] std::string text_of(const Arguments& arguments, std::string_view path);
[[nodiscard]] double number_of(const Arguments& arguments, std::string_view path);
[[nodiscard]] std::int64_t integer_of(const Arguments& arguments, std::string_view path);
[[nodiscard]] bool truth_of(const Arguments& arguments, std::string_view path);
// The name of what is chosen: choice_of(arguments, "method").
[[nodiscard]] std::string choice_of(const Arguments& arguments, std::string_view path);
[[nodiscard]] bool is_default(const Argument& argument);

}  // namespace autumn::cmdstan
