// What the methods beside sampling share: a program with its data and start, prepared while Python
// waits, and rows of draws with the layout of their columns.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "approximate/optimize.h"
#include "engine/approximations/methods.h"
#include "layout.h"
#include "model.h"
#include "options.h"

namespace autumn::python {

// {columns, layout, rows}
[[nodiscard]] nb::dict to_python(const DrawTable& rows, const std::vector<Columns>& layout);

// Options of the command line, where they are given.
void set_size(std::size_t& field, const nb::dict& options, const char* name);
void set_tolerances(approximate::OptimizeSettings& settings, const nb::dict& options);
[[nodiscard]] density::Jacobian jacobian_of(const nb::dict& options, bool usual);

// What Python gives to all of them.
struct Call {
  const Model& model;
  const Data& data;
  const nb::dict& options;
  const Data* init;
  nb::object pulse;
};

class Method {
 public:
  explicit Method(const Call& call);

  // `work` of the prepared program; an error of its own becomes an exception.
  template <typename Work>
  auto run(density::Jacobian jacobian, const Work& work) {
    return waited(waiting_, [&] {
      const engine::Prepared prepared = prepare(jacobian);
      layout_ = layout_of(prepared);
      return taken(model_, work(prepared));
    });
  }
  [[nodiscard]] engine::MethodKey key() const { return {.seed = seed_}; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] engine::StartOptions start(const engine::Prepared& prepared) const;
  // What is said when something goes wrong becomes part of the exception.
  [[nodiscard]] approximate::Observer observer();
  // The rows of a run, with the seed.
  [[nodiscard]] nb::dict result(const DrawTable& rows) const;

 private:
  [[nodiscard]] engine::Prepared prepare(density::Jacobian jacobian);

  const Model& model_;
  const Data& data_;
  const Data* init_;
  Waiting waiting_;
  std::uint64_t seed_;
  double radius_ = 2.0;
  std::vector<Columns> layout_;
};

// A function of these with the names that Python knows.
template <typename Function>
void define(nb::module_& m, const char* name, Function function) {
  m.def(
      name,
      [function](const Model& model, const Data& data, const nb::dict& options, const Data* init,
                 nb::object pulse) {
        return function(Call{model, data, options, init, std::move(pulse)});
      },
      nb::arg("model"), nb::arg("data"), nb::arg("options"), nb::arg("init").none(),
      nb::arg("pulse").none());
}

}  // namespace autumn::python
