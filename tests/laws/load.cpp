// This file runs the first stages on a program, up to the first error of each.
#include "laws/load.h"

#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"

namespace autumn::laws {

Result<std::shared_ptr<stan::Program>> parse(const std::string& text) {
  stan::Sources sources("laws.stan", text);
  stan::ParseResult parsed = stan::parse(sources);
  if (!parsed.is_ok()) return parsed.errors[0];
  return std::make_shared<stan::Program>(std::move(parsed.program));
}

Result<trace::Traced> load(const std::string& text, const std::string& json) {
  const auto program = parse(text);
  if (!program) return program.error();
  const std::vector<Error> errors = stan::check(*program.value());
  if (!errors.empty()) return errors[0];
  stan::resolve(*program.value(), trace::find_builtin);
  const Result<trace::Data> data = trace::parse_json(json, "laws.json");
  if (!data) return data.error();
  const trace::Limits limits{.statements = 100000, .elements = 100000};
  return trace::trace(program.value(), data.value(), {.print = {}, .seed = 1, .limits = limits});
}

}  // namespace autumn::laws
