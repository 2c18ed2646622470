// A fit is a run with what is known of it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "binding.h"
#include "engine/assure/assured.h"
#include "engine/report.h"
#include "model.h"

namespace autumn::python {

class Fit {
 public:
  Fit(Model model, collapse::PlanOptions plan, engine::AssuredRun done)
      : model_(std::move(model)),
        plan_(std::move(plan)),
        done_(std::make_shared<const engine::AssuredRun>(std::move(done))) {}

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const engine::AssuredRun& done() const { return *done_; }
  // The draws of all chains as one array (chain, draw, column) on the memory of the run; of chains
  // of different lengths, after an interruption, the common part.
  [[nodiscard]] nb::object draws() const;
  [[nodiscard]] nb::object warmup() const;
  // Made when it is asked for first: it takes time.
  [[nodiscard]] const engine::Report& report();
  // One HTML file of everything that is known of the run and its data.
  [[nodiscard]] std::string page(const Data& data, const std::string& title,
                                 const std::string& command);
  void save(const std::string& directory, const nb::dict& options) const;

 private:
  Model model_;
  collapse::PlanOptions plan_;  // that was asked for
  std::shared_ptr<const engine::AssuredRun> done_;
  std::mutex mutex_;
  std::optional<engine::Report> report_;
};

}  // namespace autumn::python
