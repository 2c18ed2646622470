// These tests check the canonical layout: where lines are broken, that comments stay, and that
// nothing but white space changes.
#include "stan/printing/format.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "stan/printing/canonical.h"
#include "stan/printing/layout.h"
#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"

namespace autumn::stan {
namespace {

namespace fs = std::filesystem;

// Statements of a model, each on its line with the indentation of the block.
std::string formatted_model(const std::string& statements) {
  const std::string text = format("model {" + statements + "}");
  const std::string head = "model {\n";
  EXPECT_TRUE(text.starts_with(head)) << text;
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(Format, PutsStatementsAndBlocksOnLinesOfTheirOwn) {
  EXPECT_EQ(format("data{int N;}parameters{real<lower=0,upper=1>x;}model{x~normal(0,1)T[0,];}"),
            "data {\n  int N;\n}\nparameters {\n  real<lower=0, upper=1> x;\n}\nmodel {\n"
            "  x ~ normal(0, 1) T[0, ];\n}\n");
  EXPECT_EQ(format("model {}"), "model {\n  \n}\n");
  EXPECT_EQ(format(""), "");
}

TEST(Format, WritesHeadsWithTheirBodies) {
  EXPECT_EQ(formatted_model("if(a>0)b=1;else if(c){d=-1;}else{}"),
            "  if (a > 0) \n    b = 1;\n  else if (c) {\n    d = -1;\n  } else {\n    \n  }\n");
  EXPECT_EQ(formatted_model("for(i in 1:N)while(x[i]<2)x[i]+=1;"),
            "  for (i in 1 : N) \n    while (x[i] < 2) x[i] += 1;\n");
  EXPECT_EQ(formatted_model("profile(\"p\"){break;}{continue;}"),
            "  profile(\"p\") {\n    break;\n  }\n  {\n    continue;\n  }\n");
}

TEST(Format, KeepsParenthesesAndSpacesOperators) {
  EXPECT_EQ(formatted_model("y=((a))*b^-2+!c';z=m[:,2,];q=t.1[1:2];"),
            "  y = ((a)) * b ^ -2 + !c';\n  z = m[ : , 2,  : ];\n  q = t.1[1 : 2];\n");
  EXPECT_EQ(formatted_model("target+=normal_lpdf(y|mu,{1,2})+(a?b:c);"),
            "  target += normal_lpdf(y | mu, {1, 2}) + (a ? b : c);\n");
}

TEST(Format, BreaksLinesBeforeOperators) {
  EXPECT_EQ(formatted_model("first_long_name=second_long_name*third_long_name"
                            "+fourth_long_name*fifth_long_name;"),
            "  first_long_name = second_long_name * third_long_name\n"
            "                    + fourth_long_name * fifth_long_name;\n");
}

TEST(Format, PutsArgumentsBelowTheFirstUnlessTheNameIsLong) {
  const std::string arguments(
      "(first_argument, second_argument, third_argument, fourth_argument, fifth)");
  EXPECT_EQ(formatted_model("y = short_name" + arguments + ";"),
            "  y = short_name(first_argument, second_argument, third_argument,\n"
            "                 fourth_argument, fifth);\n");
  EXPECT_EQ(formatted_model("y = name_of_seventeen" + arguments + ";"),
            "  y = name_of_seventeen(first_argument, second_argument, third_argument,\n"
            "        fourth_argument, fifth);\n");
}

TEST(Format, KeepsCommentsAndOneEmptyLine) {
  EXPECT_EQ(format("// first\nparameters{real x;// of x\n}\n/* of the\n model */ model{\n\n"
                   "x~normal((0),1);\n\n\n  // last in the block\n}\n// the end\n"),
            "// first\nparameters {\n  real x; // of x\n}\n/* of the\n model */\nmodel {\n"
            "  x ~ normal((0), 1);\n  \n  // last in the block\n}\n// the end\n");
  EXPECT_EQ(formatted_model("f(a, // one\nb);"), "  f(a, // one\n    b);\n");
}

TEST(Format, KeepsDirectives) {
  EXPECT_EQ(format("functions{\n#include <f.stan>\n}\nmodel{}"),
            "functions {\n  #include f.stan\n}\nmodel {\n  \n}\n");
}

TEST(Format, CanonicalFormsHaveTheSyntaxOfToday) {
  EXPECT_EQ(canonical({"m.stan", "data { int N; real y[N]; }"}),
            "data {\n  int N;\n  array[N] real y;\n}\n");
}

TEST(Layout, ABoxThatBeginsFarToTheRightIsIndentedLess) {
  Layout layout;
  layout.text(std::string(70, 'a'));
  layout.open(1);
  layout.text("(b,");
  layout.space();
  layout.text("cccccc)");
  layout.close();
  EXPECT_EQ(layout.print(0), std::string(70, 'a') + "(b,\n" + std::string(68, ' ') + "cccccc)");
}

// Of a text, without the colons that stand alone for a whole index: nothing may stand there too.
std::vector<std::string> tokens_of(const std::string& text) {
  Sources sources("m.stan", text);
  std::vector<std::string> tokens;
  for (const Token& token : lex(sources).tokens) tokens.emplace_back(token.text);
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const bool is_alone = (tokens[i - 1] == "[" || tokens[i - 1] == ",") &&
                          (tokens[i + 1] == "]" || tokens[i + 1] == ",");
    if (tokens[i] == ":" && is_alone) tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return tokens;
}

TEST(Format, ChangesNoTokenOfAnyProgramHereAndNothingTheSecondTime) {
  const fs::path root = fs::path(AUTUMN_TEST_DATA).parent_path().parent_path().parent_path();
  std::size_t programs = 0;
  for (const char* folder : {"models", "examples", "tests/stan_reference/programs"}) {
    for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
      if (file.path().extension() != ".stan") continue;
      const std::string text = read_text_file(file.path().string()).value();
      const std::string once = format(text);
      EXPECT_EQ(tokens_of(once), tokens_of(text)) << file.path();
      EXPECT_EQ(format(once), once) << file.path();
      ++programs;
    }
  }
  EXPECT_GT(programs, 150U);
}

}  // namespace
}  // namespace autumn::stan
