// This file writes terms in runs, where every second position has a term and zeros fill the gaps,
// and in groups.
#include "gaussian/equations/term_runs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/numbers.h"

namespace autumn::gaussian::equations {
namespace {

// Shorter runs are not worth a call.
constexpr std::size_t kFewestTerms = 16;
// Fewer monomials are not worth a group.
constexpr std::size_t kFewestMonomials = 4;

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
  if (all_.empty() || all_.back().monomial != monomial) all_.push_back({monomial, {}});
  all_.back().terms.push_back(term);
}

Terms TermWriter::terms() && {
  const std::vector<Members> groups = find_groups();
  std::vector<bool> is_grouped(all_.size(), false);
  for (const Members& members : groups) {
    for (const std::size_t k : members) is_grouped[k] = true;
  }
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (!is_grouped[k]) write_runs(all_[k]);
  }
  for (const Members& members : groups) write_group(members);
  return std::move(out_);
}

std::vector<TermWriter::Members> TermWriter::find_groups() const {
  std::map<std::vector<std::uint32_t>, Members> by_positions;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (all_[k].terms.size() > TermGroup::kMost) continue;
    std::vector<std::uint32_t> positions;
    for (const Term& term : all_[k].terms) positions.push_back(term.position);
    by_positions[std::move(positions)].push_back(k);
  }
  std::vector<Members> groups;
  for (auto& [positions, members] : by_positions) {
    const bool is_short = positions.size() == 1;
    if (!is_short && members.size() >= kFewestMonomials) groups.push_back(std::move(members));
  }
  return groups;
}

void TermWriter::write_group(const Members& members) {
  TermGroup group;
  group.first = as_u32(out_.monomials.size());
  group.last = as_u32(group.first + members.size());
  const std::vector<Term>& terms = all_[members.front()].terms;
  const std::size_t units = (terms.size() + TermGroup::kUnit - 1) / TermGroup::kUnit;
  group.stride = units * TermGroup::kUnit;
  for (const Term& term : terms) {
    group.positions.push_back(term.position);
    group.shares.push_back(term.share);
  }
  group.constants.assign(members.size() * group.stride, 0.0);
  double* row = group.constants.data();
  for (const std::size_t k : members) {
    out_.monomials.push_back(all_[k].monomial);
    out_.starts.push_back(as_u32(out_.positions.size()));
    out_.run_starts.push_back(as_u32(out_.runs.size()));
    std::ranges::transform(all_[k].terms, row, &Term::constant);
    row += group.stride;
  }
  out_.groups.push_back(std::move(group));
}

void TermWriter::write_runs(const OfMonomial& of) {
  out_.monomials.push_back(of.monomial);
  for (std::size_t first = 0; first < of.terms.size();) {
    const std::size_t last = run_from(of.terms, first);
    const bool is_consecutive = last - first >= kFewestTerms;
    start_run(is_consecutive);
    for (; first < last; ++first) write(of.terms[first], is_consecutive);
  }
  out_.starts.push_back(as_u32(out_.positions.size()));
  out_.run_starts.push_back(as_u32(out_.runs.size()));
}

std::size_t TermWriter::run_from(const std::vector<Term>& terms, std::size_t first) const {
  std::size_t last = first + 1;
  for (; last < terms.size(); ++last) {
    const std::uint32_t before = terms[last - 1].position, here = terms[last].position;
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
    write({.position = out_.positions.back() + 1}, is_consecutive);
  }
  out_.positions.push_back(term.position);
  out_.constants.push_back(term.constant);
  out_.weights.push_back(term.share * term.constant);
  ++run.last;
}

}  // namespace autumn::gaussian::equations
