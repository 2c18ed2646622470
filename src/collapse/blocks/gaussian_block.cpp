// This file assembles a Gaussian block from the normal factors of a plan: a row for each term, a
// column for each element, and constant rows compressed.
#include "collapse/blocks/gaussian_block.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "collapse/blocks/summed_items.h"
#include "collapse/blocks/touched_factors.h"
#include "collapse/compress/block_rows.h"
#include "collapse/forms/form_terms.h"
#include "collapse/forms/matrix_item.h"
#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using model::Factor;

constexpr std::uint32_t kNoColumn = std::numeric_limits<std::uint32_t>::max();

std::int32_t as_slot(std::size_t n) {
  return static_cast<std::int32_t>(n);
}

// One entry of a row under assembly.
struct Entry {
  std::uint32_t column;
  double multiplier;
  std::int32_t slot;
};

class Assembly {
 public:
  Assembly(const GaussianRequest& request, Builder& builder, const FixedNumbers& fixed)
      : request_(request),
        builder_(builder),
        fixed_(fixed),
        all_(request.elements),
        sums_(summed_items(request, builder)),
        forms_(request.model, builder, united(request), sums_),
        touched_(touched_factors(request, builder, forms_)),
        groups_(split_by_scale(request, builder, touched_)) {
    all_.insert(request.log_elements);
    number_columns();
  }

  GaussianBlocks run() && {
    GaussianBlocks result;
    for (std::size_t g = 0; g < groups_.size(); ++g) result.blocks.push_back(assemble(g));
    if (!result.blocks.empty()) result.sums = std::move(sums_);
    return result;
  }

 private:
  static ElementSet united(const GaussianRequest& request) {
    ElementSet set = request.elements;
    set.insert(request.log_elements);
    return set;
  }

  void number_columns() {
    for (std::size_t v = 0; v < all_.variables(); ++v) {
      column_of_.emplace_back(all_.size_of(v), kNoColumn);
      for (const std::uint32_t e : all_.elements(v)) {
        column_of_[v][e] = as_u32(columns_.size());
        columns_.push_back({as_u32(v), e, request_.log_elements.contains(v, e)});
      }
    }
  }

  // --- one block ---

  GaussianBlock assemble(std::size_t group) {
    GaussianBlock result;
    result.scale_owner = groups_[group];
    result.has_matrix = has_matrix(result);
    block_ = {};
    operands_ = {};
    coefficient_start_.clear();
    scale_slot_.clear();
    local_.assign(columns_.size(), kNoColumn);
    std::map<NodeId, std::vector<const TouchedFactor*>> compressible;
    std::vector<const TouchedFactor*> known;  // everything is, the scales too
    for (const TouchedFactor& touched : touched_) {
      if (touched.group != group) continue;
      result.factors.push_back(touched.normal);
      result.rows_before += touched.normal.taken.size();
      name_columns(touched, result.columns);
      const bool shares_scales = touched.scales.count * 2 <= touched.scales.class_of_row.size();
      const bool has_known_scale = !result.scale_owner && fixed_(touched.normal.rows.scale);
      if (result.has_matrix) {
        add_rows(touched, std::nullopt);
      } else if (has_known_scale && is_fixed(touched)) {
        known.push_back(&touched);
      } else if ((touched.scales.count == 1 || shares_scales) && is_fixed(touched)) {
        compressible[touched.scales.scales].push_back(&touched);
      } else if (has_known_scale && has_fixed_constants(touched)) {
        add_rows_in_units(touched);
      } else {
        add_rows(touched, fixed_(touched.normal.rows.residual));
      }
    }
    for (const auto& [scale, factors] : compressible)
      add_compressed(factors, result.columns.size());
    add_known(known, result.columns.size());
    result.covariance = find_covariance_form(group, result);
    if (result.has_matrix) result.vectors = find_vectors(group, result);
    finish(result);
    return result;
  }

  [[nodiscard]] bool has_matrix(const GaussianBlock& block) const {
    if (!block.scale_owner) return false;
    const model::Support& support = request_.model.variables[block.scale_owner->variable].support;
    return support.kind == model::SupportKind::kCovMatrix;
  }

