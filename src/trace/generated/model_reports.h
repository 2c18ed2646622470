// What a program says at a point of its density: by print() in transformed parameters and in the
// model, and by reject() or fatal_error() where it refuses the point.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trace/interpreter.h"
#include "trace/trace.h"

namespace autumn::trace {

// A print() that was reached. One that reads what is not known has no text.
struct PrintedLine {
  std::string text;
  bool is_known = true;
};

struct PointReport {
  std::vector<PrintedLine> lines;  // in the order of the program
  // What ended the run of the blocks before their end, if anything did.
  std::optional<Error> error = std::nullopt;
  bool is_reject = false;  // reject() did
  bool is_fatal = false;   // fatal_error() did
};

// Runs transformed parameters and the model; one per thread. The program must outlive it.
class ModelReporter {
 public:
  explicit ModelReporter(const GeneratedProgram& program);

  // How many numbers the parameters have.
  [[nodiscard]] std::size_t size() const { return size_; }

  // At these numbers of the parameters, in declared order, each in storage order. Where `is_known`
  // is 0 they are not known (of what is integrated out there is no number yet); empty: all are.
  [[nodiscard]] PointReport at(std::span<const double> numbers,
                               std::span<const std::uint8_t> is_known = {}) const;

 private:
  const GeneratedProgram& program_;
  std::size_t parameters_;  // among the drawn variables
  std::size_t size_;
  bool reads_target_;
};

// Whether a program may say this before generated quantities, in functions too.
[[nodiscard]] bool has_report(const stan::Program& program, stan::Report kind);

}  // namespace autumn::trace
