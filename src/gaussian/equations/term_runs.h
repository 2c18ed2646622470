// Term runs are terms with consecutive positions, which need no list of them: this finds them.
#pragma once

#include <cstdint>
#include <vector>

#include "gaussian/equations/equations.h"

namespace autumn::gaussian::equations {

struct Term {
  std::uint32_t position = 0;
  double constant = 0.0;
  double weight = 0.0;
};

class TermWriter {
 public:
  explicit TermWriter(const Supernodes& supernodes);

  // Monomial by monomial, positions rising.
  void add(const Monomial& monomial, const Term& term);
  [[nodiscard]] Terms terms() &&;

 private:
  void end_monomial();
  // After the last of those that make a run with the first.
  [[nodiscard]] std::size_t run_from(std::size_t first) const;
  void write(const Term& term, bool is_consecutive);
  void start_run(bool is_consecutive);

  Terms out_;
  std::vector<Term> waiting_;  // of the last monomial
  // Per position: whether it is an element of Q as well as of its inverse, so that a term of zero
  // may be there. Above the diagonals of supernodes nobody writes.
  std::vector<bool> is_element_;
};

}  // namespace autumn::gaussian::equations
