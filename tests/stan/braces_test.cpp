// These tests check where braces are put, and where there are enough.
#include "stan/printing/braces.h"

#include <gtest/gtest.h>

#include "stan/printing/format.h"

namespace autumn::stan {
namespace {

std::string braced(const std::string& statement) {
  const std::string before = "model { ", after = " }";
  const std::string whole = with_braces(before + statement + after);
  return whole.substr(before.size(), whole.size() - before.size() - after.size());
}

TEST(Braces, ArePutAroundSingleStatements) {
  EXPECT_EQ(braced("if (x) y = f(1); else y = 2;"), "if (x) { y = f(1); } else { y = 2; }");
  EXPECT_EQ(braced("while (x) print(1);"), "while (x) { print(1); }");
  EXPECT_EQ(braced("for (i in 1 : n) for (j in x) if (y) ;"),
            "for (i in 1 : n) { for (j in x) { if (y) { ; } } }");
  EXPECT_EQ(braced("if (x) { if (y) z = 1; }"), "if (x) { if (y) { z = 1; } }");
  EXPECT_EQ(braced("profile(\"a\") { while (x) y = 1; }"),
            "profile(\"a\") { while (x) { y = 1; } }");
  EXPECT_EQ(braced("for (i in x) {1, 2} ~ normal(0, 1);"),
            "for (i in x) { {1, 2} ~ normal(0, 1); }");
  EXPECT_EQ(with_braces("functions { real f(real x) { if (x) return 1; return 2; } }"),
            "functions { real f(real x) { if (x) { return 1; } return 2; } }");
}

TEST(Braces, AreNotPutWhereThereAreSome) {
  for (const char* statement :
       {"if (x) { y = 1; } else if (z) { y = 2; } else { y = 3; }", "{ real y = 1; }",
        "for (i in 1 : n) { y = 1; z = 2; }", "while (x) { }", "x = {1, 2};",
        "{1, 2} ~ normal(0, 1);", "profile(\"a\") { y = 1; }"}) {
    EXPECT_EQ(braced(statement), statement);
  }
}

// What stanc 2.35.0 prints of this program with `--auto-format --canonicalize=braces`.
TEST(Braces, LeaveCommentsWhereStancHasThem) {
  const std::string program =
      "model {\n"
      "  if (x > 0) y = 1; // tail\n"
      "  else if (x < -1) // head\n"
      "    y = 2;\n"
      "  else\n"
      "    y = 3;\n"
      "  for (i in 1:3)\n"
      "    // own line\n"
      "    for (j in 1:3)\n"
      "      if (x > 2) x ~ normal(0, 1); /* c */\n"
      "  // last\n"
      "}\n";
  EXPECT_EQ(format(with_braces(program), {}),
            "model {\n"
            "  if (x > 0) {\n"
            "    y = 1;\n"
            "  } // tail\n"
            "  else if (x < -1) {\n"
            "    // head\n"
            "    y = 2;\n"
            "  } else {\n"
            "    y = 3;\n"
            "  }\n"
            "  for (i in 1 : 3) {\n"
            "    // own line\n"
            "    for (j in 1 : 3) {\n"
            "      if (x > 2) {\n"
            "        x ~ normal(0, 1);\n"
            "      }\n"
            "    }\n"
            "  } /* c */\n"
            "  // last\n"
            "}\n");
}

}  // namespace
}  // namespace autumn::stan
