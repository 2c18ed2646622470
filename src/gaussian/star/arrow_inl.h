// This header eliminates arrows of eight groups by rotations, and has the way back. Included once
// per instruction set.
//
// An arrow is a group whose rows have at most one leaf each beside one or two hubs, as classes in a
// school. A row is rotated into the unit row of its leaf and then into the triangle of the hubs, so
// that the work is proportional to the number of rows; all else is as in rotations_inl.h.

#if defined(AUTUMN_GAUSSIAN_STAR_ARROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_GAUSSIAN_STAR_ARROW_INL_H_
#undef AUTUMN_GAUSSIAN_STAR_ARROW_INL_H_
#else
#define AUTUMN_GAUSSIAN_STAR_ARROW_INL_H_
#endif

#include "gaussian/star/rotations_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::star::HWY_NAMESPACE {

// Where the lanes of one vector lie in a batch. Rotation 0 of a row is that with its leaf.
template <std::size_t H>
class ArrowView {
 public:
  HWY_INLINE ArrowView(const RunView& run, std::size_t batch, std::size_t lane)
      : met_(run.met),
        leaves_(run.leaves),
        numbers_(run.numbers + batch * run.numbers_step + lane),
        rotations_(run.work + batch * work_size(sizes_of(run)) + lane),
        leaf_(rotations_ + kGroups * 2 * run.rows * (1 + H)),
        hub_(leaf_ + kGroups * run.leaves * (1 + H)),
        top_(hub_ + kGroups * (H * (H + 1) / 2)) {}

  HWY_INLINE V own(std::size_t i, std::size_t e) const { return at(i, e); }
  HWY_INLINE V met(std::size_t i, std::size_t c) const { return at(i, 1 + H + c); }
  HWY_INLINE double* cosine(std::size_t i, std::size_t r) const {
    return rotations_ + kGroups * 2 * (i * (1 + H) + r);
  }
  HWY_INLINE double* sine(std::size_t i, std::size_t r) const { return cosine(i, r) + kGroups; }
  // The inverse of the diagonal element of a leaf, and what it has with the hubs.
  HWY_INLINE double* inverse(std::size_t l) const { return leaf_ + kGroups * l * (1 + H); }
  HWY_INLINE double* beside(std::size_t l, std::size_t h) const {
    return inverse(l) + kGroups * (1 + h);
  }
  // As LaneView::triangle, of the hubs.
  HWY_INLINE double* triangle(std::size_t j, std::size_t l) const {  // j <= l
    return hub_ + kGroups * (l * (l + 1) / 2 + j);
  }
  HWY_INLINE double* top(std::size_t j, std::size_t c) const {
    return top_ + kGroups * (j * (met_ + 1) + c);
  }
  HWY_INLINE double* left(std::size_t i, std::size_t c) const { return top(leaves_ + H + i, c); }

 private:
  HWY_INLINE V at(std::size_t i, std::size_t k) const {
    return load(numbers_ + kGroups * (i * (1 + H + met_ + 1) + k));
  }

  std::size_t met_, leaves_;
  const double* numbers_;
  double *rotations_, *leaf_, *hub_, *top_;
};

// Calls function(l, first row, last row) for every leaf.
template <typename Function>
HWY_INLINE void for_leaves(const RunView& run, Function function) {
  for (std::size_t l = 0; l < run.leaves; ++l) {
    const std::size_t first = l * run.leaf_rows;
    function(l, first, l + 1 == run.leaves ? run.rows : first + run.leaf_rows);
  }
}

HWY_INLINE void rotate_into(V c, V s, V& top, V& x) {
  const V t = top;
  top = hn::MulAdd(c, t, hn::Mul(s, x));
  x = hn::NegMulAdd(s, t, hn::Mul(c, x));
}

HWY_INLINE void rotate_back(V c, V s, V& top, V& x) {
  const V t = top;
  top = hn::NegMulAdd(s, x, hn::Mul(c, t));
  x = hn::MulAdd(s, t, hn::Mul(c, x));
}

// M columns are met, or (M = 0) any number.
template <std::size_t H, std::size_t M>
class ArrowForward {
 public:
  using View = ArrowView<H>;

  explicit HWY_INLINE ArrowForward(const RunView& run) : run_(run), met_(M == 0 ? run.met : M) {}

