// The text of iterations, as CmdStan prints the table of its optimizers.
#pragma once

#include <string>

#include "approximate/optimize.h"

namespace autumn::approximate {

// "Initial log joint probability = -4.2".
[[nodiscard]] std::string start_line(double log_density);

// The names of the columns.
[[nodiscard]] std::string iteration_header();
// A row of the table of BFGS and L-BFGS, and a line of Newton's method.
[[nodiscard]] std::string iteration_row(const Iteration& iteration);
[[nodiscard]] std::string newton_line(const Iteration& iteration);

// What is to be printed after the iteration, lines with their ends, where something is to be
// printed every `refresh` iterations (0: nothing). Newton's method has a line for each.
[[nodiscard]] std::string iteration_lines(const Iteration& iteration, Algorithm algorithm,
                                          int refresh);

// "Optimization terminated normally: " and the reason, two lines with their ends.
[[nodiscard]] std::string ending_lines(Ending ending);

}  // namespace autumn::approximate
