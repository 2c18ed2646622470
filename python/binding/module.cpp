// The module `autumn._engine`: everything that Python sees of the library.
#include "binding.h"

#include <autumn/error.hpp>
#include "engine/version.h"

namespace autumn::python {

// The name of the exception says that it is an error; what has a place says where.
static std::string trimmed(std::string text) {
  constexpr std::string_view kError = "error: ";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.starts_with(kError) ? text.substr(kError.size()) : text;
}

void fail(const Error& error) {
  throw Mistake(trimmed(to_text(error)));
}

void fail(std::string text) {
  throw Mistake(trimmed(std::move(text)));
}

nb::object to_array(std::vector<double> numbers, const std::vector<std::size_t>& shape,
                    const std::vector<std::int64_t>& strides) {
  auto* const owned = new std::vector<double>(std::move(numbers));
  const nb::capsule owner(owned,
                          [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  const Numbers array(owned->data(), shape.size(), shape.data(), owner,
                      strides.empty() ? nullptr : strides.data());
  return nb::cast(array);
}

nb::object to_array_by_columns(std::vector<double> numbers, const std::vector<std::size_t>& shape) {
  std::vector<std::int64_t> strides;
  std::int64_t next = 1;
  for (const std::size_t extent : shape) {
    strides.push_back(next);
    next *= static_cast<std::int64_t>(extent);
  }
  return to_array(std::move(numbers), shape, strides);
}

}  // namespace autumn::python

NB_MODULE(_engine, m) {
  using namespace autumn::python;
  m.attr("__version__") = autumn::engine::kVersion;
  static const nb::object mistake = nb::exception<Mistake>(m, "ModelError", PyExc_ValueError);
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const autumn::ModelError& of_library) {
      PyErr_SetString(mistake.ptr(), trimmed(of_library.what()).c_str());
    }
  });
  add_data(m);
  add_models(m);
  add_sampling(m);
  add_explain(m);
  add_density(m);
  add_modes(m);
  add_approximations(m);
  add_generated(m);
  add_calibration(m);
  add_builder(m);
}
