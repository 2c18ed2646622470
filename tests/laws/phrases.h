// A phrase is a word that random expressions are made of: a function of the language, with places
// for arguments.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "laws/sketch.h"

namespace autumn::laws {

// What an expression is. `#` in a text stands for the length of vectors and matrices.
//   r real           p positive real       u real in (0, 1)      i int from 1 to 3
//   v vector         w row vector          q positive vector     f simplex      o ordered
//   m square matrix  T (# + 1) by # matrix S positive definite   L its Cholesky factor
//   c correlations   C their factor        e array of reals      V array of two vectors
struct Phrase {
  char kind;
  std::string_view text;  // `$r` is a place for a real, and so on
};

// Sums, products, slices, reductions, solves: what keeps an expression affine, or makes it not so.
[[nodiscard]] std::span<const Phrase> algebra_phrases();
// Functions of numbers, element by element.
[[nodiscard]] std::span<const Phrase> special_phrases();

// A distribution with phrases for its outcome and its arguments, and the type of a parameter that
// has it; no type for discrete ones.
struct DistributionWords {
  std::string_view name;
  std::string_view outcome;
  std::string_view arguments;
  std::string_view type;
};
[[nodiscard]] std::span<const DistributionWords> distribution_words();
// Their log densities and distribution functions as phrases for reals: `normal_lcdf($r | $r, $p)`.
[[nodiscard]] const std::vector<std::string>& distribution_phrases();

// A random expression of a kind, with variables and data of the standard names (below) at its ends.
[[nodiscard]] std::string expression(Sketch& sketch, char kind, std::size_t depth);
// The phrase with its places filled in; with a variable in one of them, if it has a place for one.
[[nodiscard]] std::string filled_with_variable(Sketch& sketch, std::string_view text,
                                               std::size_t depth);
// The phrase with its places filled in.
[[nodiscard]] std::string filled(Sketch& sketch, std::string_view text, std::size_t depth);

// Declares those standard variables and data that the blocks mention (as far as `K`, the length, is
// declared), and gives the variables priors.
void declare_standard(Sketch& sketch);

// The data alone.
void declare_standard_data(Sketch& sketch);
// Whether a name is one of the words of a text.
[[nodiscard]] bool mentions(const std::string& text, const std::string& name);

// A statement that observes an expression of this kind.
[[nodiscard]] std::string observation(Sketch& sketch, char kind, const std::string& text);

}  // namespace autumn::laws
