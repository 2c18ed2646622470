// This file writes arguments for people and for the readers of CmdStan's files.
#include "cmdstan/arguments/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/printable.h"

namespace autumn::cmdstan {
namespace {

std::string_view type_name(const Argument& argument) {
  if (argument.kind == ArgumentKind::kChoice) return "list element";
  switch (argument.type) {
    case ValueType::kInt: return "int";
    case ValueType::kUnsigned: return "unsigned int";
    case ValueType::kReal: return "double";
    case ValueType::kBool: return "boolean";
    case ValueType::kString: return "string";
    case ValueType::kSeed: return "long long";
  }
  return "";
}

class TreeWriter {
 public:
  TreeWriter(std::string_view prefix, std::string_view drawn_seed)
      : prefix_(prefix), drawn_seed_(drawn_seed) {}

  void add(const Arguments& arguments, int depth) {
    for (const Argument& argument : arguments) add(argument, depth);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void add(const Argument& argument, int depth) {
    switch (argument.kind) {
      case ArgumentKind::kCategory:
        line(depth, argument.name);
        add(argument.children, depth + 1);
        return;
      case ArgumentKind::kChoice: {
        const Argument& chosen = argument.children[argument.chosen];
        line(depth, fmt::format("{} = {}{}", argument.name, chosen.name, mark(argument)));
        if (!chosen.children.empty() || argument.name == "algorithm") add(chosen, depth + 1);
        return;
      }
      case ArgumentKind::kValue: {
        const bool is_drawn = argument.type == ValueType::kSeed && is_default(argument);
        const std::string_view shown = is_drawn ? drawn_seed_ : argument.value;
        line(depth, fmt::format("{} = {}{}", argument.name, printable_line(shown), mark(argument)));
        return;
      }
    }
  }

  static std::string_view mark(const Argument& argument) {
    return is_default(argument) ? " (Default)" : "";
  }

  void line(int depth, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{}{:{}}{}\n", prefix_, "", 2 * depth, text);
  }

  std::string_view prefix_, drawn_seed_;
  std::string text_;
};

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '/') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      continue;
    }
    result += c;
  }
  return result + "\"";
}

std::string json_value(const Argument& argument) {
  return argument.type == ValueType::kString ? json_string(argument.value) : argument.value;
}

std::string members_json(const Arguments& arguments, int depth);

std::string object_json(const Arguments& arguments, int depth) {
  if (arguments.empty()) return "{}";
  return fmt::format("{{\n{}\n{:{}}}}", members_json(arguments, depth + 1), "", 2 * depth);
}

std::string member_json(const Argument& argument, int depth) {
  std::string value;
  switch (argument.kind) {
    case ArgumentKind::kCategory: value = object_json(argument.children, depth); break;
    case ArgumentKind::kValue: value = json_value(argument); break;
    case ArgumentKind::kChoice: {
      const Argument& chosen = argument.children[argument.chosen];
      value = fmt::format("{{\n{:{}}\"value\" : {},\n{}\n{:{}}}}", "", 2 * depth + 2,
                          json_string(chosen.name), member_json(chosen, depth + 1), "", 2 * depth);
      break;
    }
  }
  return fmt::format("{:{}}\"{}\" : {}", "", 2 * depth, argument.name, value);
}

std::string members_json(const Arguments& arguments, int depth) {
  std::vector<std::string> members;
  for (const Argument& argument : arguments) members.push_back(member_json(argument, depth));
  return fmt::format("{}", fmt::join(members, ",\n"));
}

std::vector<std::string> names_of(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const Argument& argument : arguments) names.push_back(argument.name);
  return names;
}

void add_configurations(const Arguments& arguments, std::string_view name,
                        const std::string& before, std::vector<std::string>& found) {
  for (const Argument& argument : arguments) {
    const bool is_category = argument.kind == ArgumentKind::kCategory;
    const std::string shown =
        argument.kind == ArgumentKind::kChoice ? "list_element" : std::string(type_name(argument));
    if (argument.name == name) {
      found.push_back(before + argument.name + (is_category ? "" : fmt::format("=<{}>", shown)));
    }
    if (is_category) {
      add_configurations(argument.children, name, before + argument.name + " ", found);
    }
    if (argument.kind != ArgumentKind::kChoice) continue;
    for (const Argument& chosen : argument.children) {
      const std::string next = before + argument.name + "=" + chosen.name;
      if (chosen.name == name) found.push_back(next);
      add_configurations(chosen.children, name, next + " ", found);
    }
  }
}

}  // namespace

std::string tree_text(const Arguments& arguments, std::string_view prefix,
                      std::string_view drawn_seed) {
  TreeWriter writer(prefix, drawn_seed);
  writer.add(arguments, 0);
  return writer.take();
}

std::string tree_json(const Arguments& arguments) {
  return members_json(arguments, 1);
}

std::string help_text(const Argument& argument, int indent, HelpDepth depth) {
  const bool is_category = argument.kind == ArgumentKind::kCategory;
  std::string text;
  const auto line = [&](int deeper, std::string_view words) {
    fmt::format_to(std::back_inserter(text), "{:{}}{}\n", "", indent + deeper, words);
  };
  line(0, is_category ? argument.name : fmt::format("{}=<{}>", argument.name, type_name(argument)));
  line(2, argument.description);
  const std::string children = fmt::format("{}", fmt::join(names_of(argument.children), ", "));
  switch (argument.kind) {
    case ArgumentKind::kCategory:
      if (!argument.children.empty()) line(2, "Valid subarguments: " + children);
      break;
    case ArgumentKind::kChoice:
      line(2, "Valid values: " + children);
      line(2, "Defaults to " + argument.children[argument.usual].name);
      break;
    case ArgumentKind::kValue:
      line(2, "Valid values: " + argument.valid);
      line(2,
           "Defaults to " + (argument.type == ValueType::kString && argument.default_value.empty()
                                 ? std::string("\"\"")
                                 : argument.default_value));
      break;
  }
  text += '\n';
  if (depth == HelpDepth::kAll) {
    for (const Argument& child : argument.children) text += help_text(child, indent + 2, depth);
  }
  return text;
}

std::string usage_text(std::string_view executable, const Arguments& arguments) {
  std::string text = fmt::format(
      "Usage: {} <arg1> <subarg1_1> ... <subarg1_m> ... <arg_n> <subarg_n_1> ... <subarg_n_m>\n\n"
      "Begin by selecting amongst the following inference methods and diagnostics,\n",
      executable);
  const auto line = [&](std::string_view name, std::string_view words) {
    fmt::format_to(std::back_inserter(text), "  {:<10}  {}\n", name, words);
  };
  for (const Argument& method : arguments[0].children) line(method.name, method.description);
  text += "\nOr see help information with\n";
  line("help", "Prints help");
  line("help-all", "Prints entire argument tree");
  text += "\nAdditional configuration available by specifying\n";
  for (const Argument& argument : arguments) {
    if (argument.name != "method") line(argument.name, argument.description);
  }
  return text + fmt::format(
                    "\nSee {} <arg1> [ help | help-all ] for details on individual "
                    "arguments.\n\n",
                    executable);
}

std::vector<std::string> configurations(const Arguments& arguments, std::string_view name) {
  std::vector<std::string> found;
  add_configurations(arguments, name, "", found);
  return found;
}

}  // namespace autumn::cmdstan
