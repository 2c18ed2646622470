// This header declares special functions that no operation of the graph stands for: values and
// slopes of single numbers.
#pragma once

#include <array>
#include <span>

#include "trace/functions/common.h"

namespace autumn::trace {

// A value with its derivatives by each argument.
struct Slopes {
  double value;
  std::array<double, 3> slopes{};
};
// A function of up to three numbers.
using NumberFunction = Slopes (*)(std::span<const double> x);

// Orders are whole numbers and never depend on parameters: their slope is given as 0.
[[nodiscard]] Slopes bessel_first_kind(std::span<const double> order_x);
[[nodiscard]] Slopes bessel_second_kind(std::span<const double> order_x);
[[nodiscard]] Slopes modified_bessel_first_kind(std::span<const double> order_x);
[[nodiscard]] Slopes modified_bessel_second_kind(std::span<const double> order_x);
// log I_v(z) for real v >= 0 and z >= 0, with both slopes.
[[nodiscard]] Slopes log_modified_bessel_first_kind(std::span<const double> order_x);
// The two branches of w exp(w) = x.
[[nodiscard]] Slopes lambert_w0(std::span<const double> x);
[[nodiscard]] Slopes lambert_wm1(std::span<const double> x);
// The x with I_x(a, b) = p.
[[nodiscard]] Slopes inv_inc_beta(std::span<const double> a_b_p);
// The x with log Phi(x) = log p.
[[nodiscard]] Slopes std_normal_log_qf(std::span<const double> log_p);

// A call of such a function, element by element.
[[nodiscard]] Value apply_to_elements(const BuiltinCall& call,
                                      std::shared_ptr<const expr::Kernel> kernel,
                                      NumberFunction function);
[[nodiscard]] std::shared_ptr<const expr::Kernel> make_kernel(std::string_view name,
                                                              NumberFunction function);

}  // namespace autumn::trace
