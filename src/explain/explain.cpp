// This file makes the explanation of a plan: parts of variables, their factors, and the order of
// recovery.
#include "explain/explain.h"

#include <algorithm>
#include <map>
#include <set>

#include "collapse/trial.h"
#include "dist/distribution.h"
#include "explain/draw.h"

namespace autumn::explainer {
namespace {

using model::Model;

// Counting pairs of columns beyond this takes too long.
constexpr std::size_t kMaxPairs = 50'000'000;

// Pairs of columns (and columns themselves) that are in a row together, each counted once: what the
// triangular factor would have without fill-in.
std::optional<std::size_t> structural_entries(const gaussian::Block& block) {
  std::size_t work = 0;
  std::vector<std::vector<std::uint32_t>> rows_of(block.columns);
  for (std::uint32_t r = 0; r < block.rows(); ++r) {
    const std::size_t length = block.row_starts[r + 1] - block.row_starts[r];
    work += length * length;
    if (work > kMaxPairs) return std::nullopt;
    for (std::uint32_t k = block.row_starts[r]; k < block.row_starts[r + 1]; ++k) {
      rows_of[block.column[k]].push_back(r);
    }
  }
  std::vector<std::uint32_t> seen(block.columns, 0);
  std::size_t count = 0;
  for (std::uint32_t c = 0; c < block.columns; ++c) {
    seen[c] = c + 1;
    ++count;
    for (const std::uint32_t r : rows_of[c]) {
      for (std::uint32_t k = block.row_starts[r]; k < block.row_starts[r + 1]; ++k) {
        const std::uint32_t other = block.column[k];
        if (other <= c || seen[other] == c + 1) continue;
        seen[other] = c + 1;
        ++count;
      }
    }
  }
  return count;
}

class Explaining {
 public:
  Explaining(const Model& model, const collapse::Planned& planned, std::span<const NamedData> data)
      : model_(model), planned_(planned), collapsed_(collapsed_elements(model, planned.plan)) {
    collapse::ElementSet leaves(model);
    for (const collapse::Step& step : planned.plan.steps) {
      if (!step.rule.is_leaf()) continue;
      for (const std::uint32_t e : step.elements) leaves.insert(step.variable, e);
    }
    uses_ = factor_uses(model, collapsed_, leaves, data);
    names_ = data;
  }

  Explanation run() && {
    make_parts();
    find_factors();
    add_numbers();
    add_blocks();
    add_recovery();
    const GraphSource source{model_, uses_, result_, part_of_, part_factors_, names_};
    result_.before = graph_before(source);
    result_.after = graph_after(source);
    return std::move(result_);
  }

 private:
  void make_parts() {
    part_of_.resize(model_.variables.size());
    const std::vector<collapse::Rule> rules = collapse::rules_of(planned_.plan);
    std::multimap<std::size_t, const collapse::Step*> steps;  // by variable
    for (const collapse::Step& step : planned_.plan.steps) steps.emplace(step.variable, &step);
    std::multimap<std::size_t, const collapse::Kept*> keeps;
    for (const collapse::Kept& kept : planned_.plan.kept) keeps.emplace(kept.variable, &kept);
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      part_of_[v].resize(collapsed_.size_of(v), 0);
      for (const collapse::Rule& rule : rules) {
        std::vector<std::uint32_t> elements;  // what the rule collapses of the variable
        for (auto [at, last] = steps.equal_range(v); at != last; ++at) {
          const collapse::Step& step = *at->second;
          if (step.rule != rule) continue;
          elements.insert(elements.end(), step.elements.begin(), step.elements.end());
        }
        if (elements.empty()) continue;
        Part part = new_part(v, std::move(elements));
        part.rule = rule;
        part.where = model_.variables[v].where;
        add_part(v, std::move(part));
      }
      for (auto [at, last] = keeps.equal_range(v); at != last; ++at) {
        const collapse::Kept& kept = *at->second;
        if (kept.elements.empty()) continue;
        Part part = new_part(v, kept.elements);
        part.reason = kept.reason;
        part.could_be = kept.could_be;
        part.where = kept.where;
        add_part(v, std::move(part));
      }
    }
    part_factors_.resize(result_.parts.size());
  }

  [[nodiscard]] Part new_part(std::size_t v, std::vector<std::uint32_t> elements) const {
    std::ranges::sort(elements);
    Part part;
    part.name = model_.variables[v].name;
    part.dims = model_.variables[v].dims;
    part.of = collapsed_.size_of(v);
    part.elements = std::move(elements);
    return part;
  }

  void add_part(std::size_t v, Part part) {
    for (const std::uint32_t e : part.elements) part_of_[v][e] = result_.parts.size();
    result_.parts.push_back(std::move(part));
  }

  // Factors that are nothing but the distributions of leaves: the others do not see them.
  [[nodiscard]] bool is_fallen(std::size_t f) const {
    if (!uses_[f].has_plain_value) return false;
    bool is_all = true;
    visit_parts(uses_[f].value, [&](std::size_t part) {
      is_all = is_all && result_.parts[part].rule == collapse::kLeafRule;
    });
    return is_all;
  }

