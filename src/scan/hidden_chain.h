// Forward algorithms of hidden chains as one operation with its adjoint: numbers alone.
//
//   x[t][k] = log sum over j of exp(x[t-1][j] + move[j][k]) + emission[t][k],   t = 1 .. steps
//
// for several chains of one length, side by side. In scaled probabilities, where no digit is lost
// that way, and else in logarithms, operation by operation as the formula is written: so infinities
// and NaN mean what they mean there.
#pragma once

#include <cstddef>
#include <span>

#include "base/instruction_set.h"

namespace autumn::scan {

inline constexpr std::size_t kMostStates = 32;

struct HiddenChain {
  std::size_t states = 0;  // at most kMostStates
  std::size_t steps = 0;
  std::size_t chains = 1;
  bool moves_change = false;  // from step to step, or from chain to chain
  bool is_whole = false;      // all x[1 ..] are wanted, not x[steps] alone

  // Numbers of each array, in these orders, the chain running fastest:
  [[nodiscard]] std::size_t first_size() const { return states * chains; }             // k
  [[nodiscard]] std::size_t emission_size() const { return states * steps * chains; }  // k, t
  [[nodiscard]] std::size_t move_size() const {  // j, k, and then t if they change
    return states * states * (moves_change ? steps * chains : 1);
  }
  // What is wanted of x, k and t, and behind it what the adjoint needs.
  [[nodiscard]] std::size_t wanted_size() const {
    return is_whole ? emission_size() : first_size();
  }
  [[nodiscard]] std::size_t value_size() const { return wanted_size() + 1 + 2 * emission_size(); }
  [[nodiscard]] std::size_t adjoint_size() const {
    return first_size() + move_size() + emission_size();
  }
  // Numbers that either function works in.
  [[nodiscard]] std::size_t scratch_size() const {
    return move_size() + 2 * steps * chains + emission_size();
  }
};

struct HiddenNumbers {
  std::span<const double> first;
  std::span<const double> move;
  std::span<const double> emission;
};

void run_forward(const HiddenChain& chain, const HiddenNumbers& in, std::span<double> value,
                 std::span<double> scratch, InstructionSet set);

// The adjoints of first, move and emission, one after the other, from a value and its adjoint (of
// which what is behind the wanted part is not read).
void run_backward(const HiddenChain& chain, const HiddenNumbers& in, std::span<const double> value,
                  std::span<const double> adjoint, std::span<double> to, std::span<double> scratch,
                  InstructionSet set);

}  // namespace autumn::scan
