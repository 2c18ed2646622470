// These tests write forward algorithms in the ways of programs, and check that they become one
// operation with the same meaning, values and slopes, and what does not.
#include "model/chains/chains.h"

#include "model/roll/roll.h"
#include "model/roll_models.h"
#include "passes/differentiate.h"

namespace autumn::model {
namespace {

using expr::element;
using expr::Op;

// How a program is written.
struct Style {
  std::size_t states = 2;
  std::size_t steps = 24;
  std::size_t chains = 1;
  bool emits_inside = false;    // the emission is in every term that is summed up
  bool emits_before = false;    // ... of the step after
  bool is_vector = false;       // log_sum_exp(before + column)
  bool by_pairs = false;        // log_add_exp, of two states
  bool moves_change = false;    // with an input of every step
  bool source_changes = false;  // what a state gives to all changes from step to step
  bool is_banded = false;       // no way back
  bool has_gaps = false;        // some steps have no emission
  bool is_output = false;       // all states are an output
  bool is_sequence = false;     // a chain begins where the one before ended
  bool reads_middle = false;    // the density reads a state before the last
};

class Written {
 public:
  Written(Maker& maker, const Style& style) : maker_(maker), style_(style), k_(style.states) {
    means_ = {maker.variable("mu", {k_})};
    moves_ = {maker.variable("move", {k_, k_})};
    slope_ = {maker.variable("slope")};
  }

  void write() {
    std::vector<Term> before;
    for (std::size_t c = 0; c < style_.chains; ++c) {
      std::vector<Term> states = c > 0 && style_.is_sequence ? before : begin(c);
      std::vector<Term> all = states;
      for (std::size_t t = 1; t <= style_.steps; ++t) {
        states = step(states, t + 100 * c);
        all.insert(all.end(), states.begin(), states.end());
      }
      before = states;
      if (style_.is_output) maker_.output("states", {all.size()}, concat(all));
      if (style_.reads_middle) maker_.opaque(all[2 * k_]);
      if (!style_.is_sequence || c + 1 == style_.chains) maker_.opaque(log_sum_exp(concat(states)));
    }
  }

 private:
  std::vector<Term> begin(std::size_t c) {
    std::vector<Term> states;
    for (std::size_t k = 0; k < k_; ++k) states.push_back(emission(c, k) + 0.25);
    return states;
  }

  Term emission(std::size_t t, std::size_t k) {
    const double y = std::sin(1.3 * double(t) + 0.2);
    return -0.5 * square(y - element(*means_, k)) - 0.9;
  }

  Term move(std::size_t j, std::size_t k, std::size_t t) {
    const Term plain = log(element(*moves_, j + k_ * k));
    return style_.moves_change ? plain + *slope_ * std::cos(double(t * (1 + j) + k)) : plain;
  }

  Term given(Term before, std::size_t j, std::size_t k, std::size_t t) {
    Term path = before + move(j, k, t);
    if (style_.source_changes) path = path + sin(*slope_ * double(t + j));
    if (style_.emits_inside) path = path + emission(t, k);
    return style_.emits_before ? emission(t - 1, j) + path : path;
  }

  Term gathered(const std::vector<Term>& before, std::size_t k, std::size_t t) {
    std::vector<Term> paths;
    for (std::size_t j = 0; j < k_; ++j) {
      if (style_.is_banded && j > k) continue;
      paths.push_back(given(before[j], j, k, t));
    }
    if (style_.by_pairs) return log_add_exp(paths[0], paths[1]);
    if (!style_.is_vector) return log_sum_exp(concat(paths));
    return log_sum_exp(concat(before) + expr::column(log(*moves_), k));
  }

  std::vector<Term> step(const std::vector<Term>& before, std::size_t t) {
    std::vector<Term> states;
    for (std::size_t k = 0; k < k_; ++k) {
      Term state = gathered(before, k, t);
      const bool emits = !style_.emits_inside && !style_.emits_before;
      if (emits && !(style_.has_gaps && t % 5 == 2)) state = state + emission(t, k);
      states.push_back(state);
    }
    return states;
  }

  Maker& maker_;
  Style style_;
  std::size_t k_;
  std::optional<Term> means_, moves_, slope_;
};

Model written(const Style& style) {
  Maker maker;
  Written(maker, style).write();
  return maker.finish();
}

std::size_t kernels_in(const Model& model) {
  std::size_t count = 0;
  for (const NodeId id : expr::reachable(model.graph, roots(model))) {
    count += model.graph.op(id) == Op::kKernel ? 1 : 0;
  }
  return count;
}

// The gradient of the density in all variables.
std::vector<expr::Array> gradient(const Model& model, const std::vector<expr::Array>& point) {
  expr::Builder builder(model.graph);
  Term total = expr::constant(builder, 0.0);
  for (const Factor& factor : model.factors) total = total + sum(Term(builder, factor.value));
  const Graph graph = std::move(builder).finish({total.id()});
  return expr::interpret(passes::differentiate(graph).graph, point);
}

void expect_same_slopes(const Model& a, const Model& b, Random random) {
  const std::vector<expr::Array> point = random_point(a, random);
  const auto x = gradient(a, point), y = gradient(b, point);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x[i].numbers.size(); ++j) {
      EXPECT_NEAR(x[i].numbers[j], y[i].numbers[j], 1e-11 * (1.0 + std::abs(x[i].numbers[j])));
    }
  }
}

