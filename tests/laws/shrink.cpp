// This file tries smaller programs in turn: without a statement, with a part of an expression in
// place of the whole, with a row of data less, with rounder numbers.
#include "laws/shrink.h"

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "laws/load.h"
#include "laws/walk.h"
#include "stan/printing/print.h"
#include "stan/types/signature.h"

namespace autumn::laws {
namespace {

using stan::ExprPtr;

// Applies number `k` of all changes of a kind; null if there are not so many.
using Change = std::optional<Case> (*)(const Case& example, std::size_t k);

std::optional<Case> with_program(const Case& example, const stan::Program& program) {
  Case smaller = example;
  smaller.program = to_text(program);
  return smaller;
}

std::optional<Case> without_statement(const Case& example, std::size_t k) {
  const auto program = parse(example.program);
  if (!program) return {};
  const bool is_done = walk_blocks(*program.value(), [&](stan::Statements& block) {
    if (k >= block.size()) {
      k -= block.size();
      return false;
    }
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(k));
    return true;
  });
  if (!is_done) return {};
  return with_program(example, *program.value());
}

bool is_atom(const stan::Expr& expression) {
  return std::holds_alternative<stan::IntLiteral>(expression.node) ||
         std::holds_alternative<stan::RealLiteral>(expression.node);
}

// A part in place of the whole; after the parts, the number one.
std::optional<Case> with_part(const Case& example, std::size_t k) {
  const auto program = parse(example.program);
  if (!program) return {};
  const bool is_done = walk_expressions(*program.value(), [&](ExprPtr& whole) {
    const std::vector<ExprPtr*> parts = children(*whole);
    const std::size_t choices = parts.size() + (is_atom(*whole) ? 0 : 1);
    if (k >= choices) {
      k -= choices;
      return false;
    }
    ExprPtr part;
    if (k < parts.size()) {
      part = std::move(*parts[k]);
    } else {
      part = std::make_unique<stan::Expr>();
      part->node = stan::IntLiteral{1};
    }
    whole = std::move(part);
    return true;
  });
  if (!is_done) return {};
  return with_program(example, *program.value());
}

std::optional<Case> with_less_data(const Case& example, std::size_t k) {
  for (const Datum& size : example.data) {
    if (!size.is_int || !size.dims.empty()) continue;
    const auto rows = static_cast<std::size_t>(size.numbers[0]);
    if (k < rows) {
      return Case{.program = example.program, .data = without_row(example.data, size.name, k)};
    }
    k -= rows;
  }
  return {};
}

std::optional<Case> with_rounder_number(const Case& example, std::size_t k) {
  Case smaller = example;
  for (Datum& datum : smaller.data) {
    if (datum.is_int) continue;
    if (k >= 2 * datum.numbers.size()) {
      k -= 2 * datum.numbers.size();
      continue;
    }
    double& x = datum.numbers[k / 2];
    const double rounder = k % 2 == 0 ? 0.0 : std::round(x);
    if (x == rounder || (x == 0.0)) return example;  // no change: never accepted
    x = rounder;
    return smaller;
  }
  return {};
}

std::optional<Case> without_datum(const Case& example, std::size_t k) {
  if (k >= example.data.size()) return {};
  Case smaller = example;
  smaller.data.erase(smaller.data.begin() + static_cast<std::ptrdiff_t>(k));
  return smaller;
}

constexpr Change kChanges[] = {without_statement, with_part, with_less_data, without_datum,
                               with_rounder_number};

}  // namespace

Case shrunk(const Case& example, const std::function<bool(const Case&)>& is_bad, std::size_t most) {
  Case best = example;
  std::size_t tried = 0;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const Change change : kChanges) {
      for (std::size_t k = 0; tried < most;) {
        const std::optional<Case> smaller = change(best, k);
        if (!smaller) break;
        if (*smaller == best) {
          ++k;
          continue;
        }
        ++tried;
        if (is_bad(*smaller)) {
          best = *smaller;
          is_smaller = true;
        } else {
          ++k;
        }
      }
    }
  }
  return best;
}

std::string shape_of(const Case& example) {
  std::map<std::string, std::string> names;
  std::string shape;
  std::string word;
  for (const char c : example.program + "\n") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.') {
      word += c;
      continue;
    }
    if (!word.empty()) {
      const bool is_number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
      const bool is_short = word.size() <= 3 && word != "exp" && word != "log";
      if (is_number) {
        shape += "1";
      } else if (is_short) {
        shape += names.try_emplace(word, "x" + std::to_string(names.size())).first->second;
      } else {
        shape += word;
      }
      word.clear();
    }
    shape += c;
  }
  return shape;
}

}  // namespace autumn::laws
