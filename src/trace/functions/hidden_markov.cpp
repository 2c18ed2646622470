// This file has the functions of hidden Markov models: arguments are log densities (a column per
// time), transitions and the first state.
#include <Eigen/Core>
#include <cmath>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Term;
using Matrix = Eigen::MatrixXd;
using ConstMap = Eigen::Map<const Matrix>;

void check_sizes(const BuiltinCall& call) {
  const Value& log_densities = call.arguments[0];
  const Value& transition = call.arguments[1];
  require_not_empty(call, log_densities);
  require_square(call, transition);
  require_equal(call, "numbers of states", rows_of(log_densities), rows_of(transition));
  require_equal(call, "numbers of states", rows_of(log_densities), call.arguments[2].size());
}

// The forward recursion with the state probabilities rescaled at every step, so that zeros in the
// transitions stay exact and have finite slopes.
Value hmm_marginal(const BuiltinCall& call) {
  check_sizes(call);
  return compose(call, {}, [](Terms x) {
    Term ahead = x[2];
    Term log_density = expr::constant(ahead.builder(), 0.0);
    for (std::size_t t = 0; t < x[0].shape().cols; ++t) {
      const Term log_omega = column(x[0], t);
      const Term largest = max_element(log_omega);
      const Term joint = ahead * exp(log_omega - largest);
      const Term total = sum(joint);
      log_density = log_density + log(total) + largest;
      ahead = matmul(x[1], joint / total, expr::flag::kTransposeLeft);
    }
    return log_density;
  });
}

struct Known {
  ConstMap log_densities;
  ConstMap transition;
  Eigen::Map<const Eigen::VectorXd> first;

  explicit Known(const BuiltinCall& call)
      : log_densities(data(call, 0), index(rows_of(call.arguments[0])),
                      index(cols_of(call.arguments[0]))),
        transition(data(call, 1), log_densities.rows(), log_densities.rows()),
        first(data(call, 2), log_densities.rows()) {}

  static const double* data(const BuiltinCall& call, std::size_t k) {
    return call.arguments[k].numbers().data();
  }
  static Eigen::Index index(std::size_t n) { return static_cast<Eigen::Index>(n); }

  [[nodiscard]] Eigen::VectorXd density(Eigen::Index t) const {
    return (log_densities.col(t).array() - log_densities.col(t).maxCoeff()).exp();
  }
};

// Column t: the probabilities of the states given what was seen up to t.
Matrix filtered(const Known& known) {
  Matrix result(known.log_densities.rows(), known.log_densities.cols());
  Eigen::VectorXd ahead = known.first;
  for (Eigen::Index t = 0; t < result.cols(); ++t) {
    const Eigen::VectorXd joint = ahead.cwiseProduct(known.density(t));
    result.col(t) = joint / joint.sum();
    ahead = known.transition.transpose() * result.col(t);
  }
  return result;
}

void require_known(const BuiltinCall& call) {
  check_sizes(call);
  if (!all_known(call.arguments)) fail_for_symbols(call, "use it in generated quantities");
}

Value hmm_hidden_state_prob(const BuiltinCall& call) {
  require_known(call);
  const Known known(call);
  Matrix result = filtered(known);
  Eigen::VectorXd behind = Eigen::VectorXd::Ones(result.rows());
  for (Eigen::Index t = result.cols(); t-- > 0;) {
    result.col(t) = result.col(t).cwiseProduct(behind);
    result.col(t) /= result.col(t).sum();
    behind = known.transition * behind.cwiseProduct(known.density(t));
    behind /= behind.maxCoeff();
  }
  return Value::numbers(call.type, call.arguments[0].dims(),
                        {result.data(), result.data() + result.size()});
}

Eigen::Index draw(Random& random, const Eigen::VectorXd& weights) {
  double rest = random.uniform() * weights.sum();
  for (Eigen::Index i = 0; i + 1 < weights.size(); ++i) {
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return weights.size() - 1;
}

// Backwards: the last state from its filtered probabilities, each other one given its successor.
Value hmm_latent_rng(const BuiltinCall& call) {
  require_known(call);
  if (call.interpreter.random() == nullptr) fail_in(call, "there are no random numbers here");
  const Known known(call);
  const Matrix probabilities = filtered(known);
  std::vector<double> states(static_cast<std::size_t>(probabilities.cols()));
  Eigen::Index next = 0;
  for (Eigen::Index t = probabilities.cols(); t-- > 0;) {
    Eigen::VectorXd weights = probabilities.col(t);
    if (t + 1 < probabilities.cols()) {
      weights = weights.cwiseProduct(known.transition.col(next)).eval();
    }
    next = draw(*call.interpreter.random(), weights);
    states[static_cast<std::size_t>(t)] = static_cast<double>(next + 1);
  }
  const Dims dims{states.size()};
  return Value::numbers(call.type, dims, std::move(states));
}

constexpr BuiltinEntry kHiddenMarkovFunctions[] = {
    {"hmm_marginal", hmm_marginal},
    {"hmm_hidden_state_prob", hmm_hidden_state_prob},
    {"hmm_latent_rng", hmm_latent_rng},
};

}  // namespace

std::span<const BuiltinEntry> hidden_markov_functions() {
  return kHiddenMarkovFunctions;
}

}  // namespace autumn::trace
