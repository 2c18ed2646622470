// This file finds the supernodes of a factor: its pattern column by column, which columns go
// together, and where the updates of each go.
#include "gaussian/equations/supernodes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "gaussian/equations/adjacency.h"

namespace autumn::gaussian::equations {
namespace {

double operations_of(double pivots, double rows) {
  // Of column p of the panel: about (rows - p)^2.
  double sum = 0.0;
  for (double p = 0; p < pivots; ++p) sum += (rows - p) * (rows - p);
  return sum;
}

// A supernode while the pattern is found. Places are places in the order that was given.
struct Draft {
  std::vector<std::uint32_t> pivots;
  std::vector<std::uint32_t> others;  // rising
  std::uint32_t parent = kNobody;
  bool is_merged = false;          // into its parent
  std::uint32_t bundle = kNobody;  // the draft that it goes right before, with all of its pivots
};

class Pattern {
 public:
  Pattern(const Adjacency& graph, std::vector<std::uint32_t> order)
      : graph_(graph), order_(std::move(order)), place_(order_.size()) {
    for (std::uint32_t p = 0; p < order_.size(); ++p) place_[order_[p]] = p;
  }

  // False if it takes more operations than the limit.
  [[nodiscard]] bool build(double limit) {
    draft_of_.assign(order_.size(), kNobody);
    children_.assign(order_.size(), {});
    seen_.assign(order_.size(), kNobody);
    for (std::uint32_t p = 0; p < order_.size(); ++p) {
      if (!add(p, limit)) return false;
    }
    return true;
  }

  [[nodiscard]] double operations() const { return operations_; }

  // With small supernodes joined to their parents, and others bundled.
  [[nodiscard]] Supernodes grouped() && {
    amalgamate();
    bundle();
    return std::move(*this).finish();
  }

 private:
  // Small supernodes join their parents where this adds few zeros.
  void amalgamate() {
    for (std::uint32_t s = 0; s < drafts_.size(); ++s) {
      const std::uint32_t parent = parent_of(s);
      if (parent == kNobody || !is_worth_merging(drafts_[s], drafts_[parent])) continue;
      std::vector<std::uint32_t>& pivots = drafts_[parent].pivots;
      pivots.insert(pivots.begin(), drafts_[s].pivots.begin(), drafts_[s].pivots.end());
      drafts_[s].is_merged = true;
      drafts_[s].parent = parent;
    }
  }

  // Single pivots whose rows are all pivots of one later supernode get all of these as rows, where
  // products of matrices are then cheaper than their zeros.
  void bundle() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> beside;
    for (std::uint32_t s = 0; s < drafts_.size(); ++s) {
      if (const std::uint32_t owner = only_owner(s); owner != kNobody) beside[owner].push_back(s);
    }
    for (const auto& [owner, members] : beside) {
      const std::vector<std::uint32_t>& pivots = drafts_[owner].pivots;
      double apart = 0.0;
      for (const std::uint32_t s : members) apart += nanoseconds(1, 1 + drafts_[s].others.size());
      if (pivots.size() < 2 || bundle_nanoseconds(members.size(), pivots.size()) > apart) continue;
      for (const std::uint32_t s : members) {
        drafts_[s].bundle = owner;
        drafts_[s].others = pivots;
      }
    }
  }

  [[nodiscard]] Supernodes finish() && {
    Supernodes out;
    std::vector<std::uint32_t> by_last;
    for (std::uint32_t s = 0; s < drafts_.size(); ++s) {
      if (!drafts_[s].is_merged) by_last.push_back(s);
    }
    const auto key = [&](std::uint32_t s) {
      const Draft& draft = drafts_[s];
      const bool is_bundled = draft.bundle != kNobody;
      return std::tuple((is_bundled ? drafts_[draft.bundle] : draft).pivots.back(), !is_bundled,
                        draft.pivots.back());
    };
    std::ranges::sort(by_last, {}, key);
    out.place.resize(order_.size());
    std::vector<std::uint32_t> new_place(order_.size());
    for (const std::uint32_t s : by_last) {
      for (const std::uint32_t p : drafts_[s].pivots) {
        new_place[p] = as_u32(out.order.size());
        out.place[order_[p]] = new_place[p];
        out.owner.push_back(as_u32(out.nodes.size()));
        out.order.push_back(order_[p]);
      }
      add_node(out, drafts_[s]);
    }
    for (std::uint32_t& row : out.rows) row = new_place[row];
    for (Supernode& node : out.nodes) {
      std::sort(out.rows.begin() + node.first_row, out.rows.begin() + node.first_row + node.rows);
    }
    for (std::uint32_t s = 0; s < out.nodes.size(); ++s) add_segments(out, s);
    out.steps = find_steps(out, std::vector<bool>(out.nodes.size(), false));
    return out;
  }

