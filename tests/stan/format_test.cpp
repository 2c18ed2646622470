// These tests check the canonical layout: where lines are broken, that comments stay, and that
// nothing but white space changes.
#include "stan/printing/format.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "stan/printing/canonical.h"
#include "stan/printing/comments.h"
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

// ---- comments anywhere ----

std::vector<std::string> token_texts(const std::string& text) {
  Sources sources("program", text);
  std::vector<std::string> texts;
  const std::vector<Token> tokens = lex(sources).tokens;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::kEnd) texts.emplace_back(token.text);
  }
  return texts;
}

// The program with a comment before one of its tokens.
std::string with_comment(const std::vector<std::string>& tokens, std::size_t at,
                         const std::string& comment) {
  std::string text;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    if (k == at) text += comment;
    text += tokens[k] + (k % 7 == 6 ? "\n" : " ");
  }
  return text;
}

constexpr std::string_view kManyForms =
    "functions { real f(real x, data array[] real y) { return x .* sum(y) ; } real g ( real a ) ; }"
    "data { int<lower = 0> N ; array[N] vector[2] y ; tuple(real, array[2] int) t ; }"
    "transformed data { real z = t.1 + (1 ? 2 : 3) ; }"
    "parameters { real<lower = 0, upper = 1> p ; matrix[2, N] m ; }"
    "model { for (n in 1 : N) y[n] ~ normal(p, 1) T[0, ] ; for (v in y) { print(\"a\", v) ; }"
    "if (p > 0) target += f(p, {1, 2}) ; else if (p < 1) { p ~ beta(1, 1) ; } else reject(p) ;"
    "m[1 : 2, :] ~ std_normal() ; m[ : , 2 : ] ~ std_normal() ; while (0) { break ; }"
    "profile(\"q\") { target += normal_lpdf(p | -m[1, 1]' ^ 2, 1) ; } }"
    "generated quantities { array[2, 2] real w = rep_array(p, 2, 2) ; }";

// One or two comments at every pair of places: the tokens stay, and formatting twice is once.
TEST(Format, KeepsTokensWhereverCommentsStand) {
  const std::vector<std::string> tokens = token_texts(std::string(kManyForms));
  const std::vector<std::string> expected = token_texts(format(kManyForms));
  const std::string comments[] = {"// line\n", " /* block */ ", "/* two\n   lines */", "\n// own\n",
                                  "// first\n/* second */"};
  for (std::size_t at = 0; at <= tokens.size(); ++at) {
    for (const std::string& first : comments) {
      for (const std::string& second : comments) {
        std::vector<std::string> parts = tokens;
        if (at + 1 < parts.size()) parts[at + 1] = second + parts[at + 1];
        const std::string once = format(with_comment(parts, at, first));
        ASSERT_EQ(token_texts(once), expected) << once;
        ASSERT_EQ(format(once), once);
      }
    }
  }
}

TEST(Format, KeepsRangesApartFromCommentsBeforeTheirColon) {
  EXPECT_EQ(formatted_model("y[1 // first\n : /* last */ n] ~ f();"),
            "  y[1 // first\n  :  /* last */n] ~ f();\n");
}

TEST(Format, ReadsPartsOfTuplesAfterASpace) {
  EXPECT_EQ(formatted_model("t.1 .2 ~ f();\nt\n.1[2] .3 = .5;"),
            "  t.1.2 ~ f();\n  t.1[2].3 = .5;\n");
}

TEST(Format, HasOneKindOfLineEndsInComments) {
  EXPECT_EQ(format("data {\r\n  int N; // c\r\n  /* a\r\n  b */\r\n}\r\n"),
            "data {\n  int N; // c\n  /* a\n  b */\n}\n");
}

TEST(Comments, AreTakenAway) {
  EXPECT_EQ(without_comments("// head\ndata { int N; } // c\nmodel { real a/* b */= 1; "
                             "print(\"// no\"); }\n/* a\n b */\n"),
            "data { int N; }  \nmodel { real a = 1; print(\"// no\"); }\n");
}

}  // namespace
}  // namespace autumn::stan
