// This header computes the generated quantities of draws: from the graph where they are functions
// of the draw, by the interpreter where they are not.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "evaluate/evaluator.h"
#include "trace/generated/generated.h"
#include "trace/generated/trace.h"

namespace autumn::engine {

// What all threads share.
struct Quantities {
  trace::GeneratedProgram program;  // empty for models made in C++
  // Without them the interpreter does all.
  std::optional<trace::GeneratedGraph> graph = std::nullopt;
  std::optional<evaluate::PreparedProgram> evaluation = std::nullopt;
  std::optional<evaluate::PreparedProgram> arguments = std::nullopt;  // of random numbers, if any
};

[[nodiscard]] Quantities prepare_quantities(trace::GeneratedProgram program);

// Makes the quantities of one draw after the other; one per thread.
class QuantityMaker {
 public:
  // `quantities` must outlive it.
  explicit QuantityMaker(const Quantities& quantities);

  // As trace::generate: parameters and transformed parameters to generated quantities. The random
  // numbers are those of the stream.
  [[nodiscard]] Status make(std::span<const double> drawn, const StreamKey& stream,
                            std::span<double> out);
  // Whether fatal_error() ended the last block.
  [[nodiscard]] bool is_fatal() const { return whole_ && whole_->is_fatal(); }

 private:
  [[nodiscard]] bool make_from_graph(std::span<const double> drawn, const StreamKey& stream,
                                     std::span<double> out);
  [[nodiscard]] bool draw_numbers(const StreamKey& stream);
  void copy_rest(std::span<double> out);

  const Quantities& quantities_;
  std::vector<std::size_t> starts_;  // of the quantities in `out`
  std::vector<double> numbers_;      // the random ones
  std::vector<std::span<const double>> inputs_;
  std::optional<evaluate::Evaluator> evaluator_;
  std::optional<evaluate::Evaluator> arguments_;
  std::vector<std::size_t> first_arguments_;  // of the sites, among the outputs of these
  std::vector<std::size_t> drawn_;            // how many numbers, at each site
  std::vector<expr::Operand> operands_;
  std::optional<trace::GeneratedRunner> rest_;   // of what the graph does not make
  std::optional<trace::GeneratedRunner> whole_;  // made when it is needed first
};

}  // namespace autumn::engine