  [[nodiscard]] bool add(std::uint32_t p, double limit) {
    std::vector<std::uint32_t> others;
    seen_[p] = p;
    const auto take = [&](std::uint32_t q) {
      if (q <= p || seen_[q] == p) return;
      seen_[q] = p;
      others.push_back(q);
    };
    for (const std::uint32_t j : graph_.of(order_[p])) take(place_[j]);
    std::uint32_t heir = kNobody;
    for (const std::uint32_t child : children_[p]) {
      for (const std::uint32_t q : drafts_[child].others) take(q);
    }
    for (const std::uint32_t child : children_[p]) {
      if (drafts_[child].others.size() == others.size() + 1) heir = child;
    }
    const double rows = static_cast<double>(others.size() + 1);
    operations_ += rows * rows;
    if (operations_ > limit) return false;
    std::uint32_t mine = heir;
    if (heir == kNobody) {
      std::ranges::sort(others);
      mine = as_u32(drafts_.size());
      drafts_.push_back({{p}, std::move(others), kNobody, false});
    } else {
      drafts_[heir].pivots.push_back(p);
      std::erase(drafts_[heir].others, p);
    }
    draft_of_[p] = mine;
    for (const std::uint32_t child : children_[p]) {
      if (child != mine) drafts_[child].parent = mine;
    }
    if (!drafts_[mine].others.empty()) children_[drafts_[mine].others.front()].push_back(mine);
    return true;
  }

  // Parents may have been merged into theirs since.
  [[nodiscard]] std::uint32_t parent_of(std::uint32_t s) const {
    std::uint32_t parent = drafts_[s].parent;
    while (parent != kNobody && drafts_[parent].is_merged) parent = drafts_[parent].parent;
    return parent;
  }

  [[nodiscard]] std::uint32_t final_draft_of(std::uint32_t place) const {
    const std::uint32_t s = draft_of_[place];
    return drafts_[s].is_merged ? parent_of(s) : s;
  }

  // Of a single pivot: the supernode of all its rows, if it is one.
  [[nodiscard]] std::uint32_t only_owner(std::uint32_t s) const {
    const Draft& draft = drafts_[s];
    if (draft.is_merged || draft.pivots.size() != 1 || draft.others.empty()) return kNobody;
    const std::uint32_t owner = final_draft_of(draft.others.front());
    const auto is_mine = [&](std::uint32_t p) { return final_draft_of(p) == owner; };
    return std::ranges::all_of(draft.others, is_mine) ? owner : kNobody;
  }

  [[nodiscard]] static bool is_worth_merging(const Draft& child, const Draft& parent) {
    const std::size_t parent_rows = parent.pivots.size() + parent.others.size();
    const std::size_t apart = child.pivots.size();
    double own = nanoseconds(apart, apart + child.others.size());
    if (apart == 1) own = std::min(own, nanoseconds_in_bundle(parent_rows));
    return nanoseconds(apart + parent.pivots.size(), apart + parent_rows) <
           own + nanoseconds(parent.pivots.size(), parent_rows);
  }

  static void add_node(Supernodes& out, const Draft& draft) {
    Supernode node;
    node.pivots = as_u32(draft.pivots.size());
    node.first_pivot = as_u32(out.order.size()) - node.pivots;
    node.rows = node.pivots + as_u32(draft.others.size());
    node.first_row = as_u32(out.rows.size());
    node.panel = out.panels;
    const std::size_t size = std::size_t{node.rows} * node.pivots;
    out.panels += size;
    out.largest_panel = std::max(out.largest_panel, size);
    out.most_others = std::max(out.most_others, node.others());
    out.most_pivots = std::max<std::size_t>(out.most_pivots, node.pivots);
    out.operations += operations_of(node.pivots, node.rows);
    out.nanoseconds += draft.bundle == kNobody ? nanoseconds(node.pivots, node.rows)
                                               : nanoseconds_in_bundle(node.others());
    for (std::size_t p = 0; p < node.pivots; ++p) {
      out.diagonals.push_back(as_u32(node.panel + p * (node.rows + std::size_t{1})));
    }
    out.rows.insert(out.rows.end(), draft.pivots.begin(), draft.pivots.end());
    out.rows.insert(out.rows.end(), draft.others.begin(), draft.others.end());
    out.nodes.push_back(node);
  }

