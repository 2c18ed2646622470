// This file lays out a factor graph: its layers, the order within them, and places.
#include "explain/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace autumn::explainer {
namespace {

constexpr double kGap = 26.0;
constexpr double kMargin = 20.0;
constexpr double kCharacter = 7.5;
constexpr int kSweeps = 6;

// Nodes and factors alike are items: nodes first.
class Placing {
 public:
  explicit Placing(const FactorGraph& graph) : nodes_(graph.nodes.size()) {
    for (const GraphNode& node : graph.nodes) {
      left_.push_back(half_width(node) + 8.0);
      right_.push_back(half_width(node) + 8.0);
    }
    for (const GraphFactor& factor : graph.factors) {
      left_.push_back(kSquare);
      right_.push_back(kSquare + kCharacter * static_cast<double>(factor.name.size()));
    }
    below_.resize(left_.size());
    above_.resize(left_.size());
    for (std::size_t f = 0; f < graph.factors.size(); ++f) {
      for (const Arrow& arrow : graph.factors[f].from) below_[arrow.node].push_back(nodes_ + f);
      for (const Arrow& arrow : graph.factors[f].to) below_[nodes_ + f].push_back(arrow.node);
    }
  }

  Layout run() && {
    break_cycles();
    find_layers();
    order_layers();
    place();
    return result();
  }

 private:
  // Depth first without recursion; edges back to an item that is still open are turned off.
  void break_cycles() {
    enum class Mark : std::uint8_t { kNew, kOpen, kDone };
    std::vector<Mark> marks(below_.size(), Mark::kNew);
    std::vector<std::vector<std::size_t>> kept(below_.size());
    for (std::size_t root = 0; root < below_.size(); ++root) {
      if (marks[root] != Mark::kNew) continue;
      std::vector<std::pair<std::size_t, std::size_t>> stack{{root, 0}};
      marks[root] = Mark::kOpen;
      while (!stack.empty()) {
        auto& [item, next] = stack.back();
        if (next == below_[item].size()) {
          marks[item] = Mark::kDone;
          order_.push_back(item);
          stack.pop_back();
          continue;
        }
        const std::size_t child = below_[item][next++];
        if (marks[child] == Mark::kOpen) continue;
        kept[item].push_back(child);
        if (marks[child] == Mark::kDone) continue;
        marks[child] = Mark::kOpen;
        stack.emplace_back(child, 0);
      }
    }
    std::ranges::reverse(order_);
    below_ = std::move(kept);
    for (std::size_t i = 0; i < below_.size(); ++i) {
      for (const std::size_t child : below_[i]) above_[child].push_back(i);
    }
  }

  void find_layers() {
    layer_.assign(below_.size(), 0);
    for (const std::size_t i : order_) {
      for (const std::size_t child : below_[i]) {
        layer_[child] = std::max(layer_[child], layer_[i] + 1);
      }
    }
    // What has nothing above it stands just above what it leads to.
    for (auto i = order_.rbegin(); i != order_.rend(); ++i) {
      if (!above_[*i].empty() || below_[*i].empty()) continue;
      std::size_t first = layer_[below_[*i][0]];
      for (const std::size_t child : below_[*i]) first = std::min(first, layer_[child]);
      layer_[*i] = first - 1;
    }
    const std::size_t count =
        layer_.empty() ? 0 : 1 + *std::max_element(layer_.begin(), layer_.end());
    layers_.resize(count);
    for (std::size_t i = 0; i < layer_.size(); ++i) layers_[layer_[i]].push_back(i);
  }

  [[nodiscard]] double mean_at(const std::vector<std::size_t>& items, const std::vector<double>& at,
                               double otherwise) const {
    if (items.empty()) return otherwise;
    double sum = 0.0;
    for (const std::size_t i : items) sum += at[i];
    return sum / static_cast<double>(items.size());
  }

  void order_layers() {
    std::vector<double> at(layer_.size(), 0.0);
    const auto number = [&](const std::vector<std::size_t>& layer) {
      for (std::size_t k = 0; k < layer.size(); ++k) {
        at[layer[k]] = (static_cast<double>(k) + 0.5) / static_cast<double>(layer.size());
      }
    };
    for (const auto& layer : layers_) number(layer);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      const bool is_down = sweep % 2 == 0;
      for (std::size_t k = 0; k < layers_.size(); ++k) {
        auto& layer = layers_[is_down ? k : layers_.size() - 1 - k];
        std::vector<double> want(layer_.size(), 0.0);
        for (const std::size_t i : layer)
          want[i] = mean_at(is_down ? above_[i] : below_[i], at, at[i]);
        std::ranges::stable_sort(layer, {}, [&](std::size_t i) { return want[i]; });
        number(layer);
      }
    }
  }

  // Every item wants to stand at the mean of its neighbours; those in one layer keep their
  // distance.
  void place() {
    x_.assign(layer_.size(), 0.0);
    for (const auto& layer : layers_) keep_distance(layer);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (std::size_t k = 0; k < layers_.size(); ++k) {
        auto& layer = layers_[sweep % 2 == 0 ? k : layers_.size() - 1 - k];
        double shift = 0.0;
        for (const std::size_t i : layer) {
          std::vector<std::size_t> neighbours = above_[i];
          neighbours.insert(neighbours.end(), below_[i].begin(), below_[i].end());
          const double want = mean_at(neighbours, x_, x_[i]);
          shift += want;
          x_[i] = want;
        }
        keep_distance(layer);
        // The layer as a whole stays where its items want to be.
        for (const std::size_t i : layer) shift -= x_[i];
        for (const std::size_t i : layer) x_[i] += shift / static_cast<double>(layer.size());
      }
    }
  }

  void keep_distance(const std::vector<std::size_t>& layer) {
    for (std::size_t k = 1; k < layer.size(); ++k) {
      const double least = x_[layer[k - 1]] + right_[layer[k - 1]] + kGap + left_[layer[k]];
      x_[layer[k]] = std::max(x_[layer[k]], least);
    }
  }

  [[nodiscard]] Layout result() const {
    double left = 0.0;
    double right = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      left = i == 0 ? x_[i] - left_[i] : std::min(left, x_[i] - left_[i]);
      right = i == 0 ? x_[i] + right_[i] : std::max(right, x_[i] + right_[i]);
    }
    Layout layout;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const PicturePoint point{x_[i] - left + kMargin,
                               kMargin + kLayerHeight * (static_cast<double>(layer_[i]) + 0.5)};
      (i < nodes_ ? layout.nodes : layout.factors).push_back(point);
    }
    layout.width = right - left + 2.0 * kMargin;
    layout.height = kLayerHeight * static_cast<double>(layers_.size()) + 2.0 * kMargin;
    return layout;
  }

  std::size_t nodes_;
  std::vector<double> left_;  // how far an item reaches
  std::vector<double> right_;
  std::vector<std::vector<std::size_t>> below_;
  std::vector<std::vector<std::size_t>> above_;
  std::vector<std::size_t> order_;  // parents before children
  std::vector<std::size_t> layer_;
  std::vector<std::vector<std::size_t>> layers_;
  std::vector<double> x_;
};

}  // namespace

double half_width(const GraphNode& node) {
  const std::size_t longest = std::max(node.name.size(), node.plate.size());
  return 14.0 + 0.5 * kCharacter * static_cast<double>(std::max<std::size_t>(longest, 2));
}

Layout lay_out(const FactorGraph& graph) {
  return Placing(graph).run();
}

}  // namespace autumn::explainer
