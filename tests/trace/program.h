// This header makes small programs for tests: from text and JSON to a traced model, or straight to
// the values of generated quantities.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"
#include "trace/generated/generated.h"
#include "trace/trace.h"

namespace autumn::trace::testing {

// The program, checked and resolved; a failed expectation and null if it is wrong.
inline std::shared_ptr<const stan::Program> program_of(const std::string& text) {
  stan::Sources sources("test.stan", text);
  stan::ParseResult parsed = stan::parse(sources);
  EXPECT_TRUE(parsed.is_ok()) << stan::render(parsed.errors, sources);
  if (!parsed.is_ok()) return nullptr;
  auto program = std::make_shared<stan::Program>(std::move(parsed.program));
  const std::vector<Error> errors = stan::check(*program);
  EXPECT_TRUE(errors.empty()) << stan::render(errors, sources);
  if (!errors.empty()) return nullptr;
  stan::resolve(*program, find_builtin);
  return program;
}

inline Result<Traced> traced(const std::string& text, const std::string& json = "{}") {
  const auto program = program_of(text);
  if (program == nullptr) return Error{.message = "no program", .suggestion = {}, .where = {}};
  auto data = parse_json(json, "data.json");
  if (!data) return data.error();
  return trace(program, data.value());
}

// The error of a program that parses and checks but cannot run.
inline std::string error_of(const std::string& text, const std::string& json = "{}") {
  const auto result = traced(text, json);
  return result.is_ok() ? "(no error)" : to_text(result.error());
}

// All numbers of the generated quantities of a program without parameters.
inline std::vector<double> generated(const std::string& block, const std::string& before = "") {
  const auto result = traced(before + "\ngenerated quantities {\n" + block + "\n}");
  EXPECT_TRUE(result.is_ok()) << (result.is_ok() ? "" : to_text(result.error()));
  if (!result.is_ok()) return {};
  std::vector<double> out(generated_size(result.value().generated));
  Random random({.seed = 1});
  const Status status = generate(result.value().generated, {}, random, out);
  EXPECT_TRUE(status.is_ok()) << (status.is_ok() ? "" : to_text(status.error()));
  return out;
}

}  // namespace autumn::trace::testing