  // All rotations first, as in ForwardPass.
  HWY_INLINE void go(Forward& out) {
    for_all([&](std::size_t b, std::size_t lane) { rotate_own(View(run_, b, lane), b, lane); });
    determinant_.write(out.determinant);
    V pairs[M == 0 ? kMostPairs : (M + 1) * (M + 2) / 2];
    const std::size_t count = (met_ + 1) * (met_ + 2) / 2;
    for (std::size_t p = 0; p < count; ++p) pairs[p] = hn::Zero(D());
    for_all([&](std::size_t b, std::size_t lane) {
      const View place(run_, b, lane);
      for (std::size_t c = 0; c <= met_; ++c) rotate_column(place, c, b, lane);
      add_pairs(place, pairs);
    });
    for (std::size_t p = 0; p < count; ++p) out.pairs[p] = lane_sum(pairs[p]);
  }

 private:
  template <typename Function>
  HWY_INLINE void for_all(Function function) const {
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) function(b, lane);
    }
  }

  // Of a diagonal element and the number below it.
  struct Rotation {
    V c, s, inverse;
  };
  static HWY_INLINE Rotation rotation(V& diagonal, V x) {
    const V square = hn::MulAdd(x, x, hn::Mul(diagonal, diagonal));
    const V inverse = inverse_root(square);
    const Rotation r{hn::Mul(diagonal, inverse), hn::Mul(x, inverse), inverse};
    diagonal = hn::Mul(square, inverse);
    return r;
  }
  static HWY_INLINE void store_rotation(const View& place, std::size_t i, std::size_t r,
                                        const Rotation& rotation) {
    store(rotation.c, place.cosine(i, r));
    store(rotation.s, place.sine(i, r));
  }

  HWY_INLINE void rotate_own(const View& place, std::size_t batch, std::size_t lane) {
    V t[H][H], inverses[H], hub[H];
    for (std::size_t j = 0; j < H; ++j) {
      hub[j] = scale_at(run_, run_.leaves + j, batch, lane);
      inverses[j] = number(1.0);
      for (std::size_t l = j; l < H; ++l) t[j][l] = number(j == l ? 1.0 : 0.0);
    }
    for_leaves(run_, [&](std::size_t l, std::size_t first, std::size_t last) {
      const V own = scale_at(run_, l, batch, lane);
      V diagonal = number(1.0), inverse = diagonal, beside[H];
      for (std::size_t h = 0; h < H; ++h) beside[h] = hn::Zero(D());
      for (std::size_t i = first; i < last; ++i) {
        const V row = scale_at(run_, run_.own + i, batch, lane);
        V y[H];
        for (std::size_t h = 0; h < H; ++h) {
          y[h] = hn::Mul(place.own(i, 1 + h), hn::Mul(hub[h], row));
        }
        const Rotation r = rotation(diagonal, hn::Mul(place.own(i, 0), hn::Mul(own, row)));
        inverse = r.inverse;
        store_rotation(place, i, 0, r);
        for (std::size_t h = 0; h < H; ++h) rotate_into(r.c, r.s, beside[h], y[h]);
        for (std::size_t j = 0; j < H; ++j) {
          const Rotation of_hub = rotation(t[j][j], y[j]);
          inverses[j] = of_hub.inverse;
          store_rotation(place, i, 1 + j, of_hub);
          for (std::size_t h = j + 1; h < H; ++h) rotate_into(of_hub.c, of_hub.s, t[j][h], y[h]);
        }
      }
      determinant_.multiply(diagonal);
      store(inverse, place.inverse(l));
      for (std::size_t h = 0; h < H; ++h) store(beside[h], place.beside(l, h));
    });
    for (std::size_t l = 0; l < H; ++l) {
      determinant_.multiply(t[l][l]);
      for (std::size_t j = 0; j < l; ++j) store(t[j][l], place.triangle(j, l));
      store(inverses[l], place.triangle(l, l));
    }
  }

  HWY_INLINE void rotate_column(const View& place, std::size_t c, std::size_t batch,
                                std::size_t lane) const {
    V hubs[H];
    for (std::size_t h = 0; h < H; ++h) hubs[h] = hn::Zero(D());
    for_leaves(run_, [&](std::size_t l, std::size_t first, std::size_t last) {
      V top = hn::Zero(D());
      for (std::size_t i = first; i < last; ++i) {
        V x = hn::Mul(place.met(i, c), scale_at(run_, run_.own + i, batch, lane));
        rotate_into(load(place.cosine(i, 0)), load(place.sine(i, 0)), top, x);
        for (std::size_t h = 0; h < H; ++h) {
          rotate_into(load(place.cosine(i, 1 + h)), load(place.sine(i, 1 + h)), hubs[h], x);
        }
        store(x, place.left(i, c));
      }
      store(top, place.top(l, c));
    });
    for (std::size_t h = 0; h < H; ++h) store(hubs[h], place.top(run_.leaves + h, c));
  }

  HWY_INLINE void add_pairs(const View& place, V* pairs) const {
    for (std::size_t i = 0; i < run_.rows; ++i) {
      V x[(M == 0 ? kMostMet : M) + 1];
      for (std::size_t c = 0; c <= met_; ++c) x[c] = load(place.left(i, c));
      for (std::size_t c = 0; c <= met_; ++c) {
        for (std::size_t k = 0; k <= c; ++k) {
          V& sum = pairs[place_of_pair(k, c)];
          sum = hn::MulAdd(x[k], x[c], sum);
        }
      }
    }
  }

  const RunView& run_;
  std::size_t met_;
  Product determinant_;
};

