// This file reads the list of Stan's signatures (tools/stan-signatures wrote it) and expands it.
#include "signatures/facts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <utility>

namespace autumn::signatures {
namespace {

using stan::Base;
using stan::Type;

constexpr std::pair<const char*, Base> kBases[] = {
    {"int", Base::kInt},
    {"real", Base::kReal},
    {"vector", Base::kVector},
    {"row_vector", Base::kRowVector},
    {"matrix", Base::kMatrix},
    {"complex", Base::kComplex},
    {"complex_vector", Base::kComplexVector},
    {"complex_row_vector", Base::kComplexRowVector},
    {"complex_matrix", Base::kComplexMatrix},
};

// What stands between separators outside of brackets.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += static_cast<int>(c == '(' || c == '[') - static_cast<int>(c == ')' || c == ']');
    if (c == separator && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

// `@` stands for so many array dimensions.
Type type_of(const std::string& text, std::uint32_t rank) {
  if (text[0] == '@') return type_of(text.substr(1), 0).in_arrays(rank);
  if (text.starts_with("array[")) {
    const auto end = text.find(']');
    return type_of(text.substr(end + 2), rank).in_arrays(static_cast<std::uint32_t>(end - 5));
  }
  if (text.starts_with("tuple(")) {
    std::vector<Type> parts;
    for (const std::string& part : split(text.substr(6, text.size() - 7), ',')) {
      parts.push_back(type_of(part, rank));
    }
    return {Base::kTuple, 0, parts};
  }
  for (const auto& [name, base] : kBases) {
    if (text == name) return {base, 0};
  }
  ADD_FAILURE() << "unknown type " << text;
  return {};
}

// One line: `name(a|b, c) => d`, with `, 1 to 7` after it if there are ranks.
struct Line {
  std::string name;
  std::vector<std::vector<std::string>> arguments;
  std::string result;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

Line line_of(const std::string& text) {
  Line line;
  const auto open = text.find('(');
  const auto arrow = text.find(") => ");
  line.name = text.substr(0, open);
  for (const std::string& part : split(text.substr(open + 1, arrow - open - 1), ',')) {
    line.arguments.push_back(split(part, '|'));
  }
  const auto rest = split(text.substr(arrow + 5), ',');
  line.result = rest[0];
  if (rest.size() > 1) {
    line.first = static_cast<std::uint32_t>(std::stoi(rest[1]));
    line.last = static_cast<std::uint32_t>(std::stoi(rest[1].substr(rest[1].find("to ") + 3)));
  }
  return line;
}

void expand(const Line& line, std::uint32_t rank, Fact& fact, std::vector<Fact>& facts) {
  const std::size_t place = fact.arguments.size();
  if (place == line.arguments.size()) {
    fact.result = type_of(line.result, rank);
    facts.push_back(fact);
    return;
  }
  for (const std::string& text : line.arguments[place]) {
    fact.arguments.push_back(type_of(text, rank));
    expand(line, rank, fact, facts);
    fact.arguments.pop_back();
  }
}

}  // namespace

std::string to_text(const Fact& fact) {
  std::string text = fact.name + '(';
  for (const Type& type : fact.arguments) {
    text += (text.back() == '(' ? "" : ", ") + stan::to_text(type);
  }
  return text + ") => " + stan::to_text(fact.result);
}

std::vector<Fact> all_facts() {
  std::ifstream in(AUTUMN_TEST_DATA "/stan.txt");
  EXPECT_TRUE(in.is_open());
  std::vector<Fact> facts;
  for (std::string text; std::getline(in, text);) {
    const Line line = line_of(text);
    for (std::uint32_t rank = line.first; rank <= line.last; ++rank) {
      Fact fact{.name = line.name, .arguments = {}, .result = {}};
      expand(line, rank, fact, facts);
    }
  }
  return facts;
}

}  // namespace autumn::signatures
