// This file reads priors and products as locations and scales.
#include "model/located.h"

#include <algorithm>
#include <utility>

#include "dist/list.h"

namespace autumn::model {
namespace {

using expr::Op;

// What is found of one more variable takes a walk over the graph.
constexpr std::size_t kMostLocated = 64;

// The variables that these nodes depend on.
std::vector<std::size_t> variables_in(const Model& model, const std::vector<NodeId>& nodes) {
  std::vector<std::size_t> variables;
  for (const NodeId id : expr::reachable(model.graph, nodes)) {
    if (model.graph.op(id) == Op::kInput) variables.push_back(model.graph.node(id).payload);
  }
  return variables;
}

std::vector<std::size_t> needed_by_support(const Model& model, const Support& support) {
  std::vector<NodeId> nodes;
  for (const auto& node : {support.lower, support.upper, support.offset, support.multiplier}) {
    if (node && !model.graph.is_constant(*node)) nodes.push_back(*node);
  }
  return nodes.empty() ? std::vector<std::size_t>{} : variables_in(model, nodes);
}

// Which variables must be known before which.
class Needs {
 public:
  explicit Needs(const Model& model) : needed_(model.variables.size()) {
    for (std::size_t v = 0; v < needed_.size(); ++v) {
      needed_[v] = needed_by_support(model, model.variables[v].support);
    }
  }

  void add(std::size_t v, const std::vector<std::size_t>& others) {
    needed_[v].insert(needed_[v].end(), others.begin(), others.end());
  }

  // Whether one of these variables needs v, or is it.
  [[nodiscard]] bool reach(const std::vector<std::size_t>& from, std::size_t v) const {
    std::vector<bool> is_seen(needed_.size(), false);
    const std::vector<std::size_t> met = after(from, is_seen);
    return std::ranges::find(met, v) != met.end();
  }

  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<bool> is_seen(needed_.size(), false);
    std::vector<std::size_t> all;
    for (std::size_t v = 0; v < needed_.size(); ++v) {
      const std::vector<std::size_t> met = after({v}, is_seen);
      all.insert(all.end(), met.begin(), met.end());
    }
    return all;
  }

 private:
  // What was not seen yet of these and of what they need, each after what it needs.
  [[nodiscard]] std::vector<std::size_t> after(const std::vector<std::size_t>& from,
                                               std::vector<bool>& is_seen) const {
    std::vector<std::size_t> met;
    std::vector<std::pair<std::size_t, std::size_t>> stack;  // a variable, and where it stands
    const auto visit = [&](std::size_t v) {
      if (is_seen[v]) return;
      is_seen[v] = true;
      stack.emplace_back(v, 0);
    };
    for (const std::size_t start : from) {
      visit(start);
      while (!stack.empty()) {
        const auto [v, next] = stack.back();
        if (next == needed_[v].size()) {
          met.push_back(v);
          stack.pop_back();
        } else {
          ++stack.back().second;
          visit(needed_[v][next]);
        }
      }
    }
    return met;
  }

  std::vector<std::vector<std::size_t>> needed_;
};

class Finding {
 public:
  explicit Finding(const Model& model)
      : model_(model), needs_(model), is_found_(model.variables.size(), false) {}

  std::vector<Located> run() {
    for (std::size_t f = 0; f < model_.factors.size() && found_.size() < kMostLocated; ++f) {
      if (std::optional<Located> located = read(f)) add(*std::move(located));
    }
    return std::move(found_);
  }

 private:
  const Graph& graph() const { return model_.graph; }

  void add(Located located) {
    std::vector<std::size_t> needed = variables_around(model_, located);
    if (located.form == LocatedForm::kStandard && needs_.reach(needed, located.variable)) {
      located.location = std::nullopt;
      needed = variables_around(model_, located);
    }
    if (needed.empty() || needs_.reach(needed, located.variable)) return;
    needs_.add(located.variable, needed);
    is_found_[located.variable] = true;
    found_.push_back(std::move(located));
  }

