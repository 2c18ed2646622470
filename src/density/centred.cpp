// This file lowers a model with its located variables centred by weights.
#include "density/centred.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "density/variables.h"

namespace autumn::density {
namespace {

using expr::Builder;
using expr::Graph;
using expr::NodeId;
using expr::Shape;
using expr::Term;
using model::Located;
using model::LocatedForm;
using model::Model;

using Numbers = std::vector<double>;

bool are_all(const Numbers& numbers, double number) {
  return std::ranges::all_of(numbers, [&](double x) { return x == number; });
}

Numbers less_from_one(Numbers numbers) {
  for (double& x : numbers) x = 1.0 - x;
  return numbers;
}

// One number where all are the same.
Term constants(Builder& builder, const Numbers& numbers) {
  if (are_all(numbers, numbers[0])) return constant(builder, numbers[0]);
  return Term(builder, builder.constant(Shape::vector(numbers.size()), numbers));
}

// A scale to different powers, of which few are different where the scale is one number: powers
// are dear.
Term power(Term scale, const Numbers& exponents) {
  Builder& builder = scale.builder();
  if (are_all(exponents, 0.0)) return constant(builder, 1.0);
  if (are_all(exponents, 1.0)) return scale;
  const bool is_one = !scale.shape().is_scalar() || are_all(exponents, exponents[0]);
  if (is_one) return exp(constants(builder, exponents) * log(scale));
  Numbers levels = exponents;
  std::ranges::sort(levels);
  levels.erase(std::ranges::unique(levels).begin(), levels.end());
  std::vector<std::uint32_t> index;
  for (const double x : exponents) {
    const auto level = std::ranges::lower_bound(levels, x);
    index.push_back(static_cast<std::uint32_t>(level - levels.begin()));
  }
  return gather(exp(constants(builder, levels) * log(scale)), expr::Index::list(std::move(index)));
}

// Location and scale of a variable, as scalars or vectors.
struct Places {
  Term location;
  Term scale;
};

Term as_vector(Term x) {
  return x.shape().is_scalar() || x.shape().is_vector() ? x : reshape(x, Shape::vector(x.size()));
}

Places places_of_one(Builder& builder, const Model& model, const Located& located,
                     const Variables& variables) {
  const std::optional<Term> location = copied(builder, model, located.location, variables);
  const std::optional<Term> scale = copied(builder, model, located.scale, variables);
  return {location ? as_vector(*location) : constant(builder, 0.0), as_vector(*scale)};
}

// The coordinate as a deviation: eta - w m.
Term deviation(Term eta, const Places& places, const Numbers& weights) {
  if (are_all(weights, 0.0)) return eta;
  return eta - constants(eta.builder(), weights) * places.location;
}

Term standard(Term eta, const Places& places, const Numbers& weights) {
  return deviation(eta, places, weights) / power(places.scale, weights);
}
Term centred(Term eta, const Places& places, const Numbers& weights) {
  return places.location +
         power(places.scale, less_from_one(weights)) * deviation(eta, places, weights);
}

// The sum over n elements of exponents * log scale.
Term log_power(Term scale, const Numbers& exponents) {
  if (are_all(exponents, 0.0)) return constant(scale.builder(), 0.0);
  if (!scale.shape().is_scalar()) {
    return sum(constants(scale.builder(), exponents) * log(scale));
  }
  double total = 0.0;
  for (const double x : exponents) total += x;
  return total * log(scale);
}

// The log density of normal(w m, t^w) at the coordinate.
Term log_prior(Term eta, const Places& places, const Numbers& weights) {
  const double half_log_two_pi = 0.5 * std::log(2.0 * std::numbers::pi);
  const Term squares = sum(square(standard(eta, places, weights)));
  return -0.5 * squares - log_power(places.scale, weights) -
         half_log_two_pi * static_cast<double>(eta.size());
}

class Lowering {
 public:
  Lowering(const Model& model, const Centring& centring)
      : model_(model), centring_(centring), slices_(places_of(model)), places_(slices_.size()) {
    for (const Slice& slice : slices_) dimension_ += slice.size;
    which_.assign(slices_.size(), kNone);
    for (std::size_t k = 0; k < centring.variables.size(); ++k) {
      which_[centring.variables[k].variable] = k;
    }
    order_ = model::order_of_variables(model, centring.variables);
  }

  Graph density() {
    Builder builder;
    const Variables variables = begin(builder);
    Term total = constant(builder, 0.0);
    for (const Term& log_jacobian : variables.log_jacobians) total = total + log_jacobian;
    std::vector<model::Factor> others;
    std::vector<bool> is_prior(model_.factors.size(), false);
    for (const Located& located : centring_.variables) is_prior[located.factor] = true;
    for (std::size_t f = 0; f < is_prior.size(); ++f) {
      if (!is_prior[f]) others.push_back(model_.factors[f]);
    }
    for (const Located& located : centring_.variables) {
      const std::size_t v = located.variable;
      total = total + log_prior(own(builder, v), *places_[v], weights(v));
    }
    for (const NodeId term : log_densities(builder, model_, others, variables)) {
      total = total + sum(Term(builder, term));
    }
    return std::move(builder).finish({total.id()});
  }

