// This file traces likelihoods of latent Gaussian models and differentiates them three times.
#include "trace/laplace/likelihood.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/copy.h"
#include "passes/differentiate.h"
#include "passes/simplify.h"
#include "trace/functions/common.h"
#include "trace/paths/point_values.h"

namespace autumn::trace {
namespace {

using expr::Builder;
using expr::Graph;
using expr::Op;
using expr::Shape;
using expr::Term;

// What exists only as a derivative, and what computes its derivatives by hand, goes no further.
bool can_be_differentiated(const Graph& graph) {
  constexpr Op kEnds[] = {Op::kPart, Op::kLogGammaPDa, Op::kLogGammaQDa, Op::kLogIncBetaDa,
                          Op::kLogIncBetaDb};
  const auto is_end = [&](NodeId id) {
    return std::ranges::find(kEnds, graph.op(id)) != std::end(kEnds);
  };
  return std::ranges::none_of(expr::reachable(graph, graph.outputs()), is_end);
}

// Of the first output, by all inputs.
Graph gradient_of(const Graph& graph) {
  if (!can_be_differentiated(graph)) {
    fail("the likelihood has no derivatives of higher order here",
         "it cannot call solvers, decompositions or special functions that have only one");
  }
  return passes::simplify(passes::differentiate(graph).graph).graph;
}

// Scalars of copies of graphs over the same inputs.
class Joint {
 public:
  explicit Joint(const Graph& like) {
    builder_.declare_inputs(like);
    for (std::uint32_t slot = 0; slot < like.inputs().size(); ++slot) {
      inputs_.push_back(builder_.input_node(slot));
    }
  }
  Builder& builder() { return builder_; }
  Term add_input(const char* name, std::size_t size) {
    return {builder_, builder_.input(name, Shape::vector(size))};
  }
  Term copy(const Graph& graph, std::size_t output) {
    const NodeId roots[] = {graph.outputs()[output]};
    return {builder_, passes::copy_into(builder_, graph, roots, inputs_)[0]};
  }
  Graph finish(const std::vector<Term>& outputs) && {
    std::vector<NodeId> ids;
    for (const Term& term : outputs) ids.push_back(term.id());
    return std::move(builder_).finish(std::move(ids));
  }

 private:
  Builder builder_;
  std::vector<NodeId> inputs_;
};

// The sum of the gradient's elements k, k + block, k + 2 block, ...: their slopes are columns of
// the Hessian, all blocks at once.
Graph masked_gradient(const Graph& gradient, std::size_t k, std::size_t size, std::size_t block) {
  Joint joint(gradient);
  std::vector<double> mask(size, 0.0);
  for (std::size_t i = k; i < size; i += block) mask[i] = 1.0;
  const Term factors(joint.builder(), joint.builder().constant(Shape::vector(size), mask));
  const Term slopes = reshape(joint.copy(gradient, 1), Shape::vector(size));
  return gradient_of(std::move(joint).finish({sum(factors * slopes)}));
}

Graph traced(const Likelihood::Call& call) {
  Builder builder;
  Machine machine(builder);
  const Value latent =
      Value::symbol(kVectorType, {call.size}, builder.input("latent", Shape::vector(call.size)));
  std::vector<Value> arguments;
  for (const Value& x : call.arguments) {
    const auto symbol = [&] {
      return Value::symbol(x.type(), x.dims(), builder.input("argument", node_shape(x.dims())));
    };
    arguments.push_back(x.is_known() ? x : symbol());
  }
  Interpreter interpreter(call.program, machine, {});
  const Value value = call.function(interpreter, latent, arguments);
  const NodeId output = machine.node(value);
  return passes::simplify(without_deferred(std::move(builder).finish({output}))).graph;
}

// What a graph becomes when it is differentiated.
struct Derivatives {
  Graph value;
  Graph gradient;
  std::vector<Graph> products;  // of the Hessian with the masks
};

Term flat(Term term) {
  return reshape(term, Shape::vector(term.size()));
}

Graph curved_graph(const Derivatives& of) {
  Joint joint(of.value);
  std::vector<Term> outputs{joint.copy(of.gradient, 0), flat(joint.copy(of.gradient, 1))};
  for (const Graph& product : of.products) outputs.push_back(flat(joint.copy(product, 1)));
  return std::move(joint).finish(outputs);
}

// The gradient of the sum that the weights make, which are inputs.
Graph weighted_gradient(const Derivatives& of) {
  Joint joint(of.value);
  const Term value = joint.copy(of.gradient, 0);
  const Term slopes = flat(joint.copy(of.gradient, 1));
  Term total = sum(joint.add_input("value", 1)) * value;
  total = total + sum(joint.add_input("direction", slopes.size()) * slopes);
  for (const Graph& product : of.products) {
    const Term curvature = joint.add_input("curvature", slopes.size());
    total = total + sum(curvature * flat(joint.copy(product, 1)));
  }
  return gradient_of(std::move(joint).finish({total}));
}

}  // namespace

Likelihood::Likelihood(const Call& call) : size_(call.size), block_(call.block) {
  for (const Value& x : call.arguments) {
    if (!x.is_known()) sizes_.push_back(x.size());
  }
  Derivatives of{traced(call), {}, {}};
  of.gradient = gradient_of(of.value);
  for (std::size_t k = 0; k < block_; ++k) {
    of.products.push_back(masked_gradient(of.gradient, k, size_, block_));
  }
  curved_ = std::make_unique<const FlatGraph>(curved_graph(of));
  slopes_ = std::make_unique<const FlatGraph>(weighted_gradient(of));
}

namespace {

void set_inputs(FlatRun& run, const Likelihood::Point& point,
                const std::vector<std::size_t>& sizes) {
  std::ranges::copy(std::span(point.latent.data(), static_cast<std::size_t>(point.latent.size())),
                    run.input(0).begin());
  std::size_t start = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    std::ranges::copy(point.arguments.subspan(start, sizes[k]), run.input(k + 1).begin());
    start += sizes[k];
  }
}

Eigen::VectorXd vector_of(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

}  // namespace

Likelihood::Curved Likelihood::curved(const Point& point) const {
  FlatRun run(*curved_);
  set_inputs(run, point, sizes_);
  run.run();
  Curved at{run.output(0)[0], vector_of(run.output(1)), Eigen::MatrixXd::Zero(size(), size())};
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t last = std::min(block_start(i) + block_, size_);
    for (std::size_t j = block_start(i); j < last; ++j) {
      at.hessian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          run.output(2 + j % block_)[i];
    }
  }
  return at;
}

Likelihood::Slopes Likelihood::slopes(const Point& point, const Weights& weights) const {
  FlatRun run(*slopes_);
  set_inputs(run, point, sizes_);
  const std::size_t next = 1 + sizes_.size();
  run.input(next)[0] = weights.value;
  for (std::size_t i = 0; i < size_; ++i) {
    run.input(next + 1)[i] = weights.direction[static_cast<Eigen::Index>(i)];
    for (std::size_t k = 0; k < block_; ++k) {
      const std::size_t j = block_start(i) + k;
      run.input(next + 2 + k)[i] =
          j < size_ ? weights.curvature(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))
                    : 0.0;
    }
  }
  run.run();
  // The value comes first.
  Slopes slopes{vector_of(run.output(1)), {}};
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const auto by = run.output(2 + k);
    slopes.by_arguments.insert(slopes.by_arguments.end(), by.begin(), by.end());
  }
  return slopes;
}

}  // namespace autumn::trace
