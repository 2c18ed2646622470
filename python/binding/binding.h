// What all files of the binding share: how mistakes become exceptions of Python, how numbers become
// arrays, and what is registered where.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace autumn::python {

namespace nb = nanobind;

// Becomes autumn.ModelError, with the engine's message.
class Mistake : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(const Error& error);
// A message without the end of its last line.
[[noreturn]] void fail(std::string text);

template <typename T>
T taken(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(result).value();
}
inline void check(const Status& status) {
  if (!status) fail(status.error());
}

using Numbers = nb::ndarray<nb::numpy, double, nb::device::cpu>;

// An array that owns these numbers, last index fastest unless strides (in numbers) say otherwise.
[[nodiscard]] nb::object to_array(std::vector<double> numbers,
                                  const std::vector<std::size_t>& shape,
                                  const std::vector<std::int64_t>& strides = {});
// The same with the first index fastest, as values of programs are stored.
[[nodiscard]] nb::object to_array_by_columns(std::vector<double> numbers,
                                             const std::vector<std::size_t>& shape);

void add_data(nb::module_& m);
void add_models(nb::module_& m);
void add_sampling(nb::module_& m);
void add_explain(nb::module_& m);
void add_density(nb::module_& m);
void add_modes(nb::module_& m);
void add_approximations(nb::module_& m);
void add_generated(nb::module_& m);
void add_calibration(nb::module_& m);
void add_builder(nb::module_& m);

}  // namespace autumn::python
