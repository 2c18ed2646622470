// Atom rows are the rows of a normal factor over atoms (quantities that enter linearly, with data
// coefficients); this header declares them and their compression.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collapse/forms/form.h"
#include "gaussian/compress.h"

namespace autumn::collapse {

// One term of the rows: which atoms it has, and its pairs by row.
struct AtomTerm {
  FormTerm form;
  std::vector<std::uint32_t> atom_of;  // per element of the variable
  // Pairs of row i are pairs[starts[i]] up to pairs[starts[i + 1]]; empty if pair i is the one of
  // row i, or if every row has every element.
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> pairs;
};

// The rows of a factor over atoms, with data coefficients. They stay as the terms they came from,
// because a copy of the numbers would be larger than the data.
struct AtomRows {
  std::vector<AtomTerm> terms;
  std::vector<double> constants;
  std::optional<NodeId> atoms;  // their values, a vector; none if there are no atoms
  std::size_t atom_count = 0;

  [[nodiscard]] std::size_t rows() const { return constants.size(); }
};

// Rows with the same scale.
struct ScaleClasses {
  NodeId scales;                      // one per class
  std::vector<std::uint32_t> starts;  // rows of class c are order[starts[c]] up to starts[c + 1]
  std::vector<std::uint32_t> order;

  [[nodiscard]] std::size_t count() const { return starts.size() - 1; }
};

// Rows in the order of their classes, whose numbers count from 0.
[[nodiscard]] ScaleClasses in_classes(NodeId scales, const std::vector<std::uint32_t>& class_of_row,
                                      std::size_t count);

// Finds the pairs of every row.
void sort_pairs(AtomTerm& term, std::size_t rows);

// The triangular factors of all classes, one after the other, and what is left over of each.
struct Factored {
  gaussian::SparseRows rows;  // columns are atoms, the last the constant
  std::vector<std::uint32_t> class_of_row;
  std::vector<double> rest;          // per class: a sum of squares
  std::vector<std::uint32_t> taken;  // per class: rows that its factor has
  std::size_t entries_before = 0;
};

// Orthogonal compression of the rows of each class. The builder has the nodes of the terms.
[[nodiscard]] Factored factored(const Builder& builder, const AtomRows& atoms,
                                const ScaleClasses& classes);

}  // namespace autumn::collapse
