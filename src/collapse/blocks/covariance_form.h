// The covariance form of a Gaussian block: vectors with dense covariances that change, observed
// element by element with noise of its own, and elements beside them that have known coefficients.
// What is left when they are integrated out is one multi_normal, of covariance H K H' + Z S^2 Z' +
// D, for which K needs no inverse.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
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

// The rows of a factor that are in a block. Of a whitened factor, those of the residual before it
// is whitened.
struct FactorRows {
  const model::Factor& factor;
  NodeId residual;                   // c, with the columns at zero
  NodeId scale;                      // a scalar, or one per row of the residual
  std::vector<std::uint32_t> taken;  // rows of the residual
  std::vector<std::vector<RowEntry>> entries;
  bool is_whitened = false;
  bool is_standard = false;  // c = 0 and the scale is 1, whatever the parameters
};

inline constexpr std::uint32_t kNoColumnOfForm = std::numeric_limits<std::uint32_t>::max();

// A vector f of the block with its covariance.
struct DenseVector {
  NodeId factor;      // the Cholesky factor of the covariance
  NodeId covariance;  // K
  // The mean is sign * residual, with f at zero; zero if there is none.
  std::optional<NodeId> residual = std::nullopt;
  std::vector<double> sign = {};
  // Per element of f, or of z: the column of the block; kNoColumnOfForm if the block has it not.
  std::vector<std::uint32_t> columns = {};
  // Per row: of which element of f it has how much.
  std::vector<std::uint32_t> place = {};
  std::vector<double> loading = {};
};

// An element b of the block with a normal distribution of its own, given by row `row` of a factor,
// c - R b: the mean is c / R, and the scale of the row is that of b times |R|. Without one it is
// flat.
struct Effect {
  std::optional<NodeId> residual = std::nullopt;
  std::optional<NodeId> scale = std::nullopt;
  std::uint32_t row = 0;
  double multiplier = 1.0;
  std::vector<double> loading = {};  // per row of the form
};

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
};

// None if anything in the block is otherwise: the block has `columns` columns, and these rows.
[[nodiscard]] std::optional<CovarianceForm> covariance_form(const Builder& builder,
                                                            std::size_t columns,
                                                            std::span<const FactorRows> factors);

// About what a gradient of the marginal takes by the covariance alone, from counts.
[[nodiscard]] double nanoseconds(const CovarianceForm& form);

// Known numbers as nodes of `to`.
[[nodiscard]] expr::Term constant_of(Builder& to, expr::Shape shape,
                                     const std::vector<double>& numbers);
[[nodiscard]] expr::Term constant_of(Builder& to, const std::vector<double>& numbers);

// The marginal as a factor over nodes of `to`; `copies` gives the node of `to` for a node of the
// builder that the form is about.
[[nodiscard]] model::Factor marginal_of(Builder& to, const CovarianceForm& form,
                                        const Copies& copies);

// What is observed, without the effects: y, the variances of its noise, its covariance.
struct ObservedVector {
  expr::Term value;
  expr::Term mean;
  expr::Term variances;
  expr::Term covariance;
};
[[nodiscard]] ObservedVector observed_vector(Builder& to, const CovarianceForm& form,
                                             const Copies& copies);

// Whether draw_of can be asked; effects are drawn by rows, in which a wide prior loses no digits,
// and so are the columns of more rows than there are random numbers for.
[[nodiscard]] bool has_draw(const CovarianceForm& form);
// The columns of the block given the rest, from two standard normal numbers per column.
[[nodiscard]] NodeId draw_of(Builder& to, const CovarianceForm& form, NodeId normals,
                             const Copies& copies);

}  // namespace autumn::collapse
