// This program is the fuzzer of the front end: any text is parsed, checked, printed, traced,
// lowered, evaluated at a point and run for one draw of its generated quantities without a crash.
// Built by tools/fuzz with clang's libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/stopped.h"
#include "density/lower.h"
#include "expr/interpret.h"
#include "fuzz/mutate.h"
#include "model/roll/roll.h"
#include "model/validity.h"
#include "stan/printing/diagnostic.h"
#include "stan/printing/print.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"
#include "trace/generated/generated.h"
#include "trace/generated/trace.h"
#include "trace/trace.h"

namespace {

using namespace autumn;

// The data follow the program after a line of three dashes.
void run(const std::string& text) {
  const std::size_t cut = text.find("\n---\n");
  const std::string program_text = text.substr(0, cut);
  const std::string json = cut == std::string::npos ? "{}" : text.substr(cut + 5);
  stan::Sources sources("fuzz.stan", program_text);
  stan::ParseResult parsed = stan::parse(sources);
  if (!parsed.is_ok()) {
    if (stan::render(parsed.errors, sources).empty()) std::abort();
    return;
  }
  auto program = std::make_shared<stan::Program>(std::move(parsed.program));
  (void)to_text(*program);
  const std::vector<Error> errors = stan::check(*program);
  if (!errors.empty()) {
    if (stan::render(errors, sources).empty()) std::abort();
    return;
  }
  stan::resolve(*program, trace::find_builtin);
  const auto data = trace::parse_json(json, "fuzz.json");
  if (!data) return;
  const auto traced =
      trace::trace(program, data.value(),
                   {.print = {}, .seed = 1, .limits = {.statements = 20000, .elements = 100000}});
  if (!traced) return;
  const model::Model model = model::with_validity_factors(model::roll(traced.value().model));
  const density::Lowered lowered = density::lower(model);
  if (lowered.dimension > 200 || lowered.density.size() > 5000) return;
  const expr::Array point{expr::Shape::vector(lowered.dimension),
                          std::vector<double>(lowered.dimension, 0.25)};
  (void)expr::interpret(density::value_and_gradient(lowered), {&point, 1});
  std::vector<double> drawn;
  for (const expr::Array& value : expr::interpret(lowered.values, {&point, 1})) {
    drawn.insert(drawn.end(), value.numbers.begin(), value.numbers.end());
  }
  const trace::GeneratedProgram& generated = traced.value().generated;
  std::vector<double> out(trace::generated_size(generated));
  Random random({.seed = 1, .purpose = Purpose::kSimulation});
  (void)trace::generate(generated, drawn, random, out);
  (void)trace::trace_generated(generated);
}

}  // namespace

namespace {

std::size_t store(const std::string& text, std::uint8_t* out, std::size_t most) {
  const std::size_t size = std::min(text.size(), most);
  std::memcpy(out, text.data(), size);
  return size;
}

std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// Bytes, for the lexer and the reader of data, in one of eight cases; tokens and statements in the
// others.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  return store(fuzz::mutated(text_of(data, size), seed / 8), data, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned int seed) {
  return store(fuzz::crossed(text_of(first, first_size), text_of(second, second_size), seed), out,
               most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 6000) return 0;
  try {
    run(text_of(data, size));
  } catch (const Stopped&) {
    return 0;  // a loop that has no end at this point is left by this
  }
  return 0;
}
