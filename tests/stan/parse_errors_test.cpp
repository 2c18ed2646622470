// These tests compare the error messages of every program of data/parse/bad with the text next to
// it. Run with AUTUMN_ACCEPT=1 to accept the messages as they are now.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "stan/parse_support.h"
#include "stan/printing/diagnostic.h"

namespace autumn::stan {
namespace {

std::string messages(const TestProgram& program) {
  Sources sources(program.name, program.text);
  const ParseResult result = parse(sources, test_includes("bad"));
  return render(result.errors, sources);
}

TEST(ParseErrors, AreThoseOfTheGoldenFiles) {
  const bool is_accepting = std::getenv("AUTUMN_ACCEPT") != nullptr;
  for (const TestProgram& program : test_programs("bad")) {
    const std::string stem = program.name.substr(0, program.name.size() - 5);
    const std::string golden = std::string(AUTUMN_TEST_DATA) + "/parse/bad/" + stem + ".txt";
    const std::string found = messages(program);
    EXPECT_NE(found, "") << program.name;
    if (is_accepting) std::ofstream(golden, std::ios::binary) << found;
    const Result<std::string> expected = read_text_file(golden);
    ASSERT_TRUE(expected) << "no golden file " << stem << ".txt; run with AUTUMN_ACCEPT=1";
    EXPECT_EQ(found, expected.value());
  }
}

TEST(Render, PutsTheCaretUnderThePlace) {
  const Sources sources("a.stan", "x\n\ty = zz;\n");
  const Error error{.message = "no",
                    .suggestion = "do",
                    .where = {.file = "a.stan", .line = 2, .column = 6, .length = 2}};
  EXPECT_EQ(render(error, sources),
            "a.stan:2:6: error: no\n"
            "    2 |     y = zz;\n"
            "      |         ^~\n"
            "  do");
}

TEST(Render, CountsCharactersAndNotBytes) {
  const Sources sources("a.stan", "/* \xC3\xA9\xE2\x88\x92 */ x");
  const Error error{.message = "no",
                    .suggestion = {},
                    .where = {.file = "a.stan", .line = 1, .column = 13, .length = 1}};
  EXPECT_EQ(render(error, sources),
            "a.stan:1:13: error: no\n"
            "    1 | /* \xC3\xA9\xE2\x88\x92 */ x\n"
            "      |          ^");
}

TEST(Render, FallsBackToTheTextWithoutAPlace) {
  const Sources sources("a.stan", "x");
  EXPECT_EQ(render(Error{.message = "no", .suggestion = {}, .where = {}}, sources), "error: no");
  const Error elsewhere{.message = "no",
                        .suggestion = {},
                        .where = {.file = "b.stan", .line = 1, .column = 1, .length = 1}};
  EXPECT_EQ(render(elsewhere, sources), "b.stan:1:1: error: no");
}

}  // namespace
}  // namespace autumn::stan