  void find_factors() {
    for (std::size_t f = 0; f < uses_.size(); ++f) {
      std::map<std::size_t, PartFactor> touched;
      visit_parts(uses_[f].arguments, [&](std::size_t part) { touched[part] = {f, false, true}; });
      visit_parts(uses_[f].value, [&](std::size_t part) {
        PartFactor& at = touched.try_emplace(part, PartFactor{f, false, false}).first->second;
        at.is_own = uses_[f].has_plain_value;
        at.is_joint = at.is_joint || !at.is_own || !is_elementwise(f);
      });
      for (const auto& [part, factor] : touched) add_factor(part, factor);
    }
    for (Part& part : result_.parts) {
      std::ranges::stable_partition(part.factors, &FactorNote::is_own);
      if (!part.factors.empty() && part.factors[0].is_own) part.where = part.factors[0].where;
    }
  }

  [[nodiscard]] bool is_elementwise(std::size_t f) const {
    const model::Factor& factor = model_.factors[f];
    return !factor.is_opaque() && factor.distribution->is_scalar();
  }

  template <typename Function>
  void visit_parts(const ElementLists& lists, Function function) const {
    for (const auto& [v, elements] : lists) {
      for (const std::uint32_t e : elements) function(part_of_[v][e]);
    }
  }

  void add_factor(std::size_t p, const PartFactor& at) {
    Part& part = result_.parts[p];
    if (!part.is_collapsed()) return;
    const bool is_leaf = part.rule == collapse::kLeafRule;
    if (is_leaf ? !at.is_own : is_fallen(at.factor)) return;
    part_factors_[p].push_back(at);
    const model::Factor& factor = model_.factors[at.factor];
    FactorNote note{factor_name(model_.graph, factor), factor.label, at.is_own, factor.where};
    if (at.is_own) note.of = part.name;
    if (std::ranges::find(part.factors, note) == part.factors.end()) {
      part.factors.push_back(std::move(note));
    }
  }

  void add_numbers() {
    const collapse::Plan& plan = planned_.plan;
    result_.dimension_before = plan.dimension_before;
    result_.dimension_after = plan.dimension_after;
    // The cost is counted against the model as it was written.
    result_.cost_before = collapse::operations_per_gradient(model_);
    result_.cost_after = plan.cost_after;
  }

  void add_blocks() {
    for (std::size_t b = 0; b < planned_.plan.blocks.size(); ++b) {
      const collapse::GaussianBlock& block = planned_.collapsed.blocks[b];
      BlockNote note{planned_.plan.blocks[b], parts_of(block.columns), std::nullopt};
      if (const auto entries = structural_entries(block.analyzed->block)) {
        const std::size_t all = note.summary.entries_in_factor;
        note.fill_in = all > *entries ? all - *entries : 0;
      }
      result_.blocks.push_back(std::move(note));
    }
    if (result_.blocks.size() == 1) count_written_rows(result_.blocks[0]);
  }

  // Rows may have been compressed before the block was made.
  void count_written_rows(BlockNote& block) const {
    std::set<std::size_t> factors;
    for (const std::size_t p : block.parts) {
      for (const PartFactor& at : part_factors_[p]) factors.insert(at.factor);
    }
    std::size_t rows = 0;
    for (const std::size_t f : factors) rows += uses_[f].taken_rows;
    block.summary.rows_before = std::max(block.summary.rows_before, rows);
  }

  [[nodiscard]] std::vector<std::size_t> parts_of(
      const std::vector<collapse::Column>& columns) const {
    std::set<std::size_t> parts;
    for (const collapse::Column& column : columns)
      parts.insert(part_of_[column.variable][column.element]);
    return {parts.begin(), parts.end()};
  }

  // Steps that draw more of the same are told once.
  void add_recovery() {
    std::set<std::size_t> known;
    for (std::size_t p = 0; p < result_.parts.size(); ++p) {
      if (!result_.parts[p].is_collapsed()) known.insert(p);
    }
    for (const collapse::RecoveryStep& step : planned_.collapsed.recovery.steps) {
      RecoveryNote note;
      if (const auto* block = std::get_if<collapse::DrawBlock>(&step.draw)) {
        note.parts = parts_of(block->columns);
      } else {
        const collapse::DrawRows& rows = std::get<collapse::DrawRows>(step.draw);
        if (rows.elements.empty()) continue;
        note.parts = {part_of_[rows.variable][rows.elements[0]]};
      }
      note.given = given(note.parts, known);
      known.insert(note.parts.begin(), note.parts.end());
      if (!result_.recovery.empty() && result_.recovery.back().parts == note.parts) {
        ++result_.recovery.back().steps;
      } else {
        result_.recovery.push_back(std::move(note));
      }
    }
  }

  // Parts in the same factors that are known by then.
  [[nodiscard]] std::vector<std::size_t> given(const std::vector<std::size_t>& parts,
                                               const std::set<std::size_t>& known) const {
    std::set<std::size_t> found;
    const auto add = [&](std::size_t part) {
      if (known.contains(part)) found.insert(part);
    };
    for (const std::size_t p : parts) {
      for (const PartFactor& at : part_factors_[p]) {
        visit_parts(uses_[at.factor].arguments, add);
        if (at.is_joint) visit_parts(uses_[at.factor].value, add);
      }
    }
    for (const std::size_t p : parts) found.erase(p);
    return {found.begin(), found.end()};
  }

  const Model& model_;
  const collapse::Planned& planned_;
  collapse::ElementSet collapsed_;
  std::span<const NamedData> names_;
  std::vector<FactorUses> uses_;
  std::vector<std::vector<std::size_t>> part_of_;      // per variable and element
  std::vector<std::vector<PartFactor>> part_factors_;  // per collapsed part
  Explanation result_;
};

}  // namespace

Explanation explain(const Model& model, const collapse::Planned& planned,
                    std::span<const NamedData> data) {
  return Explaining(model, planned, data).run();
}

}  // namespace autumn::explainer
