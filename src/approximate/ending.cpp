// This file has the words for endings.
#include "approximate/ending.h"

namespace autumn::approximate {

std::string_view reason(Ending ending) {
  switch (ending) {
    case Ending::kDone: return "Successful step completed";
    case Ending::kParameterChange:
      return "Convergence detected: absolute parameter change was below tolerance";
    case Ending::kObjectiveChange:
      return "Convergence detected: absolute change in objective function was below tolerance";
    case Ending::kRelativeObjectiveChange:
      return "Convergence detected: relative change in objective function was below tolerance";
    case Ending::kGradient: return "Convergence detected: gradient norm is below tolerance";
    case Ending::kRelativeGradient:
      return "Convergence detected: relative gradient magnitude is below tolerance";
    case Ending::kIterations: return "Maximum number of iterations hit, may not be at an optima";
    case Ending::kLineSearchFailed:
      return "Line search failed to achieve a sufficient decrease, no more progress can be made";
    case Ending::kRejectedStart:
      return "The log density or its gradient is not finite at the initial point";
    case Ending::kNoCurvature:
      return "The Hessian of the log density is not negative definite at the mode";
    case Ending::kRejectedDraws:
      return "The log density is not finite at nearly all draws of the approximation";
    case Ending::kNoStepSize: return "No step size made the ELBO larger than it is at the start";
    case Ending::kNoApproximation: return "No point of the path has a usable normal approximation";
    case Ending::kStopped: return "The method was interrupted";
  }
  return "";
}

}  // namespace autumn::approximate