template <std::size_t H, std::size_t M>
class ArrowBackward {
 public:
  using View = ArrowView<H>;

  HWY_INLINE ArrowBackward(const RunView& run, Backward& back)
      : run_(run), back_(back), met_(M == 0 ? run.met : M) {}

  HWY_INLINE void go() {
    V rest = hn::Zero(D());
    V sums[kMostScales];
    for (std::size_t k = 0; k < run_.own + run_.rows; ++k) sums[k] = hn::Zero(D());
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
        const View place(run_, b, lane);
        for (std::size_t c = 0; c <= met_; ++c) come_back(place, c, rest);
        own_columns(place, b, lane);
        add_scales(b, lane, sums);
        if (back_.bars != nullptr) write_bars(b, lane);
      }
    }
    back_.rest = lane_sum(rest);
    for (std::size_t k = 0; k < run_.own + run_.rows; ++k) {
      if (run_.scale_steps[k] == 0) *back_.scale_bars[k] += lane_sum(sums[k]);
    }
  }

 private:
  static constexpr std::size_t kMostMet_ = M == 0 ? kMostMet : M;

  // As BackwardPass::start.
  HWY_INLINE V start(const View& place, std::size_t i, std::size_t c, V& rest) const {
    if (c == met_) {
      V e = load(place.left(i, c));
      for (std::size_t k = 0; k < met_; ++k) {
        e = hn::NegMulAdd(load(place.left(i, k)), number(back_.mean[k]), e);
      }
      rest = hn::MulAdd(e, e, rest);
      return e;
    }
    V v = hn::Zero(D());
    for (std::size_t k = c; k < met_; ++k) {
      v = hn::MulAdd(load(place.left(i, k)), number(back_.factor[k * met_ + c]), v);
    }
    return v;
  }

  HWY_INLINE void come_back(const View& place, std::size_t c, V& rest) {
    V hubs[H];
    for (std::size_t h = 0; h < H; ++h) hubs[h] = hn::Zero(D());
    for (std::size_t l = run_.leaves, i = run_.rows; l-- > 0;) {
      V top = hn::Zero(D());
      while (i > l * run_.leaf_rows) {
        --i;
        V x = start(place, i, c, rest);
        for (std::size_t h = H; h-- > 0;) {
          rotate_back(load(place.cosine(i, 1 + h)), load(place.sine(i, 1 + h)), hubs[h], x);
        }
        rotate_back(load(place.cosine(i, 0)), load(place.sine(i, 0)), top, x);
        row_v_[i][c] = x;
      }
      own_v_[l][c] = top;
    }
    for (std::size_t h = 0; h < H; ++h) own_v_[run_.leaves + h][c] = hubs[h];
  }

  // The inverse of the triangle, of leaves and then of hubs, and rows times it.
  HWY_INLINE void own_columns(const View& place, std::size_t batch, std::size_t lane) {
    for (std::size_t l = 0; l < H; ++l) {
      const V inverse = load(place.triangle(l, l));
      hub_q_[l][l] = inverse;
      for (std::size_t j = 0; j < l; ++j) {
        V sum = hn::Zero(D());
        for (std::size_t k = j; k < l; ++k) {
          sum = hn::MulAdd(hub_q_[j][k], load(place.triangle(k, l)), sum);
        }
        hub_q_[j][l] = hn::Neg(hn::Mul(sum, inverse));
      }
      hub_[l] = scale_at(run_, run_.leaves + l, batch, lane);
    }
    for_leaves(run_, [&](std::size_t l, std::size_t first, std::size_t last) {
      V* q = leaf_q_[l];
      q[0] = load(place.inverse(l));
      for (std::size_t h = 0; h < H; ++h) {
        V sum = hn::Zero(D());
        for (std::size_t k = 0; k <= h; ++k) {
          sum = hn::MulAdd(load(place.beside(l, k)), hub_q_[k][h], sum);
        }
        q[1 + h] = hn::Neg(hn::Mul(sum, q[0]));
      }
      leaf_[l] = scale_at(run_, l, batch, lane);
      for (std::size_t i = first; i < last; ++i) row_columns(place, i, l, batch, lane);
    });
  }

  HWY_INLINE void row_columns(const View& place, std::size_t i, std::size_t l, std::size_t batch,
                              std::size_t lane) {
    const V row = scale_at(run_, run_.own + i, batch, lane);
    const V b = hn::Mul(place.own(i, 0), hn::Mul(leaf_[l], row));
    row_[i] = row;
    row_q_[i][0] = hn::Mul(b, leaf_q_[l][0]);
    for (std::size_t h = 0; h < H; ++h) row_q_[i][1 + h] = hn::Mul(b, leaf_q_[l][1 + h]);
    for (std::size_t j = 0; j < H; ++j) {
      const V y = hn::Mul(place.own(i, 1 + j), hn::Mul(hub_[j], row));
      for (std::size_t h = j; h < H; ++h) {
        row_q_[i][1 + h] = hn::MulAdd(y, hub_q_[j][h], row_q_[i][1 + h]);
      }
    }
  }

  HWY_INLINE void add_scales(std::size_t batch, std::size_t lane, V* sums) const {
    for (std::size_t l = 0; l < run_.leaves; ++l) {
      add_scale(l, own_v_[l], square_of(leaf_q_[l]), batch, lane, sums);
    }
    for (std::size_t j = 0; j < H; ++j) {
      V v = hn::Zero(D());
      for (std::size_t h = j; h < H; ++h) v = hn::MulAdd(hub_q_[j][h], hub_q_[j][h], v);
      add_scale(run_.leaves + j, own_v_[run_.leaves + j], v, batch, lane, sums);
    }
    for (std::size_t i = 0; i < run_.rows; ++i) {
      add_scale(run_.own + i, row_v_[i], square_of(row_q_[i]), batch, lane, sums);
    }
  }

  static HWY_INLINE V square_of(const V* q) {
    V v = hn::Mul(q[0], q[0]);
    for (std::size_t h = 0; h < H; ++h) v = hn::MulAdd(q[1 + h], q[1 + h], v);
    return v;
  }

  // As BackwardPass::add_scale.
  HWY_INLINE void add_scale(std::size_t k, const V* shared, V v, std::size_t batch,
                            std::size_t lane, V* sums) const {
    for (std::size_t c = 0; c < met_; ++c) v = hn::MulAdd(shared[c], shared[c], v);
    const V e = hn::Mul(shared[met_], shared[met_]);
    const V bar = hn::MulAdd(number(back_.residual), e, hn::Mul(number(back_.determinant), v));
    if (run_.scale_steps[k] == 0) {
      sums[k] = hn::Add(sums[k], bar);
    } else {
      store(bar, back_.scale_bars[k] + batch * kGroups + lane);
    }
  }

  // As BackwardPass::write_bars.
  HWY_INLINE void write_bars(std::size_t batch, std::size_t lane) const {
    double* to = back_.bars + batch * back_.bars_step + lane;
    for_leaves(run_, [&](std::size_t l, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const V e = hn::Mul(number(back_.residual), row_v_[i][met_]);
        V cov = hn::Mul(row_q_[i][0], leaf_q_[l][0]);
        for (std::size_t h = 0; h < H; ++h) {
          cov = hn::MulAdd(row_q_[i][1 + h], leaf_q_[l][1 + h], cov);
        }
        write_own(to, i, l, cov, leaf_[l]);
        for (std::size_t j = 0; j < H; ++j) {
          cov = hn::Zero(D());
          for (std::size_t h = j; h < H; ++h) {
            cov = hn::MulAdd(row_q_[i][1 + h], hub_q_[j][h], cov);
          }
          write_own(to, i, run_.leaves + j, cov, hub_[j]);
        }
        for (std::size_t c = 0; c < met_; ++c) write_met(to, i, c, e);
        write(to, hn::Neg(hn::Mul(e, row_[i])));
      }
    });
  }

  HWY_INLINE void write_own(double*& to, std::size_t i, std::size_t j, V cov, V scale) const {
    for (std::size_t c = 0; c < met_; ++c) cov = hn::MulAdd(row_v_[i][c], own_v_[j][c], cov);
    const V e = hn::Mul(number(back_.residual), row_v_[i][met_]);
    const V both = hn::MulAdd(e, own_v_[j][met_], hn::Mul(number(back_.determinant), cov));
    write(to, hn::Neg(hn::Mul(both, hn::Mul(scale, row_[i]))));
  }

  HWY_INLINE void write_met(double*& to, std::size_t i, std::size_t c, V e) const {
    V cov = hn::Zero(D());
    for (std::size_t k = 0; k <= c; ++k) {
      cov = hn::MulAdd(row_v_[i][k], number(back_.factor[c * met_ + k]), cov);
    }
    const V both = hn::NegMulAdd(number(back_.determinant), cov, hn::Mul(e, number(back_.mean[c])));
    write(to, hn::Mul(both, row_[i]));
  }

  static HWY_INLINE void write(double*& to, V v) {
    store(v, to);
    to += kGroups;
  }

  const RunView& run_;
  Backward& back_;
  std::size_t met_;
  V leaf_[kMostLeaves], hub_[H], row_[kMostRows];  // scales
  V own_v_[kMostLeaves + H][kMostMet_ + 1], row_v_[kMostRows][kMostMet_ + 1];
  V leaf_q_[kMostLeaves][1 + H], hub_q_[H][H], row_q_[kMostRows][1 + H];
};

