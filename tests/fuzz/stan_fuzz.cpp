// The fuzzer of the front end: any text is parsed, checked, printed and traced without a crash.
// Built by tools/fuzz with clang's libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "density/lower.h"
#include "model/roll.h"
#include "model/validity.h"
#include "stan/check.h"
#include "stan/diagnostic.h"
#include "stan/parse.h"
#include "stan/print.h"
#include "stan/resolve.h"
#include "trace/builtin.h"
#include "trace/generated.h"
#include "trace/trace.h"

namespace {

using namespace autumn;

const void* lookup(std::string_view name) {
  return trace::find_builtin(name);
}

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
  stan::resolve(*program, lookup);
  const auto data = trace::parse_json(json, "fuzz.json");
  if (!data) return;
  const auto traced =
      trace::trace(program, data.value(),
                   {.print = {}, .seed = 1, .limits = {.statements = 20000, .elements = 100000}});
  if (!traced) return;
  const model::Model model = model::with_validity_factors(model::roll(traced.value().model));
  const density::Lowered lowered = density::lower(model);
  if (lowered.dimension > 1000) return;
  (void)density::value_and_gradient(lowered);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