  static void add_segments(Supernodes& out, std::uint32_t s) {
    Supernode& node = out.nodes[s];
    node.first_segment = as_u32(out.segments.size());
    const std::uint32_t* others = out.rows.data() + node.first_row + node.pivots;
    const std::size_t count = node.others();
    for (std::size_t i = 0; i < count;) {
      Segment segment;
      segment.owner = out.owner[others[i]];
      const Supernode& owner = out.nodes[segment.owner];
      segment.first = as_u32(i);
      segment.first_pivot = others[i] - owner.first_pivot;
      segment.positions = as_u32(out.positions.size());
      while (i < count && out.owner[others[i]] == segment.owner) ++i;
      segment.count = as_u32(i) - segment.first;
      const std::uint32_t* rows = out.rows.data() + owner.first_row;
      std::uint32_t at = 0;
      segment.is_contiguous = true;
      for (std::size_t a = segment.first; a < count; ++a) {
        while (at < owner.rows && rows[at] != others[a]) ++at;
        AUTUMN_CHECK(at < owner.rows, "rows of a supernode are rows of those it updates");
        if (a > segment.first) {
          segment.is_contiguous = segment.is_contiguous && at == out.positions.back() + 1;
        }
        out.positions.push_back(at);
      }
      out.segments.push_back(segment);
    }
    node.segments = as_u32(out.segments.size()) - node.first_segment;
  }

  const Adjacency& graph_;
  std::vector<std::uint32_t> order_, place_;
  std::vector<std::uint32_t> draft_of_;               // per place
  std::vector<std::vector<std::uint32_t>> children_;  // per place: drafts whose next row it is
  std::vector<std::uint32_t> seen_;
  std::vector<Draft> drafts_;
  double operations_ = 0.0;
};

}  // namespace

std::size_t Supernodes::position(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t column = std::min(a, b), row = std::max(a, b);
  const Supernode& node = nodes[owner[column]];
  const auto first = rows.begin() + node.first_row;
  const auto at = std::lower_bound(first, first + node.rows, row);
  AUTUMN_CHECK(at != first + node.rows && *at == row,
               "an element of the normal equations is in the factor");
  return node.panel + std::size_t{node.rows} * (column - node.first_pivot) +
         static_cast<std::size_t>(at - first);
}

double nanoseconds(std::size_t pivots, std::size_t rows) {
  const double k = static_cast<double>(pivots), n = static_cast<double>(rows);
  if (pivots == 1) return 29.0 + 2.4 * n + 0.62 * n * n;
  return 470.0 + 13.0 * k * n + 0.03 * k * n * n;
}

Supernodes find_supernodes(const Cliques& cliques) {
  // Another order than theirs has its price: numbers would be all over the place.
  constexpr double kWorth = 0.9, kMuchMore = 4.0;
  const Adjacency graph = adjacency(cliques);
  std::vector<std::uint32_t> natural(cliques.columns);
  std::iota(natural.begin(), natural.end(), 0U);
  std::optional<Pattern> best;
  // The fill-reducing order first, because the others may fill in without end.
  for (const auto& [order, worth] :
       {std::pair(minimum_degree_order(graph), 1.0), std::pair(order_by_degree(graph), 1 / kWorth),
        std::pair(natural, 1 / kWorth)}) {
    Pattern pattern(graph, order);
    if (!pattern.build(best ? best->operations() * worth : kInfinity)) continue;
    best.emplace(std::move(pattern));
  }
  const double most = kMuchMore * best->operations();
  Supernodes found = std::move(*best).grouped();
  // More operations may be cheaper, if they are products of matrices.
  Pattern beside(graph, independent_first_order(graph));
  if (!beside.build(most)) return found;
  Supernodes other = std::move(beside).grouped();
  return other.nanoseconds < kWorth * found.nanoseconds ? other : found;
}

}  // namespace autumn::gaussian::equations
