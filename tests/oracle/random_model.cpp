// This file generates random small models.
#include "oracle/random_model.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"

namespace autumn::oracle {
namespace {

constexpr double kLargest = 1e3;
constexpr double kSmallest = 1e-3;

bool is_ordinary(Family family, double x, std::span<const double> arguments) {
  const bool is_normal = family == Family::kNormal;
  const double smallest = is_normal ? -kLargest : is_discrete(family) ? 0.0 : kSmallest;
  const double largest = family == Family::kBeta ? 1 - kSmallest : kLargest;
  if (is_discrete(family) && arguments.back() > 1 - kSmallest) return false;
  const auto positive = arguments.subspan(is_normal ? 1 : 0);
  return x >= smallest && x <= largest && std::fabs(arguments[0]) <= kLargest &&
         std::ranges::all_of(positive, [](double t) { return t >= kSmallest && t <= kLargest; });
}

bool is_ordinary(const Model& model, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Distribution& distribution = model.nodes[i].distribution;
    if (!is_ordinary(distribution.family, values[i], evaluate(distribution, values))) return false;
  }
  return true;
}

class Generator {
 public:
  explicit Generator(Random& random)
      : random_(random), conjugacy_(random.uniform()), normality_(random.uniform()) {}

  // Adds a node with a value drawn from its distribution.
  void add_node(double observed_probability) {
    const Distribution distribution = random_distribution();
    const double value = draw(distribution.family, evaluate(distribution, values_), random_);
    const bool is_observed = is_discrete(distribution.family) || chance(observed_probability);
    const NodeId node = model_.add(distribution, is_observed ? std::optional(value) : std::nullopt);
    values_.push_back(value);
    nodes_of(distribution.family).push_back(node);
  }

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

 private:
  std::vector<NodeId>& nodes_of(Family family) {
    if (is_discrete(family)) return counts_;
    if (family == Family::kNormal) return reals_;
    return family == Family::kBeta ? probabilities_ : positives_;
  }

  bool chance(double probability) { return random_.uniform() < probability; }

  // A quarter, a half, ..., three.
  double number() { return 0.25 * static_cast<double>(1 + random_.below(12)); }

  Expr pick(const std::vector<NodeId>& nodes) {
    return nodes.empty() ? Expr(number()) : Expr(nodes[random_.below(nodes.size())]);
  }

  // An earlier node, most often a normal one.
  Expr any() {
    switch (random_.below(8)) {
      case 0: return pick(positives_);
      case 1: return pick(probabilities_);
      case 2: return pick(counts_);
      default: return pick(reals_);
    }
  }

  // Below, what may be needed is drawn first, each in a statement of its own: the order in which
  // operands are evaluated is the compiler's choice, and a seed must give one model.

  Distribution random_distribution() {
    const Expr m = mean();
    const Expr s = positive();
    const Expr t = positive();
    const Expr r = rate();
    const Expr p = probability();
    const int trials = 1 + static_cast<int>(random_.below(20));
    if (chance(normality_)) return normal(m, s);
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2: return beta(s, t);
      case 3:
      case 4:
      case 5:
      case 6: return gamma(s, r);
      case 7:
      case 8: return exponential(r);
      case 9:
      case 10: return binomial(trials, p);
      case 11: return bernoulli(p);
      default: return normal(m, s);
    }
  }

  Expr mean() {
    const Expr x = pick(reals_);
    const Expr y = pick(reals_);
    const Expr a = any();
    const Expr b = any();
    const Expr g = pick(positives_);
    const Expr s = positive();
    const double k = number();
    const double l = number();
    if (chance(conjugacy_)) return k * x + (l - 1.5) * y;
    switch (random_.below(12)) {
      case 0: return k - 1.5;
      case 1: return a * b;
      case 2: return a * g + k;
      case 3: return exp(0.25 * a);
      case 4: return 0.25 * square(a);
      case 5: return log(g) - a;
      case 6: return (a + k * b) / s;
      case 7: return (k + a) * (b - 0.5);
      case 8: return a - b;
      case 9: return k * a + l * b - 1.0;
      default: return k * a + (l - 1.0);
    }
  }

  // For scales and shapes.
  Expr positive() {
    const Expr x = pick(reals_);
    const Expr g = pick(positives_);
    const Expr p = pick(probabilities_);
    const double k = number();
    if (chance(conjugacy_)) return k;
    switch (random_.below(7)) {
      case 0: return exp(0.5 * x);
      case 1: return 0.5 + square(x) / 4.0;
      case 2: return sqrt(g);
      case 3: return k / g;
      case 4: return p + 0.5;
      case 5: return k + 0.5 * g;
      default: return k * g;
    }
  }

  Expr rate() {
    const Expr x = pick(reals_);
    const Expr g = pick(positives_);
    const Expr h = pick(positives_);
    const Expr s = positive();
    const double k = number();
    if (chance(conjugacy_)) return k * g;
    switch (random_.below(6)) {
      case 0: return s;
      case 1: return g * exp(0.5 * x);
      case 2: return g * h;
      case 3: return g / s;
      case 4: return g + k * h;
      default: return g + k;
    }
  }

  Expr probability() {
    const Expr p = pick(probabilities_);
    const Expr q = pick(probabilities_);
    const Expr g = pick(positives_);
    const Expr a = any();
    if (probabilities_.empty()) return 1.0 / (1.0 + exp(a));
    if (chance(conjugacy_)) return p;
    switch (random_.below(5)) {
      case 0: return 1.0 - p;
      case 1: return p * q;
      case 2: return 0.125 + 0.75 * p;
      case 3: return p / (p + g);
      default: return 1.0 / (1.0 + exp(a));
    }
  }

  Random& random_;
  double conjugacy_;  // how often a link is a conjugate one
  double normality_;  // how often a node is normal, whatever is drawn for the others
  Model model_;
  std::vector<double> values_;
  std::vector<NodeId> reals_;
  std::vector<NodeId> positives_;
  std::vector<NodeId> probabilities_;
  std::vector<NodeId> counts_;
};

}  // namespace

Model random_model(std::uint64_t seed) {
  for (std::uint64_t attempt = 0; attempt < 1000; ++attempt) {
    Random random({.seed = seed, .purpose = Purpose::kTest, .iteration = attempt});
    Generator generator(random);
    const auto nodes = static_cast<double>(3 + random.below(6));
    // Observations come late in a model, or most nodes would be unobserved leaves.
    for (double i = 1; i <= nodes; ++i) generator.add_node(0.9 * i / nodes);
    if (is_ordinary(generator.model(), generator.values())) return generator.model();
  }
  internal_error("a model of ordinary numbers is found soon", __FILE__, __LINE__);
}

std::vector<double> ordinary_values(const Model& model, Random& random) {
  for (int attempt = 0; attempt < 10000; ++attempt) {
    const std::vector<double> values = simulate(model, random);
    if (is_ordinary(model, values)) return values;
  }
  internal_error("ordinary values are found soon", __FILE__, __LINE__);
}

}  // namespace autumn::oracle
