// These tests look at the parser: trees, places, recovery, and what no input may do to it.
#include "stan/syntax/parse.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "stan/parse_support.h"
#include "stan/printing/diagnostic.h"
#include "stan/printing/print.h"

namespace autumn::stan {
namespace {

template <typename Node>
const Node& only_statement(const Parsed& parsed) {
  EXPECT_EQ(render(parsed.result.errors, parsed.sources), "");
  return std::get<Node>(parsed.result.program.model.at(0).node);
}

// The whole tree with all parentheses.
std::string tree(const Expr& expr) {
  if (const auto* node = std::get_if<Unary>(&expr.node)) {
    return "(u" + std::to_string(static_cast<int>(node->op)) + tree(*node->operand) + ")";
  }
  if (const auto* node = std::get_if<Binary>(&expr.node)) {
    return "(" + tree(*node->left) + "#" + tree(*node->right) + ")";
  }
  if (const auto* node = std::get_if<Conditional>(&expr.node)) {
    return "(" + tree(*node->condition) + "?" + tree(*node->if_true) + ":" + tree(*node->if_false) +
           ")";
  }
  if (const auto* node = std::get_if<Indexed>(&expr.node)) return tree(*node->base) + "[]";
  return to_text(expr);
}

std::string tree(const std::string& expression) {
  const Parsed parsed = parse_text("model { x = " + expression + "; }");
  return tree(*only_statement<Assignment>(parsed).value);
}

TEST(Parser, BindsOperatorsAsStanDoes) {
  EXPECT_EQ(tree("a + b * c - d"), "((a#(b#c))#d)");
  EXPECT_EQ(tree("a == b + 1 || c == d && e"), "((a#(b#1))#((c#d)#e))");
  EXPECT_EQ(tree("a < b == c < d"), "((a#b)#(c#d))");
  EXPECT_EQ(tree("a * b %/% c"), "(a#(b#c))");
  EXPECT_EQ(tree("a * b \\ c"), "(a#(b#c))");
  EXPECT_EQ(tree("a / b * c % d .* e ./ f"), "(((((a#b)#c)#d)#e)#f)");
  EXPECT_EQ(tree("-2 ^ 2"), "(u1(2#2))");
  EXPECT_EQ(tree("2 ^ -1 * 3"), "((2#(u11))#3)");
  EXPECT_EQ(tree("a ^ b .^ c"), "(a#(b#c))");
  EXPECT_EQ(tree("-a * b"), "((u1a)#b)");
  EXPECT_EQ(tree("!a == b"), "((u2a)#b)");
  EXPECT_EQ(tree("-a'"), "(u1(u3a))");
  EXPECT_EQ(tree("a ^ b'"), "(a#(u3b))");
  EXPECT_EQ(tree("a' ^ b[1]"), "((u3a)#b[])");
  EXPECT_EQ(tree("a ? b : c ? d : e"), "(a?b:(c?d:e))");
  EXPECT_EQ(tree("a || b ? c : d"), "((a#b)?c:d)");
}

TEST(Parser, SplitsAListOfDeclarations) {
  const Parsed parsed = parse_text("transformed data { array[2] vector<lower=0>[3] x, y = z; }");
  ASSERT_TRUE(parsed.result.is_ok());
  const Statements& block = parsed.result.program.transformed_data;
  ASSERT_EQ(block.size(), 2U);
  for (const Statement& statement : block) {
    const auto& declaration = std::get<Declaration>(statement.node);
    EXPECT_EQ(to_text(declaration.type), "array[2] vector<lower=0>[3]");
  }
  EXPECT_EQ(std::get<Declaration>(block[1].node).name, "y");
  EXPECT_EQ(block[1].where.column, 51U);
}

TEST(Parser, ReadsOldAndNewArraysAlike) {
  const std::string old_text = "functions { real f(int[,] n) { real x[2, 3]; return 1; } }";
  const std::string new_text =
      "functions { real f(array[,] int n) { array[2, 3] real x; return 1; } }";
  EXPECT_EQ(to_text(parse_text(old_text).result.program),
            to_text(parse_text(new_text).result.program));
}

TEST(Parser, KeepsGroupsOfIndicesApart) {
  const Parsed parsed = parse_text("model { a[1][2, :][] += 3; }");
  const auto& assignment = only_statement<Assignment>(parsed);
  EXPECT_EQ(assignment.name, "a");
  EXPECT_EQ(assignment.op, AssignOp::kAdd);
  ASSERT_EQ(assignment.indices.size(), 3U);
  EXPECT_EQ(assignment.indices[0].size(), 1U);
  EXPECT_EQ(assignment.indices[1].size(), 2U);
  EXPECT_EQ(assignment.indices[2].size(), 1U);
}

TEST(Parser, BindsElseToTheNearestIf) {
  const Parsed parsed = parse_text("model { if (a) if (b) x = 1; else x = 2; }");
  const auto& outer = only_statement<If>(parsed);
  EXPECT_EQ(outer.else_branch, nullptr);
  EXPECT_NE(std::get<If>(outer.then_branch->node).else_branch, nullptr);
}

TEST(Parser, PlacesExpressionsAndStatements) {
  const Parsed parsed = parse_text("model {\n  y ~ normal(a + b * c, (d));\n}");
  const auto& tilde = only_statement<Tilde>(parsed);
  const auto place = [](const SourceRange& where) { return std::pair(where.column, where.length); };
  EXPECT_EQ(place(parsed.result.program.model[0].where), std::pair(7U, 6U));
  EXPECT_EQ(place(tilde.arguments[0]->where), std::pair(14U, 9U));
  EXPECT_EQ(place(std::get<Binary>(tilde.arguments[0]->node).right->where), std::pair(18U, 5U));
  EXPECT_EQ(place(tilde.arguments[1]->where), std::pair(25U, 3U));
  EXPECT_EQ(tilde.value->where.line, 2U);
}

TEST(Parser, ReadsNumbersExactly) {
  const Parsed parsed = parse_text("model { x = {1_000, .5, 100., 1e3, 1.5E-3, 1_0.2_5}; }");
  const auto& literal = std::get<ArrayLiteral>(only_statement<Assignment>(parsed).value->node);
  EXPECT_EQ(std::get<IntLiteral>(literal.elements[0]->node).value, 1000);
  const double expected[] = {0.5, 100.0, 1000.0, 0.0015, 10.25};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(std::get<RealLiteral>(literal.elements[i + 1]->node).value, expected[i]);
  }
}

TEST(Parser, RefusesDeepNestingWithoutCrashing) {
  const std::size_t depth = 50'000;
  const auto repeat = [&](const std::string& part) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += part;
    return text;
  };
  const std::string heads[] = {
      "x = " + repeat("("),      "x = " + repeat("-"),     "x = " + repeat("f("),
      "x = " + repeat("a["),     "x = " + repeat("a ? "),  "x = a" + repeat(" ? b : c"),
      "x = a" + repeat("^b"),    "x = " + repeat("{"),     repeat("{"),
      repeat("if (1) "),         repeat("if (1) ; else "), repeat("while (1) for (i in x) "),
      "x = 1" + repeat(" + 1"),  "x = a" + repeat("'"),    "x = a" + repeat("[1]"),
      "for (i in " + repeat("-")};
  for (const std::string& head : heads) {
    const Parsed parsed = parse_text("model { " + head + "; }");
    ASSERT_FALSE(parsed.result.is_ok()) << head.substr(0, 20);
    EXPECT_NE(parsed.result.errors[0].message.find(" levels"), std::string::npos)
        << parsed.result.errors[0].message;
  }
}

