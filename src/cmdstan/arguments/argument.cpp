// This file finds arguments in the tree and reads their values.
#include "cmdstan/arguments/argument.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"

namespace autumn::cmdstan {
namespace {

// Choices are looked through: what they chose stands for them.
const Argument* look_for(const Arguments& arguments, std::string_view name) {
  for (const Argument& argument : arguments) {
    if (argument.name == name) return &argument;
    if (argument.kind != ArgumentKind::kChoice || argument.children.empty()) continue;
    const Argument& chosen = argument.children[argument.chosen];
    if (chosen.name == name) return &chosen;
  }
  return nullptr;
}

}  // namespace

const Argument& find(const Arguments& arguments, std::string_view path) {
  const Arguments* level = &arguments;
  const Argument* found = nullptr;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    found = look_for(*level, name);
    AUTUMN_CHECK(found != nullptr, "the argument is in CmdStan's tree");
    level = &found->children;
  }
  AUTUMN_CHECK(found != nullptr, "the path has a name");
  return *found;
}

Argument& find(Arguments& arguments, std::string_view path) {
  return const_cast<Argument&>(find(std::as_const(arguments), path));
}

std::string text_of(const Arguments& arguments, std::string_view path) {
  return find(arguments, path).value;
}

double number_of(const Arguments& arguments, std::string_view path) {
  return std::strtod(find(arguments, path).value.c_str(), nullptr);
}

std::int64_t integer_of(const Arguments& arguments, std::string_view path) {
  return std::strtoll(find(arguments, path).value.c_str(), nullptr, 10);
}

bool truth_of(const Arguments& arguments, std::string_view path) {
  return find(arguments, path).value == "true";
}

std::string choice_of(const Arguments& arguments, std::string_view path) {
  const Argument& choice = find(arguments, path);
  return choice.children[choice.chosen].name;
}

bool is_default(const Argument& argument) {
  return argument.kind == ArgumentKind::kChoice ? argument.chosen == argument.usual
                                                : argument.value == argument.default_value;
}

}  // namespace autumn::cmdstan
