// A likelihood is that of a latent Gaussian model: a log density in latent numbers and in
// arguments, with as many derivatives as Laplace's approximation and its gradient take.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "trace/interpreter.h"
#include "trace/ode/flat_graph.h"

namespace autumn::trace {

// What adds up to the log density, traced with symbols for the latent vector and for the arguments
// that are not known.
using LikelihoodFunction = std::function<Value(Interpreter& interpreter, const Value& latent,
                                               std::span<const Value> arguments)>;

class Likelihood {
 public:
  struct Call {
    const stan::Program& program;
    LikelihoodFunction function;
    std::size_t size;              // of the latent vector
    std::vector<Value> arguments;  // leaves
    std::size_t block;             // its second derivatives are zero outside of blocks of this size
  };

  // Throws RuntimeError, also for functions that have no third derivatives here.
  explicit Likelihood(const Call& call);

  [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(size_); }
  [[nodiscard]] Eigen::Index block() const { return static_cast<Eigen::Index>(block_); }
  // Of the symbolic arguments, in order.
  [[nodiscard]] const std::vector<std::size_t>& argument_sizes() const { return sizes_; }

  // One point: the latent vector, and all symbolic arguments one after the other.
  struct Point {
    const Eigen::VectorXd& latent;
    std::span<const double> arguments;
  };
  struct Curved {
    double value;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd hessian;  // in the latent vector
  };
  [[nodiscard]] Curved curved(const Point& point) const;

  // The slopes of value * f + direction' gradient + trace(curvature * hessian).
  struct Weights {
    double value;
    Eigen::VectorXd direction;
    Eigen::MatrixXd curvature;
  };
  struct Slopes {
    Eigen::VectorXd by_latent;
    std::vector<double> by_arguments;
  };
  [[nodiscard]] Slopes slopes(const Point& point, const Weights& weights) const;

 private:
  // The place in its block: column j of the Hessian stands in the product with this mask.
  [[nodiscard]] std::size_t block_start(std::size_t row) const { return row - row % block_; }

  std::size_t size_;
  std::size_t block_;
  std::vector<std::size_t> sizes_;
  std::unique_ptr<const FlatGraph> curved_;  // value, gradient, products with the masks
  std::unique_ptr<const FlatGraph> slopes_;  // of the weighted sum, by all inputs
};

}  // namespace autumn::trace