TEST(Parser, AllowsLongSumsAndListsAndElseChains) {
  std::string text = "model { x = 1";
  for (int i = 0; i < 1500; ++i) text += " + b[" + std::to_string(i) + "] * x";
  text += "; y = {0";
  for (int i = 0; i < 20'000; ++i) text += ", -1.5";
  text += "}; if (0) ;";
  for (int i = 0; i < 200; ++i) text += " else if (x == 1) y = 2;";
  EXPECT_TRUE(parse_text(text + "}").result.is_ok());
}

TEST(Parser, StopsAfterTwentyErrors) {
  std::string text = "model {";
  for (int i = 0; i < 100; ++i) text += " x = ;\n @";
  EXPECT_EQ(parse_text(text + "}").result.errors.size(), 20U);
}

TEST(Parser, ReadsAMegabyteInUnderASecondOfProcessorTime) {
  std::string text = "model {\n";
  while (text.size() < 1'000'000) {
    text += "  for (n in 1:N) { y[n] ~ normal(a[g[n]] + dot_product(x[n, 1:K], b), sigma); }\n";
  }
  const std::clock_t begin = std::clock();  // of the processor: other programs do not count
  const Parsed parsed = parse_text(text + "}");
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_TRUE(parsed.result.is_ok());
  EXPECT_LT(seconds, 1.0);
}

// ---- random changes of programs ----

class Mutator {
 public:
  explicit Mutator(std::vector<TestProgram> programs) : programs_(std::move(programs)) {}

  // A program with one to four random changes.
  std::string next() {
    std::string text = pick_program();
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) {
    state_ ^= state_ << 13;  // xorshift: any cheap fixed sequence will do
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ % bound);
  }
  const std::string& pick_program() { return programs_[below(programs_.size())].text; }

  std::string piece() {
    const std::string& text = pick_program();
    const std::size_t begin = below(text.size() + 1);
    return text.substr(begin, below(40));
  }

  void change(std::string& text) {
    static const std::string kParts[] = {"(",       ")",
                                         "[",       "]",
                                         "{",       "}",
                                         ";",       ",",
                                         "|",       "~",
                                         "=",       "<",
                                         ">",       "<-",
                                         "T[",      "'",
                                         "^",       "-",
                                         ":",       "?",
                                         "/*",      "*/",
                                         "//",      "\"",
                                         "#",       "1i",
                                         "e5",      "1.",
                                         ".5",      "@",
                                         "\xC3",    "real ",
                                         "for(",    "if(",
                                         "else ",   "data {",
                                         "model {", "transformed ",
                                         "array[",  "tuple(",
                                         "return ", "target ",
                                         "while(",  "functions {",
                                         "vector",  "<lower=",
                                         "__",      "profile(",
                                         "print(",  "#include x\n",
                                         "\n",      "\t"};
    const std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0: text.erase(at, 1 + below(8)); break;
      case 1: text.insert(at, kParts[below(std::size(kParts))]); break;
      case 2: text.insert(at, piece()); break;
      case 3:
        text.replace(at, std::min<std::size_t>(1, text.size() - at), 1,
                     static_cast<char>(below(256)));
        break;
      default: text.resize(at); break;
    }
  }

  std::vector<TestProgram> programs_;
  std::uint64_t state_ = 88172645463325252U;
};

TEST(Parser, SurvivesRandomChangesAndPrintsWhatItAccepts) {
  std::vector<TestProgram> programs = test_programs("good");
  for (TestProgram& program : test_programs("bad")) {
    if (program.text.size() < 1000) programs.push_back(std::move(program));
  }
  Mutator mutator(std::move(programs));
  const Includes includes = test_includes("good");
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = mutator.next();
    const Parsed parsed = parse_text(text, includes);
    for (const Error& error : parsed.result.errors) {
      ASSERT_TRUE(error.where.is_known()) << text;
      ASSERT_FALSE(render(error, parsed.sources).empty());
    }
    if (!parsed.result.is_ok()) continue;
    ++accepted;
    const std::string once = to_text(parsed.result.program);
    const Parsed again = parse_text(once);
    ASSERT_EQ(render(again.result.errors, again.sources), "") << text << "\n---\n" << once;
    ASSERT_EQ(to_text(again.result.program), once) << text;
  }
  EXPECT_GT(accepted, 500);  // otherwise the printer was not tried
}

}  // namespace
}  // namespace autumn::stan
