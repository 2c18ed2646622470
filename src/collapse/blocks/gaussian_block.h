// This header declares the assembly of Gaussian blocks: from normal factors and elements to rows,
// columns and operands.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "collapse/blocks/covariance_form.h"
#include "collapse/blocks/gaussian_kernel.h"
#include "collapse/blocks/vector_block.h"
#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "collapse/forms/normal.h"

namespace autumn::collapse {

// A column of a block: an element, or its logarithm.
struct Column {
  std::uint32_t variable = 0;
  std::uint32_t element = 0;
  bool is_log = false;
};

// Numbers of a node that go into an operand of a block, in order; all of it if `rows` is empty.
struct Piece {
  NodeId node;
  std::vector<std::uint32_t> rows = {};
};

// The operands as expressions over the model's variables, to be read with the columns' elements set
// to zero (one, for logarithms).
struct Operands {
  std::vector<Piece> coefficients;
  std::vector<Piece> constants;
  std::vector<Piece> scales;
};

// A set of rows of one normal factor.
struct NormalFactor {
  std::size_t factor = 0;
  NormalRows rows;
  std::vector<std::uint32_t> taken;  // rows of the residual that go into a block
};

struct GaussianBlock {
  std::vector<Column> columns;
  std::vector<NormalFactor> factors;
  Operands operands;
  std::shared_ptr<const AnalyzedBlock> analyzed;
  std::size_t rows_before = 0;             // before compression
  std::optional<Column> scale_owner = {};  // a collapsed scale or matrix that all its rows share
  // If there is one, the marginal is written in it; effects are drawn back by the rows.
  std::optional<CovarianceForm> covariance = {};
  // Of a block whose rows share a matrix: the marginal is a share of its family. Rows are those
  // given the matrix. Nothing if they turned out not to be vectors.
  std::optional<VectorBlock> vectors = {};
  bool has_matrix = false;
};

// What is to be collapsed together.
struct GaussianRequest {
  const model::Model& model;
  const ElementSet& elements;            // affine in their factors
  const ElementSet& log_elements;        // their logarithms are
  const ElementSet& scale_elements;      // of families, collapsed after the blocks
  const std::vector<RowMarks>& dropped;  // rows that fell with leaves
};

// One block for all columns, but one more for each shared scale. `builder` starts as the model's
// graph and receives the coefficients. `fixed` gives the numbers of a node that do not depend on
// kept variables once the collapsed elements are set, and nothing if it does depend.
using FixedNumbers = std::function<std::optional<std::vector<double>>(NodeId)>;
struct GaussianBlocks {
  std::vector<GaussianBlock> blocks;
  std::vector<SummedItem> sums = {};  // columns of these elements stand for their running sums
};
[[nodiscard]] GaussianBlocks assemble_blocks(const GaussianRequest& request, Builder& builder,
                                             const FixedNumbers& fixed);

// The operands of a block as nodes of `to`; `copies` gives the node of `to` for a node of the
// builder the block was assembled with.
[[nodiscard]] std::vector<NodeId> operand_nodes(Builder& to, const GaussianBlock& block,
                                                const Copies& copies);

}  // namespace autumn::collapse
