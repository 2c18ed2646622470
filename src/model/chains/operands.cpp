// This file sorts the terms of chains.
#include "model/chains/operands.h"

#include <algorithm>
#include <iterator>

namespace autumn::model {
namespace {

LogTerms shared_terms(const LogTerms& a, const LogTerms& b) {
  LogTerms both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

void take_away(LogTerms& from, const LogTerms& what) {
  LogTerms rest;
  std::ranges::set_difference(from, what, std::back_inserter(rest));
  from = std::move(rest);
}

// What all moves into (or out of) each state have in common is taken out of them.
std::vector<LogTerms> take_common(ChainStep& step, bool is_into) {
  const std::size_t count = step.states.size();
  std::vector<LogTerms> common(count);
  for (std::size_t a = 0; a < count; ++a) {
    const auto move = [&](std::size_t b) -> auto& {
      return is_into ? step.move(b, a) : step.move(a, b);
    };
    bool is_first = true;
    for (std::size_t b = 0; b < count; ++b) {
      if (!move(b)) continue;
      common[a] = is_first ? *move(b) : shared_terms(common[a], *move(b));
      is_first = false;
    }
    for (std::size_t b = 0; b < count; ++b) {
      if (move(b)) take_away(*move(b), common[a]);
    }
  }
  return common;
}

void append(LogTerms& to, const LogTerms& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Puts what was taken out of moves back into them.
void return_sources(SortedChain& sorted) {
  const std::size_t count = sorted.chain->states();
  if (sorted.moves.size() == 1) sorted.moves.resize(sorted.chain->steps.size(), sorted.moves[0]);
  for (std::size_t t = 0; t < sorted.chain->steps.size(); ++t) {
    for (std::size_t i = 0; i < count * count; ++i) {
      auto& move = sorted.moves[t][i];
      if (move) append(*move, sorted.source[t * count + i / count]);
    }
  }
  sorted.source.assign(sorted.source.size(), {});
}

// ... or to what the states come from.
void move_sources(SortedChain& sorted, std::vector<LogTerms>& first) {
  const std::size_t count = sorted.chain->states();
  for (std::size_t i = 0; i < sorted.source.size(); ++i) {
    append(i < count ? first[i] : sorted.emission[i - count], sorted.source[i]);
  }
}

}  // namespace

SortedChain sorted(const FoundChain& chain) {
  SortedChain result{.chain = &chain, .moves = {}, .emission = {}, .source = {}};
  for (ChainStep step : chain.steps) {
    for (LogTerms& terms : take_common(step, true)) result.emission.push_back(std::move(terms));
    for (LogTerms& terms : take_common(step, false)) {
      result.has_sources = result.has_sources || !terms.empty();
      result.source.push_back(std::move(terms));
    }
    result.moves.push_back(std::move(step.moves));
  }
  const auto is_like_first = [&](const Slots& moves) { return moves == result.moves[0]; };
  if (std::ranges::all_of(result.moves, is_like_first)) result.moves.resize(1);
  return result;
}

bool go_together(const SortedChain& a, const SortedChain& b) {
  const bool are_alike = a.chain->states() == b.chain->states() &&
                         a.chain->steps.size() == b.chain->steps.size() &&
                         a.moves.size() == b.moves.size() && a.has_sources == b.has_sources;
  return are_alike && (a.moves.size() > 1 || a.moves[0] == b.moves[0]);
}

ChainOperands operands_of(std::span<const SortedChain> chains, bool is_whole) {
  const std::size_t n = chains.size(), states = chains[0].chain->states();
  const std::size_t steps = chains[0].chain->steps.size();
  const bool returns = is_whole && chains[0].has_sources;
  ChainOperands result;
  result.shape = {.states = states,
                  .steps = steps,
                  .chains = n,
                  .moves_change = chains[0].moves.size() > 1 || returns,
                  .is_whole = is_whole};
  result.first.resize(result.shape.first_size());
  result.move.resize(result.shape.move_size());
  result.emission.resize(result.shape.emission_size());
  for (std::size_t c = 0; c < n; ++c) {
    SortedChain chain = chains[c];
    std::vector<LogTerms> first;
    for (const Place place : chain.chain->first) first.push_back({LogTerm{place}});
    if (returns) return_sources(chain);
    if (!returns) move_sources(chain, first);
    for (std::size_t k = 0; k < states; ++k) result.first[k * n + c] = first[k];
    for (std::size_t i = 0; i < steps * states; ++i) {
      result.emission[(i % states * steps + i / states) * n + c] = chain.emission[i];
    }
    for (std::size_t t = 0; t < chain.moves.size(); ++t) {
      for (std::size_t i = 0; i < states * states; ++i) {
        const std::size_t at = result.shape.moves_change ? (i * steps + t) * n + c : i;
        result.move[at] = chain.moves[t][i];
      }
    }
  }
  return result;
}

}  // namespace autumn::model
