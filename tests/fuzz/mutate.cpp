// This file mutates programs by tokens: random bytes rarely get past the lexer, so most changes
// here exchange tokens of one kind, or move whole statements.
#include "fuzz/mutate.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

#include "stan/syntax/lexer.h"
#include "stan/types/signature.h"

namespace autumn::fuzz {
namespace {

using stan::Token;
using stan::TokenKind;
using Pieces = std::vector<std::string>;

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  [[nodiscard]] std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }
  [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }
  template <typename T>
  [[nodiscard]] const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

 private:
  std::minstd_rand engine_;
};

// The words of a program, without comments and white space.
struct Words {
  Pieces texts;
  std::vector<TokenKind> kinds;
};

Words words_of(const std::string& program) {
  stan::Sources sources("mutated.stan", program);
  Words words;
  for (const Token& token : stan::lex(sources).tokens) {
    if (token.kind == TokenKind::kEnd) break;
    words.texts.emplace_back(token.text);
    words.kinds.push_back(token.kind);
  }
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words.texts) {
    text += word;
    text += word == ";" || word == "{" || word == "}" ? '\n' : ' ';
  }
  return text;
}

void put(Words& words, std::size_t at, const Words& part) {
  const auto place = static_cast<std::ptrdiff_t>(at);
  words.texts.insert(words.texts.begin() + place, part.texts.begin(), part.texts.end());
  words.kinds.insert(words.kinds.begin() + place, part.kinds.begin(), part.kinds.end());
}

void cut(Words& words, std::size_t from, std::size_t to) {
  const auto a = static_cast<std::ptrdiff_t>(from);
  const auto b = static_cast<std::ptrdiff_t>(to);
  words.texts.erase(words.texts.begin() + a, words.texts.begin() + b);
  words.kinds.erase(words.kinds.begin() + a, words.kinds.begin() + b);
}

// The statement or declaration around a place: from after one ; { } to the next one.
struct Range {
  std::size_t from;
  std::size_t to;
};

bool ends_statement(const std::string& word) {
  return word == ";" || word == "{" || word == "}";
}

Range statement_at(const Words& words, std::size_t at) {
  std::size_t from = at;
  while (from > 0 && !ends_statement(words.texts[from - 1])) --from;
  std::size_t to = at;
  while (to < words.texts.size() && !ends_statement(words.texts[to])) ++to;
  return {from, std::min(to + 1, words.texts.size())};
}

Words part_of(const Words& words, Range range) {
  const auto a = static_cast<std::ptrdiff_t>(range.from);
  const auto b = static_cast<std::ptrdiff_t>(range.to);
  return {{words.texts.begin() + a, words.texts.begin() + b},
          {words.kinds.begin() + a, words.kinds.begin() + b}};
}

const Pieces& numbers() {
  static const Pieces list{"0",       "1",          "2",      "-1",         "3",   "100",
                           "1000000", "0.5",        "1e308",  "1e-9",       "0.0", "-2.5",
                           "1e400",   "2147483647", "123456", "2147483648", "7",   "1e-320"};
  return list;
}

const Pieces& operators() {
  static const Pieces list{"+",  "-",  "*", "/",  "%/%", "%",  "\\", ".*", "./", "^",
                           "==", "!=", "<", "<=", ">",   ">=", "&&", "||", ".^", "'"};
  return list;
}

const Pieces& types() {
  static const Pieces list{"real",
                           "int",
                           "vector[N]",
                           "row_vector[3]",
                           "matrix[2,N]",
                           "array[2] real",
                           "simplex[3]",
                           "ordered[2]",
                           "cholesky_factor_corr[3]",
                           "corr_matrix[2]",
                           "cov_matrix[2]",
                           "unit_vector[3]",
                           "vector<lower=0>[2]",
                           "real<lower=0,upper=1>",
                           "array[2,2] vector[2]",
                           "sum_to_zero_vector[3]",
                           "cholesky_factor_cov[3,2]",
                           "row_stochastic_matrix[2,3]",
                           "real<offset=1,multiplier=2>"};
  return list;
}

// A word that could stand in the place of this one.
std::string other_word(const Words& words, std::size_t at, Dice& dice) {
  if (dice.one_in(6)) return dice.pick(words.texts);
  const TokenKind kind = words.kinds[at];
  if (stan::is_type_word(kind)) return dice.pick(types());
  if (kind == TokenKind::kIntNumber || kind == TokenKind::kRealNumber) return dice.pick(numbers());
  if (kind == TokenKind::kIdentifier) {
    Pieces same;
    for (std::size_t i = 0; i < words.kinds.size(); ++i) {
      if (words.kinds[i] == kind) same.push_back(words.texts[i]);
    }
    const bool is_called = at + 1 < words.texts.size() && words.texts[at + 1] == "(";
    if (is_called && !dice.one_in(4)) {
      static const Pieces functions(stan::function_names().begin(), stan::function_names().end());
      return dice.pick(functions);
    }
    return dice.pick(same);
  }
  return dice.pick(operators());
}

void change(Words& words, const Words& source, Dice& dice) {
  if (words.texts.empty() || source.texts.empty()) return;
  const std::size_t at = dice.below(words.texts.size());
  switch (dice.below(10)) {
    case 0: put(words, at, {{words.texts[at]}, {words.kinds[at]}}); break;
    case 1: cut(words, at, at + 1); break;
    case 2: {
      const Range range = statement_at(words, at);
      cut(words, range.from, range.to);
      break;
    }
    case 3:
    case 4: {
      const Words part = part_of(source, statement_at(source, dice.below(source.texts.size())));
      put(words, statement_at(words, at).from, part);
      break;
    }
    case 5: put(words, at, {{dice.pick(operators())}, {TokenKind::kPlus}}); break;
    default: words.texts[at] = other_word(words, at, dice); break;
  }
}

// One number of the data becomes another.
std::string changed_data(std::string json, Dice& dice) {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(json[i])) != 0) digits.push_back(i);
  }
  if (digits.empty()) return json;
  const std::size_t at = dice.pick(digits);
  if (dice.one_in(2)) return json.replace(at, 1, std::to_string(dice.below(10)));
  return json.replace(at, 1, dice.pick(numbers()));
}

constexpr std::string_view kSeparator = "\n---\n";

std::string changed(const std::string& text, const std::string& source, std::uint32_t seed) {
  Dice dice(seed);
  const std::size_t end = text.find(kSeparator);
  Words words = words_of(text.substr(0, end));
  const Words others = words_of(source.substr(0, source.find(kSeparator)));
  for (std::size_t k = dice.below(4) + 1; k > 0; --k) change(words, others, dice);
  std::string json = end == std::string::npos ? "" : text.substr(end + kSeparator.size());
  if (dice.one_in(3)) json = changed_data(std::move(json), dice);
  std::string result = joined(words);
  if (!json.empty()) result.append(kSeparator).append(json);
  return result;
}

}  // namespace

std::string mutated(const std::string& text, std::uint32_t seed) {
  return changed(text, text, seed);
}

std::string crossed(const std::string& text, const std::string& other, std::uint32_t seed) {
  return changed(text, other, seed);
}

}  // namespace autumn::fuzz
