// Term runs are terms with consecutive positions, which need no list of them, and term groups are
// monomials with the same positions, which need one list: this finds them.
#pragma once

#include <cstdint>
#include <vector>

#include "gaussian/equations/equations.h"

namespace autumn::gaussian::equations {

struct Term {
  std::uint32_t position = 0;
  double constant = 0.0;
  double share = 1.0;  // how often the element stands in Q, over two: 1/2 on the diagonal
};

class TermWriter {
 public:
  explicit TermWriter(const Supernodes& supernodes);

  // Monomial by monomial, positions rising.
  void add(const Monomial& monomial, const Term& term);
  [[nodiscard]] Terms terms() &&;

 private:
  struct OfMonomial {
    Monomial monomial;
    std::vector<Term> terms;
  };
  using Members = std::vector<std::size_t>;  // among all_

  // Those that are taken together.
  [[nodiscard]] std::vector<Members> find_groups() const;
  void write_group(const Members& members);
  void write_runs(const OfMonomial& of);
  // After the last of those that make a run with the first.
  [[nodiscard]] std::size_t run_from(const std::vector<Term>& terms, std::size_t first) const;
  void write(const Term& term, bool is_consecutive);
  void start_run(bool is_consecutive);

  Terms out_;
  std::vector<OfMonomial> all_;
  // Per position: whether it is an element of Q as well as of its inverse, so that a term of zero
  // may be there. Above the diagonals of supernodes nobody writes.
  std::vector<bool> is_element_;
};

}  // namespace autumn::gaussian::equations
