// The covariance form of a Gaussian block: vectors with dense covariances that change, observed
// element by element with noise of its own, and elements beside them that have known coefficients.
// What is left when they are integrated out is multi_normal, of covariance H K H' + Z S^2 Z' + D,
// for which K needs no inverse. Rows that share no vector have covariances of their own, and where
// these are the same, one factor does for all.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "collapse/copier.h"
#include "collapse/forms/normal.h"
#include "expr/term.h"

namespace autumn::collapse {

// An entry of a row c - R u over columns u: R = multiplier * number `slot` of `coefficient`.
struct RowEntry {
  std::uint32_t column = 0;
  double multiplier = 1.0;
  std::optional<NodeId> coefficient = std::nullopt;  // absent: R is the multiplier
  std::uint32_t slot = 0;
};

// Where a scale comes from: equal ones are the same number.
using ScaleKey = std::pair<std::uint32_t, double>;

// The rows of a factor that are in a block. Of a whitened factor, those of the residual before it
// is whitened.
struct FactorRows {
  const model::Factor& factor;
  NodeId residual;                   // c, with the columns at zero
  NodeId scale;                      // a scalar, or one per row of the residual
  std::vector<std::uint32_t> taken;  // rows of the residual
  std::vector<std::vector<RowEntry>> entries;
  std::vector<ScaleKey> scale_keys;                  // per row taken
  std::vector<std::vector<RowEntry>> of_value = {};  // of a whitened factor: without its mean
  bool is_whitened = false;
  bool is_standard = false;  // c = 0 and the scale is 1, whatever the parameters
};

inline constexpr std::uint32_t kNoColumnOfForm = std::numeric_limits<std::uint32_t>::max();

// What row `row` of a form has of element `place` of a vector.
struct VectorLoad {
  std::uint32_t row;
  std::uint32_t place;
  double loading;
};

// What the mean of element `place` of a vector has of an effect.
struct MeanLoad {
  std::uint32_t place;
  std::uint32_t effect;  // its column first, its number once effects are numbered
  double loading;
};

// A vector f of the block with its covariance.
struct DenseVector {
  NodeId factor;      // the Cholesky factor of the covariance
  NodeId covariance;  // K
  // The mean is sign * residual, from number `first` on, with f and effects at zero, and what it
  // has of effects; zero if there is none.
  std::optional<NodeId> residual = std::nullopt;
  std::uint32_t first = 0;
  std::vector<double> sign = {};
  std::vector<MeanLoad> mean = {};
  // Per element of f, or of z: the column of the block; kNoColumnOfForm if the block has it not.
  std::vector<std::uint32_t> columns = {};
  std::vector<VectorLoad> loads = {};  // at most one for each row, in their order
};

// An element b of the block with a normal distribution of its own, given by row `row` of a factor,
// c - R b: the mean is c / R, and the scale of the row is that of b times |R|. Without one it is
// flat.
struct Effect {
  std::optional<NodeId> residual = std::nullopt;
  std::optional<NodeId> scale = std::nullopt;
  std::uint32_t row = 0;
  double multiplier = 1.0;
  std::uint32_t column = 0;
  std::vector<double> loading = {};  // per row of the form
};

// Rows of a form that have vectors in common, and these.
struct VectorGroup {
  std::vector<std::uint32_t> vectors;
  std::vector<std::uint32_t> rows;
};

// Groups of one covariance: what stands in the same place in each is alike.
using AlikeGroups = std::vector<VectorGroup>;

struct CovarianceForm {
  std::vector<DenseVector> vectors;
  std::vector<Effect> effects;
  // Rows c - R u with R u = sum over vectors of loading * f[place] + sum over effects of loading *
  // b.
  struct Rows {
    NodeId residual;
    NodeId scale;
    std::vector<std::uint32_t> taken;
  };
  std::vector<Rows> rows;
  std::vector<AlikeGroups> groups;  // of all rows

  [[nodiscard]] std::size_t row_count() const;
};

// None if anything in the block is otherwise: the block has `columns` columns, and these rows.
[[nodiscard]] std::optional<CovarianceForm> covariance_form(const Builder& builder,
                                                            std::size_t columns,
                                                            std::span<const FactorRows> factors);

// The groups of a form's rows, of which these are the scales.
[[nodiscard]] std::vector<AlikeGroups> alike_groups(const CovarianceForm& form,
                                                    std::span<const ScaleKey> scale_keys);

// About what a gradient of the marginal takes by the covariances alone, from counts.
[[nodiscard]] double nanoseconds(const CovarianceForm& form);

// Known numbers as nodes of `to`.
[[nodiscard]] expr::Term constant_of(Builder& to, expr::Shape shape,
                                     const std::vector<double>& numbers);
[[nodiscard]] expr::Term constant_of(Builder& to, const std::vector<double>& numbers);

// The marginal as a factor over nodes of `to`; `copies` gives the node of `to` for a node of the
// builder that the form is about.
[[nodiscard]] model::Factor marginal_of(Builder& to, const CovarianceForm& form,
                                        const Copies& copies);

// Whether draw_of can be asked: not for the columns of more rows than there are random numbers for.
[[nodiscard]] bool has_draw(const CovarianceForm& form);
// The columns of the block given the rest, from two standard normal numbers per column.
[[nodiscard]] NodeId draw_of(Builder& to, const CovarianceForm& form, NodeId normals,
                             const Copies& copies);

}  // namespace autumn::collapse
