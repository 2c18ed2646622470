// This file evaluates densities at points of the unconstrained scale, in Stan's order.
#include <cmath>
#include <mutex>

#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "engine/point.h"
#include "evaluate/evaluator.h"
#include "model.h"
#include "options.h"

namespace autumn::python {
namespace {

using Point = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// May be asked by several threads at once, each with an evaluator of its own.
class Density {
 public:
  Density(Model model, engine::Prepared prepared)
      : model_(std::move(model)),
        prepared_(std::make_unique<engine::Prepared>(std::move(prepared))),
        coordinates_(engine::stan_coordinates(*prepared_)) {}

  [[nodiscard]] std::size_t dimension() const { return prepared_->dimension; }
  [[nodiscard]] const std::vector<std::string>& names() const { return coordinates_.names; }

  [[nodiscard]] double value(const Point& point) {
    const std::vector<double> x = ours(point);
    const nb::gil_scoped_release released;
    std::vector<double> gradient(x.size());
    return with_evaluator([&](auto& density) { return density.value(x, gradient); });
  }

  [[nodiscard]] std::pair<double, nb::object> value_and_gradient(const Point& point) {
    const std::vector<double> x = ours(point);
    std::vector<double> gradient(x.size());
    double value = 0.0;
    {
      const nb::gil_scoped_release released;
      value = with_evaluator([&](auto& density) { return density.evaluate(x, gradient); });
    }
    return {value, to_array(engine::in_stan_order(coordinates_, gradient), {gradient.size()})};
  }

  // {name: value} of what is sampled.
  [[nodiscard]] nb::dict constrain(const Point& point) {
    const std::vector<double> x = ours(point);
    evaluate::Evaluator values(prepared_->values);
    const std::span<const double> inputs[] = {x};
    values.run(inputs);
    nb::dict result;
    for (std::size_t k = 0; k < prepared_->sampled.variables.size(); ++k) {
      const auto& variable = prepared_->sampled.variables[k];
      const std::span<const double> numbers = values.output(k);
      result[nb::str(variable.name.c_str())] =
          to_array_by_columns({numbers.begin(), numbers.end()}, variable.dims);
    }
    return result;
  }

  [[nodiscard]] nb::object unconstrain(const Data& values) const {
    const auto point = taken(model_, engine::point_of(*prepared_, values.variables, "values"));
    check_complete(point.unconstrained);
    return to_array(engine::in_stan_order(coordinates_, point.unconstrained), {dimension()});
  }

 private:
  [[nodiscard]] std::vector<double> ours(const Point& point) const {
    if (point.size() != dimension()) {
      fail(fmt::format("the point has {} numbers, but the density has {} dimensions", point.size(),
                       dimension()));
    }
    return engine::in_our_order(coordinates_, {point.data(), point.size()});
  }

  void check_complete(std::span<const double> point) const {
    for (std::size_t i = 0; i < prepared_->slices.size(); ++i) {
      const density::Slice& place = prepared_->slices[i];
      for (const double x : point.subspan(place.start, place.size)) {
        if (!std::isnan(x)) continue;
        fail(Error{.message = fmt::format("there is no value for the parameter `{}`",
                                          prepared_->sampled.variables[i].name),
                   .suggestion = "a point has a value for every parameter that is not collapsed",
                   .where = {}});
      }
    }
  }

  // Without the lock of the interpreter.
  template <typename Function>
  double with_evaluator(const Function& function) {
    std::unique_ptr<engine::EvaluatedDensity> evaluator;
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        evaluator = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (!evaluator) evaluator = std::make_unique<engine::EvaluatedDensity>(*prepared_);
    const double value = function(*evaluator);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(evaluator));
    return value;
  }

  Model model_;
  std::unique_ptr<engine::Prepared> prepared_;  // where evaluators look for it
  engine::Coordinates coordinates_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<engine::EvaluatedDensity>> idle_;
};

std::unique_ptr<Density> density(const Model& model, const Data& data, bool collapsed,
                                 bool jacobian, const nb::dict& options) {
  collapse::PlanOptions plan = plan_options(options);
  plan.is_off = !collapsed;
  const std::vector<std::string> without = names(options, "without_pass");
  Waiting waiting;
  return waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, 0, waiting);
    engine::Prepared prepared =
        jacobian ? taken(model, engine::prepare(found.model, plan, without))
                 : engine::prepare_joint(found.model, density::Jacobian::kLeftOut);
    return std::make_unique<Density>(model, std::move(prepared));
  });
}

}  // namespace

void add_density(nb::module_& m) {
  nb::class_<Density>(m, "Density")
      .def_prop_ro("dimension", &Density::dimension)
      .def_prop_ro("names", &Density::names)
      .def("value", &Density::value)
      .def("value_and_gradient", &Density::value_and_gradient)
      .def("constrain", &Density::constrain)
      .def("unconstrain", &Density::unconstrain);
  m.def("density", &density);
}

}  // namespace autumn::python
