// The message of a mistake that the C++ interface throws.
#pragma once

#include <autumn/autumn.hpp>
#include <functional>
#include <string>

namespace autumn {

[[nodiscard]] inline std::string message_of(const std::function<void()>& mistake) {
  try {
    mistake();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

}  // namespace autumn
