// An ending says why a method stopped, with the numbers that Stan and CmdStan give to it.
#pragma once

#include <string_view>

namespace autumn::approximate {

// The numbers are those of Stan's optimizers, where they have one.
enum class Ending : int {
  kDone = 0,
  kParameterChange = 10,
  kObjectiveChange = 20,
  kRelativeObjectiveChange = 21,
  kGradient = 30,
  kRelativeGradient = 31,
  kIterations = 40,
  kLineSearchFailed = -1,
  kRejectedStart = -2,    // the density is not finite where the method begins
  kNoCurvature = -3,      // the Hessian at the mode is not negative definite, or not finite
  kRejectedDraws = -4,    // nearly all points that were tried are rejected
  kNoStepSize = -5,       // no step size made the ELBO better
  kNoApproximation = -6,  // no point of a path has a usable normal approximation
  kStopped = -7,          // the observer asked for it
};

[[nodiscard]] constexpr bool is_error(Ending ending) {
  return static_cast<int>(ending) < 0;
}

// CmdStan's: 0, or 70 for a method that failed.
[[nodiscard]] constexpr int return_code(Ending ending) {
  return is_error(ending) ? 70 : 0;
}

// In the words that clients of CmdStan know, for the endings that Stan has.
[[nodiscard]] std::string_view reason(Ending ending);

}  // namespace autumn::approximate
