// This file has what the methods beside sampling share.
#include "method.h"

#include "approximate/ending.h"
#include "engine/point.h"

namespace autumn::python {

nb::dict to_python(const DrawTable& rows, const std::vector<Columns>& layout) {
  std::vector<double> numbers;
  numbers.reserve(rows.rows() * rows.columns());
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::span<const double> row = rows.row(r);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  nb::dict result;
  result["columns"] = rows.names();
  result["layout"] = to_python(layout, rows.names());
  result["rows"] = to_array(std::move(numbers), {rows.rows(), rows.columns()});
  return result;
}

void set_size(std::size_t& field, const nb::dict& options, const char* name) {
  const auto value = option<std::int64_t>(options, name);
  if (!value) return;
  if (*value < 1) fail(fmt::format("{} must be at least 1, got {}", name, *value));
  field = static_cast<std::size_t>(*value);
}

void set_tolerances(approximate::OptimizeSettings& s, const nb::dict& options) {
  set(s.init_alpha, options, "init_alpha");
  set(s.tol_obj, options, "tol_obj");
  set(s.tol_rel_obj, options, "tol_rel_obj");
  set(s.tol_grad, options, "tol_grad");
  set(s.tol_rel_grad, options, "tol_rel_grad");
  set(s.tol_param, options, "tol_param");
  set_size(s.history_size, options, "history_size");
}

density::Jacobian jacobian_of(const nb::dict& options, bool usual) {
  return option<bool>(options, "jacobian").value_or(usual) ? density::Jacobian::kIncluded
                                                           : density::Jacobian::kLeftOut;
}

Method::Method(const Call& call)
    : model_(call.model),
      data_(call.data),
      init_(call.init),
      waiting_(call.pulse),
      seed_(seed_of(option<std::uint64_t>(call.options, "seed"))) {
  set(radius_, call.options, "radius");
  sampler::Settings any;
  any.initial_radius = radius_;
  check(sampler::check(any));
}

engine::Prepared Method::prepare(density::Jacobian jacobian) {
  return engine::prepare_joint(traced(model_, data_.variables, seed_, waiting_), jacobian);
}

engine::StartOptions Method::start(const engine::Prepared& prepared) const {
  engine::StartOptions start;
  start.radius = radius_;
  if (init_ != nullptr) {
    start.given = taken(model_, engine::point_of(prepared, init_->variables, "init")).unconstrained;
  }
  return start;
}

approximate::Observer Method::observer() {
  approximate::Observer observer;
  observer.stop = waiting_.stop();
  return observer;
}

nb::dict Method::result(const DrawTable& rows) const {
  nb::dict result = to_python(rows, layout_);
  result["seed"] = seed_;
  return result;
}

}  // namespace autumn::python
