// This header runs generated quantities with numbers: the last block of a program, once per draw.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "expr/builder.h"
#include "trace/generated/split.h"
#include "trace/interpreter.h"
#include "trace/trace.h"

namespace autumn::trace {

// How many numbers a draw of the generated quantities has.
[[nodiscard]] std::size_t generated_size(const GeneratedProgram& program);

// Runs the block draw by draw; one per thread. The program must outlive it.
class GeneratedRunner {
 public:
  // All of the block, or all but the statements that are left out, which must outlive the runner.
  explicit GeneratedRunner(const GeneratedProgram& program, const StatementSet* left_out = nullptr);

  // `drawn` holds parameters and transformed parameters in declared order, each in storage order.
  // An error or reject() is returned.
  [[nodiscard]] Status run(std::span<const double> drawn, Random random);
  // Whether fatal_error() ended the last run.
  [[nodiscard]] bool is_fatal() const { return is_fatal_; }
  // Says what the last run printed; a run that is made again says nothing.
  void print();
  // The numbers of a quantity (of `GeneratedProgram::made`) after the last run; nothing if the run
  // did not come so far.
  [[nodiscard]] std::span<const double> quantity(std::size_t made);

 private:
  // Leaves out the statements of a set.
  class Skipper final : public Watcher {
   public:
    explicit Skipper(const StatementSet* left_out) : left_out_(left_out) {}
    [[nodiscard]] bool skips(const stan::Statement& statement) override {
      return left_out_->contains(&statement);
    }

   private:
    const StatementSet* left_out_;
  };

  [[nodiscard]] Value& global(int slot);
  void set_drawn(std::span<const double> drawn);
  void check_declared();
  void forget_made();

  const GeneratedProgram& program_;
  Skipper skipper_;
  Random random_;
  expr::Builder builder_;
  Machine machine_;
  Interpreter interpreter_;
  std::vector<std::string> printed_;
  bool is_fatal_ = false;
  std::vector<const stan::Statement*> declared_;  // with a constraint
};

// The whole block for one draw: `out` gets the generated quantities. After reject() or an error all
// numbers of `out` that are not set yet are NaN, as in CmdStan; the error is returned.
[[nodiscard]] Status generate(GeneratedRunner& runner, const GeneratedProgram& program,
                              std::span<const double> drawn, const Random& random,
                              std::span<double> out);
// The same with a runner of its own.
[[nodiscard]] Status generate(const GeneratedProgram& program, std::span<const double> drawn,
                              const Random& random, std::span<double> out);

}  // namespace autumn::trace