  Graph to_written() {
    Builder builder;
    (void)begin(builder);
    Term jacobian = constant(builder, 0.0);
    std::vector<Term> parts;
    for (std::size_t v = 0; v < slices_.size(); ++v) {
      if (slices_[v].size == 0) continue;
      const Term eta = own(builder, v);
      if (which_[v] == kNone) {
        parts.push_back(eta);
        continue;
      }
      const bool is_centred = located(v).form == LocatedForm::kCentred;
      parts.push_back(is_centred ? centred(eta, *places_[v], weights(v))
                                 : standard(eta, *places_[v], weights(v)));
      const Term scale = places_[v]->scale;
      jacobian = is_centred ? jacobian + log_power(scale, less_from_one(weights(v)))
                            : jacobian - log_power(scale, weights(v));
    }
    return std::move(builder).finish({concat(parts).id(), jacobian.id()});
  }

  Graph from_written() {
    Builder builder;
    begin_input(builder);
    const Variables variables = constrain_all(builder, model_, input(builder));
    std::vector<Term> parts;
    for (std::size_t v = 0; v < slices_.size(); ++v) {
      if (slices_[v].size == 0) continue;
      parts.push_back(which_[v] == kNone ? own(builder, v) : coordinate(builder, v, variables));
    }
    return std::move(builder).finish({concat(parts).id()});
  }

  Graph places() {
    Builder builder;
    (void)begin(builder);
    std::vector<NodeId> outputs;
    for (const Located& located : centring_.variables) {
      const std::size_t v = located.variable;
      const Shape shape = Shape::vector(slices_[v].size);
      for (const Term term : {places_[v]->location, places_[v]->scale}) {
        outputs.push_back((term.shape().is_scalar() ? broadcast(term, shape) : term).id());
      }
    }
    return std::move(builder).finish(std::move(outputs));
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void begin_input(Builder& builder) {
    input_ = builder.input("unconstrained", Shape::vector(dimension_));
  }
  [[nodiscard]] Term input(Builder& builder) const { return {builder, input_}; }
  [[nodiscard]] Term own(Builder& builder, std::size_t v) const {
    return slice(input(builder), slices_[v].start, slices_[v].size);
  }
  [[nodiscard]] const Located& located(std::size_t v) const {
    return centring_.variables[which_[v]];
  }
  [[nodiscard]] const Numbers& weights(std::size_t v) const { return centring_.weights[which_[v]]; }

  // All variables, each after those that it needs; zeros stand for those that are not there yet.
  Variables begin(Builder& builder) {
    begin_input(builder);
    Variables variables;
    for (const model::Variable& variable : model_.variables) {
      const Shape shape = model_.graph.shape(variable.node);
      variables.values.push_back(broadcast(constant(builder, 0.0), shape).id());
    }
    for (const std::size_t v : order_) {
      variables.values[v] =
          which_[v] == kNone ? plain(builder, v, variables) : value(builder, v, variables).id();
    }
    return variables;
  }

  NodeId plain(Builder& builder, std::size_t v, Variables& variables) const {
    const model::Constrained constrained =
        constrain_one(builder, model_, v, variables, own(builder, v));
    variables.log_jacobians.push_back(constrained.log_jacobian);
    return constrained.value.id();
  }

  Term value(Builder& builder, std::size_t v, const Variables& variables) {
    places_[v] = places_of_one(builder, model_, located(v), variables);
    const Term eta = own(builder, v);
    const Term flat = located(v).form == LocatedForm::kStandard
                          ? standard(eta, *places_[v], weights(v))
                          : centred(eta, *places_[v], weights(v));
    return reshape(flat, model_.graph.shape(model_.variables[v].node));
  }

  [[nodiscard]] Term coordinate(Builder& builder, std::size_t v, const Variables& variables) const {
    const Places places = places_of_one(builder, model_, located(v), variables);
    const Term shift = constants(builder, weights(v)) * places.location;
    const Term x = own(builder, v);
    if (located(v).form != LocatedForm::kCentred)
      return power(places.scale, weights(v)) * x + shift;
    return (x - places.location) / power(places.scale, less_from_one(weights(v))) + shift;
  }

  const Model& model_;
  const Centring& centring_;
  std::vector<Slice> slices_;
  std::vector<std::optional<Places>> places_;
  std::size_t dimension_ = 0;
  std::vector<std::size_t> which_;  // of the centred variables
  std::vector<std::size_t> order_;
  NodeId input_;
};

}  // namespace

Centring written_centring(const Model& model, std::vector<Located> variables) {
  Centring centring;
  for (const Located& located : variables) {
    const std::size_t size = model.graph.shape(model.variables[located.variable].node).size();
    centring.weights.emplace_back(size, located.written_weight());
  }
  centring.variables = std::move(variables);
  return centring;
}

CentredLowered lower_centred(const Model& model, const Centring& centring) {
  Lowering lowering(model, centring);
  return {.density = lowering.density(),
          .to_written = lowering.to_written(),
          .from_written = lowering.from_written(),
          .places = lowering.places()};
}

}  // namespace autumn::density