  [[nodiscard]] std::optional<VectorBlock> find_vectors(std::size_t group,
                                                        const GaussianBlock& block) {
    const std::size_t length = request_.model.variables[block.scale_owner->variable].dims.back();
    VectorBlock result;
    std::vector<Form> residuals;
    for (const TouchedFactor& touched : touched_) {
      if (touched.group != group) continue;
      result.parts.push_back(vector_part(touched, length));
      residuals.push_back(forms_.of(result.parts.back().residual));
    }
    const auto all = [](std::size_t, std::size_t) { return true; };
    std::optional<VectorColumns> columns = vector_columns(builder_, length, residuals, all);
    if (!columns || columns->vectors.size() * length != block.columns.size()) return std::nullopt;
    result.columns = *std::move(columns);
    return result;
  }

  [[nodiscard]] VectorBlock::Part vector_part(const TouchedFactor& touched, std::size_t length) {
    const Factor& factor = request_.model.factors[touched.normal.factor];
    VectorBlock::Part part{.residual = plain_residual(builder_, factor),
                           .rows = {},
                           .matrix = factor.arguments[1],
                           .is_precision = factor.distribution == &dist::multi_normal_prec()};
    for (const std::uint32_t row : touched.normal.taken) {
      if (row % length == 0) part.rows.push_back(as_u32(row / length));
    }
    return part;
  }

  void name_columns(const TouchedFactor& touched, std::vector<Column>& columns) {
    for (const FormTerm& term : touched.residual.terms) {
      for (const std::uint32_t e : term.pairs.elements) {
        std::uint32_t& local = local_[column_of_[term.variable][e]];
        if (local != kNoColumn) continue;
        local = as_u32(columns.size());
        columns.push_back(columns_[column_of_[term.variable][e]]);
      }
    }
  }

  [[nodiscard]] bool has_fixed_constants(const TouchedFactor& touched) {
    return !row_weight(request_.model.factors[touched.normal.factor]) &&
           fixed_(touched.normal.rows.residual).has_value();
  }

  // Whether every number of its rows is known but the scale.
  [[nodiscard]] bool is_fixed(const TouchedFactor& touched) {
    const bool has_coefficients = std::ranges::any_of(
        touched.residual.terms, [](const FormTerm& t) { return t.coefficient.has_value(); });
    return !has_coefficients && has_fixed_constants(touched);
  }

