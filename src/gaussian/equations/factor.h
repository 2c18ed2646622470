// The Cholesky factor of sparse normal equations by supernodes, and the elements of their inverse
// on its pattern.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dense/kernels.h"
#include "gaussian/equations/supernodes.h"

namespace autumn::gaussian::equations {

// Memory beside the panels, for one supernode at a time.
[[nodiscard]] std::size_t node_work_size(const Supernodes& supernodes);
// With the reciprocals of the roots, which stay there.
[[nodiscard]] inline std::size_t factor_work_size(const Supernodes& supernodes) {
  return node_work_size(supernodes) + supernodes.order.size();
}

class Factor {
 public:
  Factor(const Supernodes& supernodes, const dense::Kernels& kernels, double* panels, double* work)
      : s_(supernodes),
        kernels_(kernels),
        panels_(panels),
        work_(work),
        over_(work + node_work_size(supernodes)) {}

  // Factors the pivots of a supernode that has been updated by all before it, and updates those
  // after it. `extra`, if there are dense rows, is a matrix over all rows of the supernode, of
  // which A'A is added to those after the pivots (its pivots' part is in the panel already). False
  // if a pivot is not positive and finite.
  [[nodiscard]] bool eliminate(std::uint32_t node, const dense::ConstView& extra) const;
  // All supernodes of a step, of which only single ones have dense rows. Then x = L^-1 x as far as
  // these supernodes go: after all steps, in their order, it is what `solve` makes.
  [[nodiscard]] bool eliminate(const Step& step, const dense::ConstView& extra, double* x) const;

  // x = L^-1 x, and x = L^-T x; x by place.
  void solve(double* x) const;
  void solve_transposed(double* x) const;

  // The elements of the inverse on the pattern of the supernode, into `inverse` (panels like those
  // of the factor), when those of all later ones are there. With `whole`, if it is not null, the
  // symmetric matrix over all its rows, of rows x rows numbers.
  void invert(std::uint32_t node, double* inverse, double* whole) const;
  void invert(const Step& step, double* inverse) const;

  // One over the diagonal of the factor, by place.
  [[nodiscard]] const double* reciprocals() const { return over_; }

 private:
  [[nodiscard]] dense::View below(const Step& step, double* panels) const;
  [[nodiscard]] const Supernode& owner(const Step& step) const;
  [[nodiscard]] const std::uint32_t* rows(const Step& step) const;
  [[nodiscard]] bool eliminate_bundle(const Step& step) const;
  [[nodiscard]] bool eliminate_path(const Step& step, double* x) const;
  [[nodiscard]] bool eliminate_tree(const Step& step) const;
  void solve(const Step& step, double* x) const;
  void solve_node(const Supernode& node, double* x) const;
  void solve_bundle(const Step& step, double* x) const;
  void solve_path(const Step& step, double* x) const;
  void solve_tree(const Step& step, double* x) const;
  void solve_node_transposed(const Supernode& node, double* x) const;
  void solve_bundle_transposed(const Step& step, double* x) const;
  void solve_path_transposed(const Step& step, double* x) const;
  void solve_tree_transposed(const Step& step, double* x) const;
  void invert_bundle(const Step& step, double* inverse) const;
  void invert_path(const Step& step, double* inverse) const;
  void invert_tree(const Step& step, double* inverse) const;
  void eliminate_one(const Supernode& node) const;
  void scatter(const Supernode& node, const double* update) const;
  void gather(const Supernode& node, const double* inverse, const dense::View& to) const;
  void invert_one(const Supernode& node, double* inverse) const;
  [[nodiscard]] dense::View panel(const Supernode& node) const {
    return {panels_ + node.panel, node.rows, node.pivots, node.rows};
  }
  [[nodiscard]] std::span<const Segment> segments(const Supernode& node) const {
    return std::span(s_.segments).subspan(node.first_segment, node.segments);
  }

  const Supernodes& s_;
  const dense::Kernels& kernels_;
  double* panels_;
  double* work_;
  double* over_;  // one over the diagonal, by place
};

}  // namespace autumn::gaussian::equations
