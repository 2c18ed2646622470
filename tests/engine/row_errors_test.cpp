// These tests look at what is kept of errors in generated quantities.
#include "engine/rows/row_errors.h"

#include <gtest/gtest.h>

#include <variant>

#include "engine/run.h"

namespace autumn::engine {
namespace {

LoadedProgram loaded(const std::string& text) {
  auto program = load_program({"m.stan", text}, {});
  EXPECT_TRUE(std::holds_alternative<LoadedProgram>(program));
  return std::get<LoadedProgram>(std::move(program));
}

Error error_at(std::uint32_t line, const std::string& message) {
  return {message, "", {"m.stan", line, 1, 1}};
}

TEST(RowErrors, AreOnePlaceAfterTheOtherWithTheFirstRow) {
  const LoadedProgram program = loaded("model {\n}\n");
  RowErrors errors;
  EXPECT_TRUE(errors.empty());
  errors.note(error_at(2, "later"), {0, 1});
  errors.note(error_at(1, "second"), {1, 0});
  errors.note(error_at(1, "first"), {0, 7});
  errors.note(error_at(1, "third"), {1, 1});
  const std::string text = errors.text(program);
  EXPECT_LT(text.find("first"), text.find("later"));
  EXPECT_EQ(text.find("second"), std::string::npos);
  EXPECT_EQ(text.find("third"), std::string::npos);
}

TEST(RowErrors, AreBounded) {
  const LoadedProgram program = loaded("model {\n\n\n\n\n\n\n\n\n}\n");
  RowErrors errors;
  for (std::uint32_t line = 1; line <= 8; ++line) errors.note(error_at(line, "no"), {0, line});
  EXPECT_NE(errors.text(program).find("and 3 more places"), std::string::npos);
}

// Both rejects of a program are told.
TEST(RowErrors, OfARunAreAllTold) {
  const LoadedProgram program = loaded(
      "parameters { real x; } model { x ~ normal(0, 1); } generated quantities {"
      " if (x > 1) reject(\"large: \", x); if (x < -1) reject(\"small: \", x); }");
  const auto traced = load_model(program, trace::Data{}, {});
  const auto prepared = prepare(std::get<trace::Traced>(traced), {.is_off = true});
  RunOptions options;
  options.chains = 2;
  options.settings.warmup = 50;
  options.settings.draws = 100;
  const auto done = run(prepared.value(), options);
  ASSERT_TRUE(done.is_ok());
  const std::string text = done.value().generated_errors.text(program);
  EXPECT_NE(text.find("large: "), std::string::npos);
  EXPECT_NE(text.find("small: "), std::string::npos);
}

}  // namespace
}  // namespace autumn::engine
