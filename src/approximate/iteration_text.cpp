// This file prints iterations in the columns of CmdStan.
#include "approximate/iteration_text.h"

#include <fmt/format.h>

namespace autumn::approximate {

std::string start_line(double log_density) {
  return fmt::format("Initial log joint probability = {:.6g}", log_density);
}

std::string iteration_header() {
  return "    Iter      log prob        ||dx||      ||grad||       alpha      alpha0  # evals  "
         "Notes ";
}

std::string iteration_row(const Iteration& it) {
  return fmt::format(" {:>7}  {:>12.6g}  {:>12.6g}  {:>12.6g}  {:>10.4g}  {:>10.4g}  {:>7}  {} ",
                     it.number, it.log_density, it.step_norm, it.gradient_norm, it.alpha, it.alpha0,
                     it.evaluations, it.note);
}

std::string newton_line(const Iteration& it) {
  return fmt::format("Iteration {:>2}. Log joint probability = {:>10.6g}. Improved by {:.6g}.",
                     it.number, it.log_density, it.improvement);
}

std::string iteration_lines(const Iteration& iteration, Algorithm algorithm, int refresh) {
  if (algorithm == Algorithm::kNewton) return newton_line(iteration) + "\n";
  if (refresh <= 0) return {};
  const auto every = static_cast<std::size_t>(refresh);
  std::string text;
  if (iteration.number == 1 || iteration.number % every == 0) text += iteration_header() + "\n";
  const bool is_shown = iteration.ending != Ending::kDone || !iteration.note.empty() ||
                        (iteration.number + 1) % every == 0;
  if (is_shown) text += iteration_row(iteration) + "\n";
  return text;
}

std::string ending_lines(Ending ending) {
  return fmt::format("Optimization terminated {}: \n  {}\n",
                     is_error(ending) ? "with error" : "normally", reason(ending));
}

}  // namespace autumn::approximate
