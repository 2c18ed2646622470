// This file writes terms in runs: where every second position has a term, zeros fill the gaps.
#include "gaussian/equations/term_runs.h"

#include <utility>

#include "base/numbers.h"

namespace autumn::gaussian::equations {
namespace {

// Shorter runs are not worth a call.
constexpr std::size_t kFewestTerms = 16;

}  // namespace

TermWriter::TermWriter(const Supernodes& supernodes) : is_element_(supernodes.panels, false) {
  for (const Supernode& node : supernodes.nodes) {
    for (std::size_t p = 0; p < node.pivots; ++p) {
      for (std::size_t i = p; i < node.rows; ++i)
        is_element_[node.panel + p * node.rows + i] = true;
    }
  }
}

void TermWriter::add(const Monomial& monomial, const Term& term) {
  if (out_.monomials.empty() || out_.monomials.back() != monomial) {
    end_monomial();
    out_.monomials.push_back(monomial);
  }
  waiting_.push_back(term);
}

Terms TermWriter::terms() && {
  end_monomial();
  return std::move(out_);
}

void TermWriter::end_monomial() {
  if (out_.monomials.empty()) return;
  for (std::size_t first = 0; first < waiting_.size();) {
    const std::size_t last = run_from(first);
    const bool is_consecutive = last - first >= kFewestTerms;
    start_run(is_consecutive);
    for (; first < last; ++first) write(waiting_[first], is_consecutive);
  }
  out_.starts.push_back(as_u32(out_.positions.size()));
  out_.run_starts.push_back(as_u32(out_.runs.size()));
  waiting_.clear();
}

std::size_t TermWriter::run_from(std::size_t first) const {
  std::size_t last = first + 1;
  for (; last < waiting_.size(); ++last) {
    const std::uint32_t before = waiting_[last - 1].position, here = waiting_[last].position;
    const bool is_near = here == before + 1 || (here == before + 2 && is_element_[before + 1]);
    if (!is_near) break;
  }
  return last;
}

// Lists of positions that follow each other are one.
void TermWriter::start_run(bool is_consecutive) {
  const bool is_first = out_.runs.size() == out_.run_starts.back();
  if (!is_first && !is_consecutive && !out_.runs.back().is_consecutive) return;
  const std::uint32_t at = as_u32(out_.positions.size());
  out_.runs.push_back({is_consecutive, at, at});
}

void TermWriter::write(const Term& term, bool is_consecutive) {
  TermRun& run = out_.runs.back();
  if (is_consecutive && run.last > run.first && out_.positions.back() + 1 < term.position) {
    write({out_.positions.back() + 1, 0.0, 0.0}, is_consecutive);
  }
  out_.positions.push_back(term.position);
  out_.constants.push_back(term.constant);
  out_.weights.push_back(term.weight);
  ++run.last;
}

}  // namespace autumn::gaussian::equations