void expect_chain(const Style& style, std::size_t kernels = 1) {
  const Model model = written(style);
  const Model with = with_chains(model);
  ASSERT_TRUE(check(with).is_ok());
  EXPECT_EQ(kernels_in(with), kernels);
  expect_same_meaning(model, with, Random({.seed = 4}));
  expect_same_slopes(model, with, Random({.seed = 5}));
  const Model rolled = roll(model);
  EXPECT_EQ(kernels_in(rolled), kernels);
  expect_same_meaning(model, rolled, Random({.seed = 6}));
  expect_same_slopes(model, rolled, Random({.seed = 7}));
}

TEST(Chains, OfEveryStyleAreOneOperation) {
  expect_chain({});
  expect_chain({.states = 3});
  expect_chain({.states = 5, .emits_inside = true});
  expect_chain({.states = 3, .emits_before = true});
  expect_chain({.states = 4, .is_vector = true});
  expect_chain({.by_pairs = true});
  expect_chain({.states = 3, .moves_change = true});
  expect_chain({.states = 3, .source_changes = true});
  expect_chain({.states = 3, .is_banded = true});
  expect_chain({.states = 3, .has_gaps = true});
  expect_chain({.states = 3, .reads_middle = true});
  expect_chain({.states = 3, .source_changes = true, .reads_middle = true});
}

TEST(Chains, OutputsHaveAnOperationOfTheirOwn) {
  expect_chain({.states = 3, .is_output = true}, 2);
  expect_chain({.source_changes = true, .is_output = true}, 2);
  expect_chain({.emits_before = true, .is_output = true}, 2);
}

TEST(Chains, OfEqualLengthGoTogether) {
  expect_chain({.states = 3, .chains = 4});
  expect_chain({.chains = 11, .moves_change = true});
  expect_chain({.chains = 3, .source_changes = true});
}

TEST(Chains, ThatFollowEachOtherAreOneOrSeveral) {
  expect_chain({.states = 3, .chains = 3, .is_sequence = true});
}

Style random_style(Random& random) {
  const auto coin = [&](std::size_t of) { return random.below(of) == 0; };
  Style style{.states = 2 + random.below(4), .steps = 9 + random.below(30)};
  style.chains = coin(3) ? 1 + random.below(5) : 1;
  style.emits_inside = coin(3);
  style.emits_before = !style.emits_inside && coin(3);
  style.is_banded = coin(4);
  style.by_pairs = style.states == 2 && !style.is_banded && coin(2);
  style.moves_change = coin(3);
  style.source_changes = coin(3);
  style.has_gaps = coin(3);
  style.is_output = coin(3);
  style.is_sequence = coin(3);
  style.reads_middle = coin(3);
  return style;
}

TEST(Chains, OfRandomStylesMeanTheSame) {
  Random random({.seed = 11});
  for (int k = 0; k < 60; ++k) {
    const Model model = written(random_style(random));
    const Model rolled = roll(model);
    EXPECT_GE(kernels_in(rolled), 1U);
    expect_same_meaning(model, rolled, Random({.seed = 12}), 1);
    expect_same_slopes(model, rolled, Random({.seed = 13}));
  }
}

// A probability of zero is minus infinity: states that cannot be reached stay so.
TEST(Chains, ImpossibleMovesStayImpossible) {
  for (const bool is_output : {false, true}) {
    const Model model = written({.states = 3, .is_output = is_output});
    const Model rolled = roll(model);
    Random random({.seed = 14});
    std::vector<expr::Array> point = random_point(model, random);
    for (const std::size_t impossible : {1U, 2U, 5U}) point[1].numbers[impossible] = 0.0;
    const Evaluated x = evaluate(model, point), y = evaluate(rolled, point);
    EXPECT_TRUE(std::isfinite(x.log_density));
    EXPECT_NEAR(x.log_density, y.log_density, 1e-12 * x.size_of_terms);
    point[1].numbers.assign(9, 0.0);
    EXPECT_EQ(evaluate(model, point).log_density, evaluate(rolled, point).log_density);
  }
}

// The number of operations of a rolled chain does not depend on its length.
TEST(Chains, LeaveGraphsShort) {
  Style style{.states = 3, .steps = 40};
  const std::size_t size = roll(written(style)).graph.size();
  style.steps = 400;
  EXPECT_EQ(roll(written(style)).graph.size(), size);
}

TEST(Chains, ShortOnesAreLeftAlone) {
  expect_chain({.steps = 6}, 0);
}

// A state that feeds what is added later: that is no chain.
TEST(Chains, TermsMayNotDependOnStates) {
  Maker maker;
  const Term mu = maker.variable("mu", {2});
  std::vector<Term> states{element(mu, 0), element(mu, 1)};
  for (int t = 0; t < 20; ++t) {
    const Term fed = sin(states[0]);
    std::vector<Term> next;
    for (std::size_t k = 0; k < 2; ++k) {
      next.push_back(log_sum_exp(concat({states[0] + element(mu, k), states[1] + 0.5})) + fed);
    }
    states = next;
  }
  maker.opaque(log_sum_exp(concat(states)));
  const Model model = maker.finish();
  EXPECT_EQ(kernels_in(with_chains(model)), 0U);
}

}  // namespace
}  // namespace autumn::model
