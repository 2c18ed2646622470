// These tests look at advice: pedantic warnings, strictness, and old programs that are updated,
// each with the text it must give beside it.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "stan/advice/old_forms.h"
#include "stan/advice/pedantic.h"
#include "stan/advice/strict.h"
#include "stan/check_support.h"
#include "stan/types/resolve.h"

namespace autumn::stan {
namespace {

using Path = std::filesystem::path;

const trace::BuiltinEntry* nothing_built_in(std::string_view) {
  return nullptr;
}

// A program of the test data, as pedantic mode sees it.
Program resolved(const Path& path) {
  CheckedProgram checked = check_text(read_whole(path), path.filename().string());
  EXPECT_EQ(checked.messages, "");
  if (checked.messages.empty()) resolve(checked.program, nothing_built_in);
  return std::move(checked.program);
}

// AUTUMN_ACCEPT=1 rewrites the golden files.
void expect_golden(const std::string& found, Path golden) {
  golden.replace_extension(".txt");
  if (std::getenv("AUTUMN_ACCEPT") != nullptr) std::ofstream(golden) << found;
  EXPECT_EQ(found, read_whole(golden));
}

std::string name_of(const testing::TestParamInfo<Path>& file) {
  return file.param.stem().string();
}

class Pedantic : public testing::TestWithParam<Path> {};

TEST_P(Pedantic, WarnsAsInTheGoldenFile) {
  const Sources sources(GetParam().filename().string(), read_whole(GetParam()));
  std::vector<Error> messages;
  for (Warning& warning : pedantic_warnings(resolved(GetParam()))) {
    messages.push_back(std::move(warning.message));
  }
  EXPECT_FALSE(messages.empty());
  expect_golden(render_warnings(messages, sources), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Programs, Pedantic, testing::ValuesIn(programs_in("advice/pedantic")),
                         name_of);

class PedanticSilence : public testing::TestWithParam<Path> {};

TEST_P(PedanticSilence, IsKeptWhereNothingIsWrong) {
  for (const Warning& warning : pedantic_warnings(resolved(GetParam()))) {
    ADD_FAILURE() << to_text(warning.message);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, PedanticSilence, testing::ValuesIn(programs_in("advice/silent")),
                         name_of);

class Strict : public testing::TestWithParam<Path> {};

TEST_P(Strict, RefusesAsInTheGoldenFile) {
  const std::string name = GetParam().filename().string();
  const std::string text = read_whole(GetParam());
  std::vector<Error> errors = to_messages(old_forms(name, text), text);
  for (Error& error : strict_text_errors({name, text})) errors.push_back(std::move(error));
  for (Error& error : strict_errors(resolved(GetParam()))) errors.push_back(std::move(error));
  EXPECT_FALSE(errors.empty());
  expect_golden(render(errors, Sources(name, text)), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Programs, Strict, testing::ValuesIn(programs_in("advice/strict")),
                         name_of);

class Update : public testing::TestWithParam<Path> {};

TEST_P(Update, GivesTheProgramOfTheGoldenFile) {
  const std::string text = updated("old.stan", read_whole(GetParam()));
  expect_golden(text, GetParam());
  EXPECT_EQ(check_text(text).messages, "");
  EXPECT_TRUE(old_forms("new.stan", text).empty());
}

INSTANTIATE_TEST_SUITE_P(Programs, Update, testing::ValuesIn(programs_in("advice/update")),
                         name_of);

TEST(OldForms, AreShownRewrittenInTheErrorsOfTheirLines) {
  Sources sources("old.stan", "model {\n  real x;\n  x <- if_else(1, 2.0, 3.0);\n  x = 1 +;\n}\n");
  std::vector<Error> errors = parse(sources).errors;
  ASSERT_EQ(errors.size(), 2U);
  const std::string other = errors[1].suggestion;
  show_rewritten_lines(errors, sources);
  EXPECT_EQ(errors[0].suggestion, "write: x = (1 ? 2.0 : 3.0);");
  EXPECT_EQ(errors[1].suggestion, other);
}

TEST(OldForms, LeaveProgramsOfTodayAlone) {
  for (const char* folder : {"check/good", "parse/good"}) {
    for (const Path& path : programs_in(folder)) {
      const std::string text = read_whole(path);
      const std::string now = updated("model.stan", text);
      if (!check_text(text).messages.empty()) continue;  // it includes others
      EXPECT_EQ(check_text(now).messages, "") << path << "\n" << now;
    }
  }
}

}  // namespace
}  // namespace autumn::stan
