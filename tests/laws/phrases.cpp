// This file fills in phrases at random.
#include "laws/phrases.h"

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace autumn::laws {
namespace {

// A variable or datum of a kind; the first ones are the candidates for collapse.
std::string leaf(Sketch& sketch, char kind) {
  const bool is_data = sketch.chance(0.12);
  switch (kind) {
    case 'r':
      return is_data ? sketch.pick({"d", "x[1]", "0.5", "X[1, 2]"})
                     : sketch.pick({"a", "b", "c", "a", "b", "u[1]", "v[2]", "A[1, 2]"});
    case 'p': return is_data ? sketch.pick({"1.5", "0.7"}) : sketch.pick({"s", "t", "s", "q[1]"});
    case 'u': return is_data ? "0.4" : sketch.pick({"p", "w[1]"});
    case 'i': return sketch.pick({"1", "2", "3"});
    case 'v': return is_data ? "x" : sketch.pick({"u", "v"});
    case 'w': return is_data ? "x'" : sketch.pick({"u'", "v'", "A[1]"});
    case 'q': return is_data ? "[0.5, 1.5]'" : sketch.pick({"q", "rep_vector(s, K)"});
    case 'f': return is_data ? "[0.3, 0.7]'" : "w";
    case 'o': return is_data ? "[-0.5, 0.5]'" : "o";
    case 'm': return is_data ? sketch.pick({"X", "X0"}) : sketch.pick({"A", "B"});
    case 'T': return sketch.pick({"append_row(X, u')", "append_row(A, x')"});
    case 'S': return is_data ? "S1" : sketch.pick({"S0", "add_diag(X * X', s)", "S1"});
    case 'L': return sketch.pick({"L0", "cholesky_decompose(S1)", "diag_matrix(q)"});
    case 'c': return "R0";
    case 'C': return "C0";
    case 'e': return is_data ? "to_array_1d(x)" : "e";
    case 'V': return sketch.pick({"{u, v}", "{u, u}", "{x, v}"});
    default: internal_error("every kind has a leaf", __FILE__, __LINE__);
  }
}

std::vector<std::string_view> phrases_of(std::span<const Phrase> all, char kind) {
  std::vector<std::string_view> found;
  for (const Phrase& phrase : all) {
    if (phrase.kind == kind) found.push_back(phrase.text);
  }
  return found;
}

}  // namespace

std::string filled(Sketch& sketch, std::string_view text, std::size_t depth) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#') {
      result += 'K';
    } else if (text[i] == '$') {
      const std::string inner = expression(sketch, text[++i], depth == 0 ? 0 : depth - 1);
      const bool is_atom = std::ranges::all_of(inner, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
      });
      result += is_atom ? inner : "(" + inner + ")";
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string expression(Sketch& sketch, char kind, std::size_t depth) {
  if (depth == 0 || sketch.chance(0.35)) return leaf(sketch, kind);
  const bool is_special = sketch.chance(kind == 'p' || kind == 'u' || kind == 'q' ? 0.9 : 0.12);
  const auto all = is_special ? special_phrases() : algebra_phrases();
  const auto phrases = phrases_of(all, kind);
  if (phrases.empty()) return leaf(sketch, kind);
  return filled(sketch, phrases[sketch.below(phrases.size())], depth);
}

}  // namespace autumn::laws
