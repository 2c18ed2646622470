// The two ways of a forward algorithm: in logarithms, the reference and the way where probabilities
// would lose digits, and in scaled probabilities, once per instruction set.
#pragma once

#include "scan/hidden_chain.h"

namespace autumn::scan {

// Where the parts of a value begin: the wanted states, whether probabilities were enough, and for
// every step (k, t) what the step gave before its emission and what it was made of.
template <typename Number>
struct HiddenParts {
  Number* wanted;
  Number* is_scaled;
  Number* gathered;
  Number* before;

  HiddenParts(const HiddenChain& chain, Number* value)
      : wanted(value),
        is_scaled(value + chain.wanted_size()),
        gathered(is_scaled + 1),
        before(gathered + chain.emission_size()) {}
};
using HiddenValue = HiddenParts<double>;
using HiddenResult = HiddenParts<const double>;

void forward_in_logs(const HiddenChain& chain, const HiddenNumbers& in, const HiddenValue& value);
void backward_in_logs(const HiddenChain& chain, const HiddenNumbers& in, const HiddenResult& value,
                      const double* adjoint, double* to);

// In probabilities. The first is false where that would lose digits, and leaves nothing of use.
struct ScaledWay {
  bool (*forward)(const HiddenChain& chain, const HiddenNumbers& in, const HiddenValue& value,
                  double* scratch);
  void (*backward)(const HiddenChain& chain, const HiddenNumbers& in, const HiddenResult& value,
                   const double* adjoint, double* to, double* scratch);
};

}  // namespace autumn::scan