  std::optional<Located> read(std::size_t f) {
    const Factor& factor = model_.factors[f];
    const bool is_normal = factor.distribution == &dist::normal();
    if ((!is_normal && factor.distribution != &dist::std_normal()) || factor.weight) return {};
    const std::optional<std::size_t> v = variable_at(factor.value);
    if (!v || is_found_[*v] || model_.variables[*v].support.kind != SupportKind::kReal) return {};
    Located located{.variable = *v, .factor = f, .scale = factor.value};
    const bool is_told = is_normal && !is_standard(factor);
    const bool is_read = is_told ? read_arguments(factor, located) : read_uses(factor, located);
    return is_read ? std::optional(located) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::size_t> variable_at(NodeId node) const {
    while (graph().op(node) == Op::kReshape) node = graph().operand(node, 0);
    const bool is_whole = graph().op(node) == Op::kInput && graph().shape(node).size() >= 2;
    return is_whole ? std::optional<std::size_t>(graph().node(node).payload) : std::nullopt;
  }

  [[nodiscard]] bool is_constant(NodeId node, double number) const {
    return graph().is_constant(node) &&
           std::ranges::all_of(graph().constant(node), [&](double x) { return x == number; });
  }
  [[nodiscard]] bool is_standard(const Factor& factor) const {
    return is_constant(factor.arguments[0], 0.0) && is_constant(factor.arguments[1], 1.0);
  }
  [[nodiscard]] bool fits(NodeId node, std::size_t size) const {
    return graph().shape(node).is_scalar() || graph().shape(node).size() == size;
  }

  bool read_arguments(const Factor& factor, Located& located) const {
    const std::size_t size = graph().shape(factor.value).size();
    located.location = factor.arguments[0];
    located.scale = factor.arguments[1];
    if (!fits(*located.location, size) || !fits(located.scale, size)) return false;
    const Support& support = model_.variables[located.variable].support;
    if (!support.offset && !support.multiplier) return true;
    located.form = LocatedForm::kOffset;
    return support.multiplier == located.scale &&
           (support.offset == located.location ||
            (!support.offset && is_constant(*located.location, 0.0)));
  }

  // A standard normal variable all of whose uses are products with one scale.
  bool read_uses(const Factor& factor, Located& located) {
    const Support& support = model_.variables[located.variable].support;
    if (support.offset || support.multiplier) return false;
    find_users();
    const NodeId z = model_.variables[located.variable].node;
    if (!is_read_by_prior_alone(z, factor.value)) return false;
    located.form = LocatedForm::kStandard;
    Uses uses;
    for (const NodeId view : views_of(z)) {
      for (const NodeId user : users_[view.value]) {
        if (!is_view(user) && !read_use(user, view, uses)) return false;
      }
    }
    if (!uses.scale || graph().is_constant(*uses.scale)) return false;
    located.scale = *uses.scale;
    located.location = location_of(uses);
    return true;
  }

  // Of a standard normal variable.
  struct Uses {
    std::optional<NodeId> scale;
    std::vector<NodeId> products;
    bool has_gathers = false;
  };

  [[nodiscard]] bool is_view(NodeId node) const { return graph().op(node) == Op::kReshape; }

  // The variable as it is, and in other shapes.
  [[nodiscard]] std::vector<NodeId> views_of(NodeId z) const {
    std::vector<NodeId> views{z};
    for (std::size_t k = 0; k < views.size(); ++k) {
      std::ranges::copy_if(users_[views[k].value], std::back_inserter(views),
                           [&](NodeId user) { return is_view(user); });
    }
    return views;
  }

  // Among factors.
  [[nodiscard]] bool is_read_by_prior_alone(NodeId z, NodeId prior) const {
    std::size_t reads = 0;
    for (const NodeId view : views_of(z)) reads += reads_[view.value];
    return reads_[prior.value] == 1 && reads == 1;
  }

  // scale * z, or scale * z[index] with a scalar scale.
  bool read_use(NodeId user, NodeId z, Uses& uses) const {
    if (graph().op(user) != Op::kGather) return read_product(user, z, uses);
    uses.has_gathers = true;
    if (reads_[user.value] != 0) return false;
    return std::ranges::all_of(users_[user.value], [&](NodeId product) {
      return read_product(product, user, uses) && graph().shape(*uses.scale).is_scalar();
    });
  }

  bool read_product(NodeId product, NodeId z, Uses& uses) const {
    if (graph().op(product) != Op::kMul) return false;
    const bool is_first = graph().operand(product, 0) == z;
    const NodeId other = graph().operand(product, is_first ? 1 : 0);
    if (other == z || (uses.scale && *uses.scale != other)) return false;
    if (!fits(other, graph().shape(z).size())) return false;
    uses.scale = other;
    uses.products.push_back(product);
    return true;
  }

  // What is added to every product, if it is the same: one number, or one per element.
  [[nodiscard]] std::optional<NodeId> location_of(const Uses& uses) const {
    std::optional<NodeId> location;
    std::vector<NodeId> products = uses.products;
    bool has_gathers = uses.has_gathers;
    for (std::size_t k = 0; k < products.size(); ++k) {
      const NodeId product = products[k];
      if (reads_[product.value] != 0 || users_[product.value].empty()) return std::nullopt;
      for (const NodeId user : users_[product.value]) {
        if (graph().op(user) == Op::kGather || is_view(user)) {
          has_gathers = true;
          products.push_back(user);
          continue;
        }
        if (graph().op(user) != Op::kAdd) return std::nullopt;
        const NodeId other = graph().operand(user, graph().operand(user, 0) == product ? 1 : 0);
        if (location && *location != other) return std::nullopt;
        location = other;
      }
    }
    const bool is_one_number = !location || graph().shape(*location).is_scalar();
    return is_one_number || !has_gathers ? location : std::nullopt;
  }

  // Of all that the factors need.
  void find_users() {
    if (!users_.empty()) return;
    users_.resize(graph().size());
    reads_.assign(graph().size(), 0);
    std::vector<NodeId> roots;
    for (const Factor& factor : model_.factors) {
      roots.push_back(factor.value);
      roots.insert(roots.end(), factor.arguments.begin(), factor.arguments.end());
    }
    for (const Variable& variable : model_.variables) {
      const Support& s = variable.support;
      for (const auto& node : {s.lower, s.upper, s.offset, s.multiplier}) {
        if (node) roots.push_back(*node);
      }
    }
    for (const NodeId root : roots) ++reads_[root.value];
    for (const NodeId id : expr::reachable(graph(), roots)) {
      for (const NodeId operand : graph().operands(id)) users_[operand.value].push_back(id);
    }
  }

  const Model& model_;
  Needs needs_;
  std::vector<bool> is_found_;
  std::vector<Located> found_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<std::size_t> reads_;  // by factors and supports
};

}  // namespace

std::vector<std::size_t> variables_around(const Model& model, const Located& located) {
  std::vector<NodeId> nodes{located.scale};
  if (located.location) nodes.push_back(*located.location);
  return variables_in(model, nodes);
}

std::vector<Located> find_located(const Model& model) {
  return Finding(model).run();
}

std::vector<std::size_t> order_of_variables(const Model& model,
                                            const std::vector<Located>& located) {
  Needs needs(model);
  for (const Located& one : located) {
    needs.add(one.variable, variables_around(model, one));
  }
  return needs.order();
}

}  // namespace autumn::model