  // Rows of known scales, in units of these.
  void add_rows_in_units(const TouchedFactor& touched) {
    const std::vector<double> fixed = *fixed_(touched.normal.rows.residual);
    const std::vector<double> scales = *fixed_(touched.normal.rows.scale);
    const std::vector<std::vector<Entry>> rows = entries_of(touched);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t row = touched.normal.taken[i];
      const double scale = scales[scales.size() == 1 ? 0 : row];
      for (const Entry& entry : rows[i]) {
        add_entry(block_, entry.column, entry.multiplier / scale, entry.slot);
      }
      end_row(block_, {.constant = fixed[row] / scale});
      known_terms_ -= std::log(scale);
      total_count_ += 1.0;
    }
  }

  // The entries of the taken rows, row by row.
  [[nodiscard]] std::vector<std::vector<Entry>> entries_of(const TouchedFactor& touched) {
    const std::size_t size = builder_.shape(touched.normal.rows.residual).size();
    std::vector<std::uint32_t> place(size, kNoColumn);
    for (std::size_t i = 0; i < touched.normal.taken.size(); ++i) {
      place[touched.normal.taken[i]] = as_u32(i);
    }
    std::vector<std::vector<Entry>> rows(touched.normal.taken.size());
    for (const FormTerm& term : touched.residual.terms) {
      const std::size_t start = term.coefficient ? coefficient_start(term.coefficient->node) : 0;
      std::span<const double> multipliers;
      if (term.multiplier) multipliers = builder_.graph().constant(term.multiplier->node);
      for (std::size_t p = 0; p < term.pairs.size(); ++p) {
        const std::uint32_t row = place[term.pairs.row(p)];
        if (row == kNoColumn) continue;
        // The residual is c - R u, so R has the opposite sign.
        double multiplier = -term.factor;
        if (term.multiplier) multiplier *= multipliers[slot_of(*term.multiplier, builder_, p)];
        const std::int32_t slot =
            term.coefficient ? as_slot(start + slot_of(*term.coefficient, builder_, p)) : -1;
        rows[row].push_back(
            {local_[column_of_[term.variable][term.pairs.element(p)]], multiplier, slot});
      }
    }
    for (std::vector<Entry>& row : rows) merge(row);
    return rows;
  }

  // u[1] - u[1] contains no u[1]: what is added up as squares later would leave rounding of it. A
  // sum that is rounding itself (0.3 - 0.1 - 0.2) is taken for the zero that it stands for.
  static void merge(std::vector<Entry>& row) {
    constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
    const auto key = [](const Entry& e) { return std::pair(e.column, e.slot); };
    const auto is_same = [&](const Entry& a, const Entry& b) { return key(a) == key(b); };
    std::vector<Entry> sorted = row;
    std::ranges::stable_sort(sorted, {}, key);
    if (std::ranges::adjacent_find(sorted, is_same) == sorted.end()) return;
    row.clear();
    for (std::size_t k = 0; k < sorted.size();) {
      Entry sum{sorted[k].column, 0.0, sorted[k].slot};
      double size = 0.0;
      for (; k < sorted.size() && key(sorted[k]) == key(sum); ++k) {
        sum.multiplier += sorted[k].multiplier;
        size += std::abs(sorted[k].multiplier);
      }
      const bool is_rounding = std::abs(sum.multiplier) <= kRounding * size && size != 0.0;
      if (!is_rounding) row.push_back(sum);  // NaN is none
    }
  }

  [[nodiscard]] std::size_t coefficient_start(NodeId node) {
    const auto [at, is_new] = coefficient_start_.try_emplace(node, block_.coefficients);
    if (is_new) {
      operands_.coefficients.push_back({node, {}});
      block_.coefficients += builder_.shape(node).size();
    }
    return at->second;
  }

  // The first slot of scales, which all factors that have them share.
  [[nodiscard]] std::size_t scale_start(const RowScales& scales) {
    const auto [at, is_new] = scale_slot_.try_emplace(scales.scales, block_.scales);
    if (is_new) {
      operands_.scales.push_back({scales.scales, {}});
      block_.scales += scales.count;
      block_.scale_count.resize(block_.scales, 0.0);
      block_.scale_rest.resize(block_.scales, 0.0);
    }
    return at->second;
  }

  // `fixed` are the constants, if they are known.
  void add_rows(const TouchedFactor& touched, const std::optional<std::vector<double>>& fixed) {
    const Factor& factor = request_.model.factors[touched.normal.factor];
    const std::vector<std::uint32_t>& taken = touched.normal.taken;
    const std::size_t scale = scale_start(touched.scales);
    const std::size_t constants = block_.constants;
    if (!fixed) {
      operands_.constants.push_back({touched.normal.rows.residual, taken});
      block_.constants += taken.size();
    }
    const std::vector<std::vector<Entry>> rows = entries_of(touched);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const Entry& entry : rows[i]) {
        add_entry(block_, entry.column, entry.multiplier, entry.slot);
      }
      const std::size_t slot = scale + touched.scales.class_of_row[taken[i]];
      const double weight = weight_of(factor, taken[i]);
      end_row(block_, {.constant = fixed ? (*fixed)[taken[i]] : 0.0,
                       .constant_slot = fixed ? -1 : as_slot(constants + i),
                       .scale_slot = as_slot(slot),
                       .root_weight = std::sqrt(weight)});
      block_.scale_count[slot] += weight;
      total_count_ += weight;
    }
  }

  [[nodiscard]] double weight_of(const Factor& factor, std::size_t row) const {
    const auto given = row_weight(factor);
    if (!given) return 1.0;
    const auto weights = builder_.graph().constant(*given);
    return weights[weights.size() == 1 ? 0 : row];
  }

  // Rows of one scale with data coefficients become their triangular factor (docs/method.md, "The
  // Gaussian block").
  void add_compressed(const std::vector<const TouchedFactor*>& factors, std::size_t columns) {
    const RowScales& scales = factors.front()->scales;
    BlockRows by_class(columns);
    for (const TouchedFactor* touched : factors) {
      const std::vector<double> fixed = *fixed_(touched->normal.rows.residual);
      const std::vector<std::vector<Entry>> entries = entries_of(*touched);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::uint32_t row = touched->normal.taken[i];
        const int number = static_cast<int>(touched->scales.class_of_row[row]);
        for (const Entry& e : entries[i]) by_class.add_entry(number, e.column, e.multiplier);
        by_class.end_row(number, fixed[row]);
      }
    }
    const std::size_t start = scale_start(scales);
    for (const BlockRows::Group& group : by_class.compress()) {
      const std::size_t slot = start + static_cast<std::size_t>(group.number);
      block_.scale_count[slot] += static_cast<double>(group.rows_before);
      block_.scale_rest[slot] += add_compressed_rows(group, as_slot(slot));
    }
  }

  // Rows of known scales are divided by them, and have the scale 1. Scales of different orders of
  // magnitude are compressed apart: beside rows of a tiny one, what rows of a large one say would
  // pass for rounding.
  void add_known(const std::vector<const TouchedFactor*>& factors, std::size_t columns) {
    constexpr int kOrders = 10;  // binary ones
    BlockRows by_order(columns);
    for (const TouchedFactor* touched : factors) {
      const std::vector<double> fixed = *fixed_(touched->normal.rows.residual);
      const std::vector<double> scales = *fixed_(touched->normal.rows.scale);
      const std::vector<std::vector<Entry>> entries = entries_of(*touched);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::uint32_t row = touched->normal.taken[i];
        const double scale = scales[scales.size() == 1 ? 0 : row];
        const int order = std::ilogb(scale) / kOrders;
        for (const Entry& e : entries[i]) by_order.add_entry(order, e.column, e.multiplier / scale);
        by_order.end_row(order, fixed[row] / scale);
        known_terms_ -= std::log(scale);
      }
    }
    for (const BlockRows::Group& group : by_order.compress()) {
      block_.constant_rounding += group.compressed.rest_rounding / 2;
      known_terms_ -= add_compressed_rows(group, -1) / 2;
    }
  }

  // Returns the sum of squares that is left over.
  double add_compressed_rows(const BlockRows::Group& group, std::int32_t slot) {
    total_count_ += static_cast<double>(group.rows_before);
    const gaussian::SparseRows& rows = group.compressed.rows;
    for (std::size_t i = 0; i < rows.rows(); ++i) add_known_row(rows, i, slot);
    return group.compressed.rest;
  }

  void add_known_row(const gaussian::SparseRows& rows, std::size_t i, std::int32_t slot) {
    double constant = 0.0;
    for (std::size_t q = rows.row_starts[i]; q < rows.row_starts[i + 1]; ++q) {
      if (rows.column[q] == rows.columns - 1) {
        constant += rows.value[q];
        continue;
      }
      add_entry(block_, rows.column[q], rows.value[q]);
    }
    end_row(block_, {.constant = constant, .scale_slot = slot});
  }

  // --- the covariance form ---

  [[nodiscard]] std::optional<CovarianceForm> find_covariance_form(std::size_t group,
                                                                   const GaussianBlock& block) {
    const bool has_logs = std::ranges::any_of(block.columns, &Column::is_log);
    if (block.scale_owner || has_logs || !sums_.empty()) return std::nullopt;
    std::vector<FactorRows> factors;
    for (const TouchedFactor& touched : touched_) {
      if (touched.group != group) continue;
      std::optional<FactorRows> rows = factor_rows(touched);
      if (!rows) return std::nullopt;
      factors.push_back(*std::move(rows));
    }
    return covariance_form(builder_, block.columns.size(), factors);
  }

  // Coefficients must be elements of Cholesky factors, of which there are none before whitening.
  [[nodiscard]] std::optional<FactorRows> factor_rows(const TouchedFactor& touched) {
    const Factor& factor = request_.model.factors[touched.normal.factor];
    const NormalRows& normal = touched.normal.rows;
    if (normal.is_whole) return std::nullopt;
    TouchedFactor plain = touched;
    std::vector<std::vector<RowEntry>> of_value;
    if (normal.is_whitened) {
      const expr::Term value(builder_, factor.value), mean(builder_, factor.arguments[0]);
      const std::vector<double> zeros(mean.size(), 0.0);
      const expr::Term zero = constant_of(builder_, mean.shape(), zeros);
      plain.normal.rows.residual = dist::residual_columns(value, zero).id();
      plain.residual = forms_.of(plain.normal.rows.residual);
      of_value = with_coefficients(entries_of(plain));
      plain.normal.rows.residual = dist::residual_columns(value, mean).id();
      plain.residual = forms_.of(plain.normal.rows.residual);
    }
    for (const FormTerm& term : plain.residual.terms) {
      if (!term.coefficient) continue;
      const bool is_factor = builder_.graph().op(term.coefficient->node) == expr::Op::kCholesky;
      if (normal.is_whitened || !is_factor) return std::nullopt;
    }
    return FactorRows{.factor = factor,
                      .residual = plain.normal.rows.residual,
                      .scale = normal.scale,
                      .taken = plain.normal.taken,
                      .entries = with_coefficients(entries_of(plain)),
                      .scale_keys = scale_keys_of(touched),
                      .of_value = std::move(of_value),
                      .is_whitened = normal.is_whitened,
                      .is_standard = is_standard(normal)};
  }

  [[nodiscard]] std::vector<ScaleKey> scale_keys_of(const TouchedFactor& touched) {
    const std::optional<std::vector<double>> known = fixed_(touched.normal.rows.scale);
    std::vector<ScaleKey> keys;
    for (const std::uint32_t row : touched.normal.taken) {
      if (known) {
        keys.emplace_back(kNoColumn, (*known)[known->size() == 1 ? 0 : row]);
      } else {
        keys.emplace_back(touched.scales.scales.value, touched.scales.class_of_row[row]);
      }
    }
    return keys;
  }

  [[nodiscard]] bool is_standard(const NormalRows& normal) {
    const auto are_all = [this](NodeId node, double x) {
      const std::optional<std::vector<double>> numbers = fixed_(node);
      return numbers && std::ranges::all_of(*numbers, [x](double y) { return y == x; });
    };
    return are_all(normal.scale, 1.0) && are_all(normal.residual, 0.0);
  }

  // Slots of the block as numbers of nodes.
  [[nodiscard]] std::vector<std::vector<RowEntry>> with_coefficients(
      const std::vector<std::vector<Entry>>& rows) const {
    std::map<std::size_t, NodeId> nodes;
    for (const auto& [node, start] : coefficient_start_) nodes.emplace(start, node);
    std::vector<std::vector<RowEntry>> result(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const Entry& entry : rows[i]) {
        RowEntry& made = result[i].emplace_back(RowEntry{entry.column, entry.multiplier});
        if (entry.slot < 0) continue;
        const auto at = std::prev(nodes.upper_bound(static_cast<std::size_t>(entry.slot)));
        made.coefficient = at->second;
        made.slot = as_u32(static_cast<std::size_t>(entry.slot) - at->first);
      }
    }
    return result;
  }

  void finish(GaussianBlock& result) {
    block_.columns = result.columns.size();
    const double columns = static_cast<double>(result.columns.size());
    block_.constant_term = known_terms_ - dist::kHalfLogTwoPi * (total_count_ - columns);
    total_count_ = 0.0;
    known_terms_ = 0.0;
    gaussian::check(block_);
    gaussian::Symbolic symbolic = gaussian::analyze(block_);
    gaussian::find_fast_ways(block_, symbolic);
    // Many small vectors are one large covariance, which their rows do not see.
    const bool is_dearer =
        result.covariance && nanoseconds(*result.covariance) > gaussian::nanoseconds(symbolic);
    if (is_dearer) result.covariance.reset();
    result.analyzed =
        std::make_shared<AnalyzedBlock>(AnalyzedBlock{std::move(block_), std::move(symbolic)});
    result.operands = std::move(operands_);
  }

  const GaussianRequest& request_;
  Builder& builder_;
  const FixedNumbers& fixed_;
  ElementSet all_;
  std::vector<SummedItem> sums_;
  Forms forms_;
  std::vector<TouchedFactor> touched_;
  std::vector<std::optional<Column>> groups_;  // by the collapsed scale that a block shares, if any
  std::vector<Column> columns_;
  std::vector<std::vector<std::uint32_t>> column_of_;
  // Of the block under assembly.
  gaussian::Block block_;
  Operands operands_;
  std::map<NodeId, std::size_t> coefficient_start_;
  std::map<NodeId, std::size_t> scale_slot_;
  std::vector<std::uint32_t> local_;  // column in the block, per column
  double total_count_ = 0.0;
  double known_terms_ = 0.0;  // of the log density, from rows of known scales
};

}  // namespace

GaussianBlocks assemble_blocks(const GaussianRequest& request, Builder& builder,
                               const FixedNumbers& fixed) {
  return Assembly(request, builder, fixed).run();
}

std::vector<NodeId> operand_nodes(Builder& to, const GaussianBlock& block, const Copies& copies) {
  std::vector<NodeId> nodes;
  for (const std::vector<Piece>* pieces :
       {&block.operands.coefficients, &block.operands.constants, &block.operands.scales}) {
    std::vector<expr::Term> parts;
    for (const Piece& piece : *pieces) {
      const expr::Term whole(to, copies(piece.node));
      parts.push_back(piece.rows.empty() ? expr::reshape(whole, Shape::vector(whole.size()))
                                         : expr::gather(whole, expr::Index::list(piece.rows)));
    }
    if (!parts.empty())
      nodes.push_back(parts.size() == 1 ? parts[0].id() : expr::concat(parts).id());
  }
  return nodes;
}

}  // namespace autumn::collapse
