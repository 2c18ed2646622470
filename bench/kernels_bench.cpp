// This program times the vector functions by instruction set, with Google Benchmark: per element
// of arrays that stay in the first cache.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "evaluate/vector/kernels.h"

namespace {

using autumn::InstructionSet;
using autumn::evaluate::BoundInstruction;
using autumn::evaluate::Fused;
using autumn::evaluate::Loops;
using autumn::evaluate::VectorKernels;
using autumn::expr::Op;

constexpr std::size_t kCount = 256;  // a strip

// Arguments between these; the second operand, where there is one, is a count below 50.
struct Function {
  std::string name;
  double least;
  double most;
  BoundInstruction::Run run;
};

std::vector<Function> functions_of(const VectorKernels& kernels) {
  const auto of = [&](Op op) { return kernels.elementwise[static_cast<std::size_t>(op)][0]; };
  const auto fused = [&](Fused kind, std::size_t scalars) {
    return kernels.fused[static_cast<std::size_t>(kind)][scalars];
  };
  return {{"exp", -5, 5, of(Op::kExp)},
          {"log", 0.1, 50, of(Op::kLog)},
          {"log1p", -0.5, 5, of(Op::kLog1p)},
          {"expm1", -2, 2, of(Op::kExpm1)},
          {"tanh", -3, 3, of(Op::kTanh)},
          {"inv_logit", -5, 5, of(Op::kInvLogit)},
          {"log1p_exp", -5, 5, of(Op::kLog1pExp)},
          {"log1p_exp+inv_logit", -5, 5, fused(Fused::kLog1pExpPair, 0)},
          {"lgamma+digamma, x < 3", 0.5, 3, fused(Fused::kLgammaPair, 0)},
          {"lgamma+digamma, x < 50", 0.5, 50, fused(Fused::kLgammaPair, 0)},
          {"lgamma+digamma, x > 16", 16, 100, fused(Fused::kLgammaPair, 0)},
          {"log_rising+slope, a < 50", 0.5, 50, fused(Fused::kRisingPair, 0)},
          {"log_rising+slope, one a = 2", 2, 2, fused(Fused::kRisingPair, 1)},
          {"log_rising+slope, one a = 30", 30, 30, fused(Fused::kRisingPair, 1)}};
}

void measure(benchmark::State& state, const Function& function) {
  std::vector<double> x(kCount), counts(kCount), out(kCount), second(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    const double u = std::fmod(0.618033988749895 * static_cast<double>(i), 1.0);
    x[i] = function.least + (function.most - function.least) * u;
    counts[i] = static_cast<double>(i * 7 % 50);
  }
  BoundInstruction bound;
  bound.in = {x.data(), counts.data(), nullptr};
  bound.out = out.data();
  bound.second = second.data();
  for (auto _ : state) {
    function.run(bound, {.begin = 0, .count = kCount});
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  using benchmark::Counter;
  state.counters["per element"] =
      Counter(kCount, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

}  // namespace

int main(int count, char** arguments) {
  for (const InstructionSet set : autumn::available_instruction_sets()) {
    for (const Function& function : functions_of(*autumn::evaluate::vector_kernels(set))) {
      if (function.run == nullptr) continue;  // the plain loop is used
      const std::string name = function.name + "/" + std::string(name_of(set));
      benchmark::RegisterBenchmark(name.c_str(), measure, function);
    }
  }
  benchmark::Initialize(&count, arguments);
  benchmark::RunSpecifiedBenchmarks();
}
