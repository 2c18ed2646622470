// This file computes the adjoint of a front of any size.
#include <algorithm>

#include "gaussian/adjoint_work.h"

namespace autumn::gaussian {
namespace {

// The rows [Q1 | Q [0; F22bar] | Q [0; F22]]; at a root the second part is a multiple of the third,
// and left out. In the end Q1 is replaced by F1bar, so that they begin with Fbar.
class LargeFront {
 public:
  LargeFront(const AdjointWork& work, const Front& front)
      : work_(work),
        front_(front),
        f_(matrix_of(work, front)),
        pivots_(front.pivots),
        others_(front.width() - pivots_),
        width_(pivots_ + (front.is_root() ? 1 : 2) * others_),
        a_{work.memory.work, width_},
        more_(work.memory.work + front.rows * width_) {}

  void run() const {
    std::fill_n(a_.numbers, front_.rows * width_, 0.0);
    for (std::size_t p = 0; p < pivots_; ++p) a_.at(p, p) = work_.seed.determinant;
    front_.is_root() ? start_at_root() : start_from_parent();
    rotate();
    add_scales();
    if (front_.is_root()) scale_rest();
    solve();
    add_entries(work_, front_, a_);
    if (!front_.has_children) return;
    for (std::size_t i = 0; i < front_.rows; ++i) std::copy_n(a_.row(i), f_.stride, f_.row(i));
  }

 private:
  void start_at_root() const {
    for (std::size_t i = pivots_; i < pivots_ + front_.leftover; ++i) {
      std::copy_n(f_.row(i) + pivots_, others_, a_.row(i) + pivots_);
    }
  }

  void start_from_parent() const {
    const Front& parent = work_.symbolic.fronts[front_.parent];
    const Matrix from = matrix_of(work_, parent);
    const std::uint32_t* place = work_.symbolic.parent_column.data() + front_.first_column;
    for (std::size_t k = 0; k < front_.leftover; ++k) {
      const std::size_t i = pivots_ + k;
      const double* bar = from.row(front_.parent_row + k);
      double* to = a_.row(i);
      for (std::size_t j = pivots_; j < front_.columns; ++j) to[j] = bar[place[j]];
      to[front_.columns] = bar[parent.columns];
      const std::size_t first = first_nonzero(front_, i);
      std::copy_n(f_.row(i) + first, f_.stride - first, to + others_ + first);
    }
  }

  // Multiplies by Q: the last reflectors first.
  void rotate() const {
    const double* taus = work_.memory.taus + front_.reflector;
    const double* swaps = work_.memory.swaps + front_.reflector;
    for (std::size_t end = front_.reflectors; end > 0;) {
      const std::size_t first = end - last_group(end);
      const Reflector r = reflector(work_.symbolic, front_, end - 1);
      const Columns columns{std::min(first, pivots_), width_};
      if (end - first == 1) {
        reflect(f_, r, taus[first], a_, columns);
      } else {
        reflect_group({.v = f_, .r = {first, r.end}, .tau = taus + first, .packed = more_},
                      ReflectionOrder::kBackward, a_, columns);
      }
      for (std::size_t p = end; p-- > first;) {
        swap_rows(a_, p, static_cast<std::size_t>(swaps[p]), {0, width_});
      }
      end = first;
    }
  }

  // Groups are counted from the first reflector on.
  [[nodiscard]] std::size_t last_group(std::size_t end) const {
    return end % kGroup == 0 ? group_size(front_, end - kGroup) : 1;
  }

  void add_scales() const {
    if (work_.partials.scales.empty()) return;
    for (std::size_t i = front_.first_row; i < front_.first_row + front_.own_rows; ++i) {
      const double* q = a_.row(work_.symbolic.row_place[i]);
      const double* bar = q + pivots_;
      const double rotated = front_.is_root()
                                 ? 2 * work_.seed.rest * inner_product(bar, bar, others_)
                                 : inner_product(bar, bar + others_, others_);
      add_scale(work_, work_.symbolic.row_order[i], inner_product(q, q, pivots_) - rotated);
    }
  }

  // From Q [0; F22] to Q [0; F22bar].
  void scale_rest() const {
    for (std::size_t i = 0; i < front_.rows; ++i) {
      for (std::size_t j = pivots_; j < width_; ++j) a_.at(i, j) *= 2 * work_.seed.rest;
    }
  }

  // F1bar from the last pivot to the first: the columns to the right of p are done.
  void solve() const {
    for (std::size_t p = 0; p < pivots_; ++p) more_[p] = -1.0 / f_.at(p, p);
    for (std::size_t i = 0; i < front_.rows; ++i) {
      double* x = a_.row(i);
      for (std::size_t p = pivots_; p-- > 0;) {
        const std::size_t next = p + 1;
        x[p] = (x[p] + inner_product(f_.row(p) + next, x + next, f_.stride - next)) * more_[p];
      }
    }
  }

  const AdjointWork& work_;
  const Front& front_;
  Matrix f_;
  std::size_t pivots_;
  std::size_t others_;  // columns of F2
  std::size_t width_;
  Matrix a_;
  double* more_;  // work memory after the rows
};

}  // namespace

void visit_large(const AdjointWork& work, const Front& front) {
  LargeFront(work, front).run();
}

}  // namespace autumn::gaussian
