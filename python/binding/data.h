// Data as Python hands them over, and values that go back: variables by name, with no file between.
#pragma once

#include "binding.h"
#include "trace/data/data.h"

namespace autumn::python {

struct Data {
  trace::Data variables;
};

// {name: array}; of leaves of tuples and complex numbers the names are those of the leaves.
[[nodiscard]] nb::dict to_dict(const trace::Data& data);

}  // namespace autumn::python
