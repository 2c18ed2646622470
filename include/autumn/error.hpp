// `ModelError` is the exception that reports a mistake in a model, in data or in options.
#pragma once

#include <stdexcept>

namespace autumn {

// `what()` is one message for people: the place in your program where it is known, what is wrong,
// and what to do.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace autumn
