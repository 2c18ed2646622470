// This file takes data from Python's arrays, from JSON texts for what is no array, and from files.
#include "data.h"

#include <limits>

#include "engine/data_files.h"

namespace autumn::python {
namespace {

template <typename Number>
using Flat = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void put(Data& data, const std::string& name, trace::DataVariable variable) {
  variable.where.file = "data";
  data.variables[name] = std::move(variable);
}

// Numbers come with the first index fastest.
void add_reals(Data& data, const std::string& name, const std::vector<std::size_t>& dims,
               const Flat<double>& numbers) {
  trace::DataVariable variable;
  variable.dims = dims;
  variable.numbers.assign(numbers.data(), numbers.data() + numbers.size());
  variable.is_int = numbers.size() == 0;
  if (!variable.is_int) variable.first_real.assign(dims.size(), 0);
  put(data, name, std::move(variable));
}

trace::Dims place_of(std::size_t at, const std::vector<std::size_t>& dims) {
  trace::Dims place;
  for (const std::size_t extent : dims) {
    place.push_back(at % extent);
    at /= extent;
  }
  return place;
}

bool is_int32(std::int64_t x) {
  using Limits = std::numeric_limits<std::int32_t>;
  return x >= Limits::min() && x <= Limits::max();
}

void add_ints(Data& data, const std::string& name, const std::vector<std::size_t>& dims,
              const Flat<std::int64_t>& numbers) {
  trace::DataVariable variable;
  variable.dims = dims;
  variable.numbers.reserve(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::int64_t x = numbers.data()[k];
    if (!is_int32(x) && variable.is_int) {
      variable.is_int = false;
      variable.first_real = place_of(k, dims);
    }
    variable.numbers.push_back(static_cast<double>(x));
  }
  put(data, name, std::move(variable));
}

// Variables of one JSON object, as they stand in a file.
void add_json(Data& data, const std::string& text) {
  trace::Data read = taken(trace::parse_json(text, "data"));
  for (auto& [name, variable] : read) data.variables[name] = std::move(variable);
}

Data read_file(const std::string& path) {
  return {taken(engine::read_data(path))};
}

}  // namespace

nb::dict to_dict(const trace::Data& data) {
  nb::dict result;
  for (const auto& [name, variable] : data) {
    nb::object array = to_array_by_columns(variable.numbers, variable.dims);
    if (variable.is_int) array = array.attr("astype")("int64");
    result[nb::str(name.c_str())] = array;
  }
  return result;
}

void add_data(nb::module_& m) {
  nb::class_<Data>(m, "Data")
      .def(nb::init<>())
      .def("add_reals", &add_reals)
      .def("add_ints", &add_ints)
      .def("add_json", &add_json)
      .def("to_dict", [](const Data& data) { return to_dict(data.variables); })
      .def("names", [](const Data& data) {
        std::vector<std::string> names;
        for (const auto& [name, variable] : data.variables) names.push_back(name);
        return names;
      });
  m.def("read_data", &read_file, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace autumn::python
