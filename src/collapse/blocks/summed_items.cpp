// This file looks for sums over all of a vector among the rows of normal factors.
#include "collapse/blocks/summed_items.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "collapse/forms/form_terms.h"

namespace autumn::collapse {
namespace {

// Shorter ones are quickly eliminated, sums and all.
constexpr std::size_t kLong = 64;
// Rows with more elements than one in so many are long.
constexpr std::size_t kShortShare = 8;
// A factor of a sum has few rows; others are looked at only if there is one.
constexpr std::size_t kFewSums = 8;

// What the rows of all normal factors have of one variable.
struct VariableRows {
  std::size_t whole_sums = 0;
  std::size_t other_long_rows = 0;
};

class SumFinding {
 public:
  SumFinding(const GaussianRequest& request, Builder& builder)
      : request_(request),
        builder_(builder),
        forms_(request.model, builder, request.elements, zero_sums(request.model)) {}

  [[nodiscard]] std::vector<SummedItem> run() && {
    std::vector<SummedItem> found;
    for (SummedItem& item : zero_sums(request_.model)) {
      const bool is_in =
          !item.elements.empty() && request_.elements.contains(item.variable, item.elements[0]);
      if (is_in) found.push_back(std::move(item));
    }
    for (std::size_t v = 0; v < request_.model.variables.size(); ++v) {
      if (is_long(v)) rows_[v] = {};
    }
    if (rows_.empty()) return found;
    for (const model::Factor& factor : request_.model.factors) look_at(factor, FactorSize::kFew);
    std::erase_if(rows_, [](const auto& at) { return at.second.whole_sums == 0; });
    if (rows_.empty()) return found;
    for (const model::Factor& factor : request_.model.factors) look_at(factor, FactorSize::kMany);
    for (const auto& [v, rows] : rows_) {
      if (rows.whole_sums != 0 && rows.other_long_rows == 0) found.push_back(whole(v));
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_long(std::size_t v) const {
    const std::size_t size = request_.elements.size_of(v);
    return size >= kLong && request_.elements.count(v) == size &&
           request_.model.variables[v].support.kind == model::SupportKind::kReal;
  }

  [[nodiscard]] SummedItem whole(std::size_t v) const {
    SummedItem item;
    item.variable = v;
    item.rows = request_.elements.size_of(v);
    item.elements = request_.elements.elements(v);
    item.end = SumEnd::kFree;
    return item;
  }

  enum class FactorSize { kFew, kMany };

  void look_at(const model::Factor& factor, FactorSize wanted) {
    const std::optional<NormalRows> rows = normal_rows(builder_, factor);
    if (!rows) return;
    const bool is_few = builder_.shape(rows->residual).size() <= kFewSums;
    if (is_few != (wanted == FactorSize::kFew)) return;
    for (const FormTerm& term : forms_.of(rows->residual).terms) {
      const auto found = rows_.find(term.variable);
      if (found != rows_.end()) look_at(term, found->second);
    }
  }

  // Rows of one term that have many elements of its variable.
  void look_at(const FormTerm& term, VariableRows& rows) const {
    const std::size_t size = request_.elements.size_of(term.variable);
    std::map<std::uint32_t, std::size_t> counts;
    if (term.pairs.is_dense) {
      for (std::uint32_t r = 0; r < term.pairs.row_count; ++r) {
        counts[r] = term.pairs.elements.size();
      }
    } else {
      for (const std::uint32_t r : term.pairs.rows) ++counts[r];
    }
    std::erase_if(counts, [&](const auto& at) { return at.second * kShortShare < size; });
    if (counts.size() > kFewSums) {
      rows.other_long_rows += counts.size();
      return;
    }
    for (const auto& [row, count] : counts) {
      ++(is_whole_sum(term, row, size) ? rows.whole_sums : rows.other_long_rows);
    }
  }

  // Every element once, and all with the same coefficient.
  [[nodiscard]] bool is_whole_sum(const FormTerm& term, std::uint32_t row, std::size_t size) const {
    std::vector<std::size_t> pairs;
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      if (term.pairs.row(p) == row) pairs.push_back(p);
    }
    if (pairs.size() != size) return false;
    std::vector<bool> is_there(size, false);
    for (const std::size_t p : pairs) is_there[term.pairs.element(p)] = true;
    if (std::ranges::find(is_there, false) != is_there.end()) return false;
    return std::ranges::all_of(pairs, [&](std::size_t p) {
      return number_of(term.multiplier, p) == number_of(term.multiplier, pairs[0]) &&
             (!term.coefficient || slot_of(*term.coefficient, builder_, p) ==
                                       slot_of(*term.coefficient, builder_, pairs[0]));
    });
  }

  [[nodiscard]] double number_of(const std::optional<Numbers>& numbers, std::size_t p) const {
    if (!numbers) return 1.0;
    return builder_.graph().constant(numbers->node)[slot_of(*numbers, builder_, p)];
  }

  const GaussianRequest& request_;
  Builder& builder_;
  Forms forms_;
  std::map<std::size_t, VariableRows> rows_;
};

}  // namespace

std::vector<SummedItem> summed_items(const GaussianRequest& request, Builder& builder) {
  return SumFinding(request, builder).run();
}

}  // namespace autumn::collapse
