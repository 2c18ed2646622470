// This file compresses rows over atoms, class by class and in pieces, so that memory stays small.
#include "collapse/compress/atom_rows.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"

namespace autumn::collapse {
namespace {

constexpr std::size_t kPiece = 20'000;  // rows compressed at a time

// Calls visit(pair) for every pair of the row.
template <typename Visit>
void for_pairs(const AtomTerm& term, std::size_t row, Visit visit) {
  const Pairs& pairs = term.form.pairs;
  if (pairs.is_dense) {
    for (std::size_t p = row; p < pairs.size(); p += pairs.row_count) visit(p);
  } else if (term.starts.empty()) {
    visit(row);
  } else {
    for (std::size_t k = term.starts[row]; k < term.starts[row + 1]; ++k) visit(term.pairs[k]);
  }
}

// Factors the rows of one class after the other, each over its own atoms only, and in pieces, so
// that neither time nor memory is more than linear in the data.
class Factoring {
 public:
  Factoring(const Builder& builder, const AtomRows& atoms)
      : builder_(builder), atoms_(atoms), local_(atoms.atom_count, kUnseen) {
    for (const AtomTerm& term : atoms.terms) {
      multipliers_.push_back(term.form.multiplier
                                 ? builder.graph().constant(term.form.multiplier->node)
                                 : std::span<const double>{});
    }
    result_.rows.columns = atoms.atom_count + 1;
  }

  Factored run(const ScaleClasses& classes) && {
    for (std::uint32_t c = 0; c < classes.count(); ++c) {
      factor(c, std::span(classes.order)
                    .subspan(classes.starts[c], classes.starts[c + 1] - classes.starts[c]));
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kUnseen = 0xffffffffU;

  void factor(std::uint32_t number, std::span<const std::uint32_t> rows) {
    collect_atoms(rows);
    gaussian::Compressed total;
    const std::size_t width = in_class_.size();
    total.rows.columns = width + 1;
    for (std::size_t start = 0; start < rows.size(); start += kPiece) {
      gaussian::SparseRows piece = std::move(total.rows);
      piece.columns = width + 1;
      for (std::size_t i = start; i < std::min(rows.size(), start + kPiece); ++i) {
        add_row(rows[i], piece);
      }
      gaussian::Compressed next = gaussian::compress(piece, gaussian::LastColumn::kConstant);
      total.rows = std::move(next.rows);
      total.rest += next.rest;
    }
    append(number, total);
    for (const std::uint32_t atom : in_class_) local_[atom] = kUnseen;
  }

  // The atoms of these rows, in increasing order.
  void collect_atoms(std::span<const std::uint32_t> rows) {
    in_class_.clear();
    for (const std::uint32_t row : rows) {
      for (const AtomTerm& term : atoms_.terms) {
        for_pairs(term, row, [&](std::size_t p) {
          const std::uint32_t atom = term.atom_of[term.form.pairs.element(p)];
          if (std::exchange(local_[atom], 0U) == kUnseen) in_class_.push_back(atom);
        });
      }
    }
    std::ranges::sort(in_class_);
    for (std::uint32_t k = 0; k < in_class_.size(); ++k) local_[in_class_[k]] = k;
  }

  void add_row(std::uint32_t row, gaussian::SparseRows& to) {
    const std::size_t before = to.column.size();
    for (std::size_t t = 0; t < atoms_.terms.size(); ++t) {
      const AtomTerm& term = atoms_.terms[t];
      for_pairs(term, row, [&](std::size_t p) {
        double value = -term.form.factor;
        if (term.form.multiplier) {
          value *= multipliers_[t][slot_of(*term.form.multiplier, builder_, p)];
        }
        to.column.push_back(local_[term.atom_of[term.form.pairs.element(p)]]);
        to.value.push_back(value);
      });
    }
    to.column.push_back(as_u32(in_class_.size()));
    to.value.push_back(atoms_.constants[row]);
    result_.entries_before += to.column.size() - before;
    to.row_starts.push_back(as_u32(to.column.size()));
  }

  void append(std::uint32_t number, const gaussian::Compressed& total) {
    gaussian::SparseRows& rows = result_.rows;
    for (std::size_t i = 0; i < total.rows.rows(); ++i) {
      for (std::size_t q = total.rows.row_starts[i]; q < total.rows.row_starts[i + 1]; ++q) {
        const std::uint32_t column = total.rows.column[q];
        rows.column.push_back(column < in_class_.size() ? in_class_[column]
                                                        : as_u32(atoms_.atom_count));
        rows.value.push_back(total.rows.value[q]);
      }
      rows.row_starts.push_back(as_u32(rows.column.size()));
      result_.class_of_row.push_back(number);
    }
    result_.rest.push_back(total.rest);
    result_.taken.push_back(as_u32(total.rows.rows()));
  }

  const Builder& builder_;
  const AtomRows& atoms_;
  std::vector<std::uint32_t> local_;     // per atom: its column in the class at hand
  std::vector<std::uint32_t> in_class_;  // atoms by column
  std::vector<std::span<const double>> multipliers_;
  Factored result_;
};

}  // namespace

// A counting sort: within a class rows stay as they were.
ScaleClasses in_classes(NodeId scales, const std::vector<std::uint32_t>& class_of_row,
                        std::size_t count) {
  ScaleClasses result{.scales = scales,
                      .starts = std::vector<std::uint32_t>(count + 1, 0),
                      .order = std::vector<std::uint32_t>(class_of_row.size())};
  for (const std::uint32_t c : class_of_row) ++result.starts[c + 1];
  for (std::size_t c = 0; c < count; ++c) result.starts[c + 1] += result.starts[c];
  std::vector<std::uint32_t> next = result.starts;
  for (std::uint32_t i = 0; i < class_of_row.size(); ++i) {
    result.order[next[class_of_row[i]]++] = i;
  }
  return result;
}

// Nothing to find where pair i is that of row i already.
void sort_pairs(AtomTerm& term, std::size_t rows) {
  const Pairs& pairs = term.form.pairs;
  if (pairs.is_dense) return;
  bool is_in_order = pairs.size() == rows;
  for (std::size_t p = 0; is_in_order && p < rows; ++p) is_in_order = pairs.rows[p] == p;
  if (is_in_order) return;
  term.starts.assign(rows + 1, 0);
  for (const std::uint32_t row : pairs.rows) ++term.starts[row + 1];
  for (std::size_t i = 0; i < rows; ++i) term.starts[i + 1] += term.starts[i];
  std::vector<std::uint32_t> next = term.starts;
  term.pairs.resize(pairs.size());
  for (std::uint32_t p = 0; p < pairs.size(); ++p) term.pairs[next[pairs.rows[p]]++] = p;
}

Factored factored(const Builder& builder, const AtomRows& atoms, const ScaleClasses& classes) {
  return Factoring(builder, atoms).run(classes);
}

}  // namespace autumn::collapse
