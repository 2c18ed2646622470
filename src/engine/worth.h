// Whether a collapse is worth its price: alternatives to the plan are compared by what an effective
// draw is predicted to cost and, where that is not clear, tried in short runs of their own.
//
// All of it is a function of program, data, options and seed, never of a clock or of a chain:
// chains in processes of their own must come to the same plan.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/plan.h"
#include "engine/ready.h"

namespace autumn::engine {

// One way to sample the model.
struct Alternative {
  std::string name;  // "as planned", "mu kept", "nothing collapsed"
  collapse::PlanOptions plan;
  std::size_t dimension = 0;
  double gradient = 0.0;                       // nanoseconds, estimated
  double predicted = 0.0;                      // nanoseconds per effective draw
  std::optional<double> tried = std::nullopt;  // the same, from a short run

  // What it is judged by. A short run is noisy and a prediction rough, each in its own way.
  [[nodiscard]] double cost() const;
};

struct Worth {
  std::vector<Alternative> alternatives;  // the plan as it is first
  std::size_t chosen = 0;

  [[nodiscard]] const Alternative& choice() const { return alternatives[chosen]; }
};

// Gradients per effective draw of NUTS in so many dimensions, roughly.
[[nodiscard]] double gradients_per_draw(std::size_t dimension);

using MakeReady = std::function<Result<Ready>(const collapse::PlanOptions&)>;
// The same program with another plan.
using MakeAgain = std::function<Result<Ready>(const Prepared&, const collapse::PlanOptions&)>;

struct WorthRequest {
  MakeReady make_ready;
  MakeAgain make_again;
  collapse::PlanOptions plan;
  bool may_try = true;  // else the predictions decide
};

struct Chosen {
  Ready ready;
  std::optional<Worth> worth;  // nothing if there was nothing to choose
};

[[nodiscard]] Result<Chosen> choose_plan(const WorthRequest& request);

// Whether these options leave a choice.
[[nodiscard]] bool has_choice(const collapse::PlanOptions& plan);

// One sentence about a plan that was not taken as it is; empty if it was.
[[nodiscard]] std::string to_text(const Worth& worth);

}  // namespace autumn::engine