// As draw_own, hubs before leaves.
template <std::size_t H>
class ArrowDraw {
 public:
  HWY_INLINE ArrowDraw(const RunView& run, const LaneDraw& draw) : run_(run), draw_(draw) {}

  HWY_INLINE void go() const {
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t lane = 0; lane < kGroups; lane += kLanes) {
        const ArrowView<H> place(run_, b, lane);
        V hubs[H];
        for (std::size_t j = H; j-- > 0;) {
          V x = start(place, run_.leaves + j, b, lane);
          for (std::size_t h = j + 1; h < H; ++h) {
            x = hn::NegMulAdd(load(place.triangle(j, h)), hubs[h], x);
          }
          hubs[j] = hn::Mul(x, load(place.triangle(j, j)));
          finish(hubs[j], run_.leaves + j, b, lane);
        }
        for (std::size_t l = 0; l < run_.leaves; ++l) {
          V x = start(place, l, b, lane);
          for (std::size_t h = 0; h < H; ++h) {
            x = hn::NegMulAdd(load(place.beside(l, h)), hubs[h], x);
          }
          finish(hn::Mul(x, load(place.inverse(l))), l, b, lane);
        }
      }
    }
  }

 private:
  HWY_INLINE std::size_t at(std::size_t j, std::size_t batch, std::size_t lane) const {
    return (batch * run_.own + j) * kGroups + lane;
  }

  HWY_INLINE V start(const ArrowView<H>& place, std::size_t j, std::size_t batch,
                     std::size_t lane) const {
    V x = hn::Add(load(place.top(j, run_.met)), load(draw_.draws + at(j, batch, lane)));
    for (std::size_t c = 0; c < run_.met; ++c) {
      x = hn::NegMulAdd(load(place.top(j, c)), number(draw_.met[c]), x);
    }
    return x;
  }

  // From the innovation of a column to the column, by its own row.
  HWY_INLINE void finish(V w, std::size_t j, std::size_t batch, std::size_t lane) const {
    const double* own_row = run_.numbers + batch * run_.numbers_step + lane +
                            kGroups * run_.rows * (1 + H + run_.met + 1) +
                            kGroups * j * (run_.met + 1);
    V mean = load(own_row + kGroups * run_.met);
    for (std::size_t c = 0; c < run_.met; ++c) {
      mean = hn::NegMulAdd(load(own_row + kGroups * c), number(draw_.met[c]), mean);
    }
    const V u = hn::MulAdd(w, scale_at(run_, j, batch, lane), mean);
    const std::size_t to = at(j, batch, lane);
    store(hn::Div(u, load(draw_.unit + to)), draw_.draws + to);
  }

  const RunView& run_;
  const LaneDraw& draw_;
};

}  // namespace autumn::gaussian::star::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
