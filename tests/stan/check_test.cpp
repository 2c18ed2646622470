// These tests run the checker on programs without mistakes: the types it finds, what it fills in,
// and its speed.
#include "stan/types/check.h"

#include <cctype>
#include <cstdint>
#include <ctime>

#include <gtest/gtest.h>

#include "stan/check_support.h"
#include "stan/parse_support.h"

namespace autumn::stan {
namespace {

constexpr const char* kDeclarations = R"(
functions {
  real twice(real x) { return 2 * x; }
  vector twice(vector x) { return 2 * x; }
  void shout(real x) { print(x); }
  real my_lpdf(real y, real mu) { return normal_lpdf(y | mu, 1); }
  array[] int ones_rng(int n) { return rep_array(bernoulli_rng(0.5), n); }
}
data {
  int n;
  int k;
  real a;
  vector[n] v;
  row_vector[n] r;
  matrix[n, n] m;
  array[n] int idx;
  array[n, n] int idx2;
  array[n] real x;
  array[n, n] real x2;
  array[n] vector[n] vs;
  array[n] matrix[n, n] ms;
  array[n, n] row_vector[n] rs2;
}
generated quantities {
  print()";

// The type of an expression over the variables above, or the message about it.
std::string type_of(const std::string& expression) {
  const CheckedProgram checked = check_text(kDeclarations + expression + ");\n}\n");
  if (!checked.messages.empty()) return checked.messages;
  const auto& statement = std::get<ReportStatement>(checked.program.generated_quantities[0].node);
  return to_text(std::get<ExprPtr>(statement.items[0])->type);
}

struct Case {
  const char* expression;
  const char* type;
};

class CheckTypes : public testing::TestWithParam<Case> {};

TEST_P(CheckTypes, AreStans) {
  EXPECT_EQ(type_of(GetParam().expression), GetParam().type) << GetParam().expression;
}

INSTANTIATE_TEST_SUITE_P(
    Operators, CheckTypes,
    testing::Values(Case{"1 / 2", "int"}, Case{"1.0 / 2", "real"}, Case{"n * a", "real"},
                    Case{"n + k", "int"}, Case{"n % k", "int"}, Case{"n %/% k", "int"},
                    Case{"2 ^ 3", "real"}, Case{"a ^ 2", "real"}, Case{"v .^ 2", "vector"},
                    Case{"v ^ 2", "vector"}, Case{"2 .^ m", "matrix"}, Case{"m * v", "vector"},
                    Case{"r * m", "row_vector"}, Case{"m * m", "matrix"}, Case{"r * v", "real"},
                    Case{"v * r", "matrix"}, Case{"a * v", "vector"}, Case{"v * n", "vector"},
                    Case{"m / a", "matrix"}, Case{"m / m", "matrix"}, Case{"r / m", "row_vector"},
                    Case{"1 / v", "vector"}, Case{"m \\ v", "vector"}, Case{"m \\ m", "matrix"},
                    Case{"v + 1", "vector"}, Case{"1 - m", "matrix"}, Case{"v + v", "vector"},
                    Case{"v .* v", "vector"}, Case{"a .* a", "real"}, Case{"2 .* 3", "int"},
                    Case{"r ./ r", "row_vector"}, Case{"v ./ a", "vector"},
                    Case{"a ./ v", "vector"}, Case{"-v", "vector"}, Case{"-n", "int"},
                    Case{"+a", "real"}, Case{"-x", "array[] real"}, Case{"!n", "int"},
                    Case{"!a", "int"}, Case{"v'", "row_vector"}, Case{"r'", "vector"},
                    Case{"m'", "matrix"}, Case{"a < n", "int"}, Case{"n == k && a > 2", "int"},
                    Case{"n || k", "int"}, Case{"a + (n == k)", "real"},
                    Case{"1 + n == k || n > 2", "int"}, Case{"n ? 1 : 2.5", "real"},
                    Case{"n ? idx : x", "array[] real"}, Case{"n > 1 ? v : v + 1", "vector"}));

INSTANTIATE_TEST_SUITE_P(
    Indexing, CheckTypes,
    testing::Values(
        Case{"v[1]", "real"}, Case{"v[1:2]", "vector"}, Case{"v[idx]", "vector"},
        Case{"v[:]", "vector"}, Case{"v[2:]", "vector"}, Case{"v[{1, 2}]", "vector"},
        Case{"r[:2]", "row_vector"}, Case{"m[1]", "row_vector"}, Case{"m[1, 2]", "real"},
        Case{"m[:, 1]", "vector"}, Case{"m[, 1]", "vector"}, Case{"m[1, :]", "row_vector"},
        Case{"m[1, idx]", "row_vector"}, Case{"m[idx]", "matrix"}, Case{"m[idx, 1]", "vector"},
        Case{"m[idx, idx]", "matrix"}, Case{"m[1:2, 2:3]", "matrix"}, Case{"m[1][2]", "real"},
        Case{"idx[1]", "int"}, Case{"idx[idx]", "array[] int"}, Case{"x[idx]", "array[] real"},
        Case{"v[idx[1]]", "real"}, Case{"v[idx2[1]]", "vector"}, Case{"idx2[1]", "array[] int"},
        Case{"x2[1, 2]", "real"}, Case{"x2[:, 1]", "array[] real"},
        Case{"x2[idx, 1:2]", "array[,] real"}, Case{"vs[1]", "vector"}, Case{"vs[1, 2]", "real"},
        Case{"vs[:, 2]", "array[] real"}, Case{"vs[idx]", "array[] vector"},
        Case{"vs[1:2, 1:2]", "array[] vector"}, Case{"ms[1]", "matrix"},
        Case{"ms[1, 1]", "row_vector"}, Case{"ms[:, 1]", "array[] row_vector"},
        Case{"ms[:, :, 1]", "array[] vector"}, Case{"ms[1, :, 1]", "vector"},
        Case{"ms[:, 1, 1]", "array[] real"}, Case{"ms[1][1][1]", "real"},
        Case{"rs2[1, 1]", "row_vector"}, Case{"rs2[:, 1, 1]", "array[] real"},
        Case{"(v + 1)[2]", "real"}, Case{"sort_asc(v)[1:2]", "vector"}, Case{"{1, 2}[1]", "int"},
        Case{"[1, 2][1]", "real"}));

INSTANTIATE_TEST_SUITE_P(
    LiteralsAndCalls, CheckTypes,
    testing::Values(Case{"1", "int"}, Case{"1.", "real"}, Case{".5", "real"}, Case{"1e3", "real"},
                    Case{"{1, 2}", "array[] int"}, Case{"{1, 2.0}", "array[] real"},
                    Case{"{2.0, 1}", "array[] real"}, Case{"{{1}, {2}}", "array[,] int"},
                    Case{"{{1}, {2.0}}", "array[,] real"}, Case{"{v, v}", "array[] vector"},
                    Case{"{idx, x}", "array[,] real"}, Case{"[1, 2]", "row_vector"},
                    Case{"[a, 1]", "row_vector"}, Case{"[]", "row_vector"},
                    Case{"[r, r]", "matrix"}, Case{"[[1, 2], [3, 4]]", "matrix"},
                    Case{"[[1, 2], [3, 4]]'", "matrix"}, Case{"[v', r]", "matrix"},
                    Case{"{[1, 2], r}", "array[] row_vector"}, Case{"twice(1)", "real"},
                    Case{"twice(v)", "vector"}, Case{"my_lpdf(1 | 2)", "real"},
                    Case{"ones_rng(3)", "array[] int"}, Case{"pi()", "real"},
                    Case{"exp(v)", "vector"}, Case{"exp(vs)", "array[] vector"},
                    Case{"sum(idx)", "int"}, Case{"sum(v)", "real"}, Case{"size(v)", "int"},
                    Case{"rows(m)", "int"}, Case{"normal_rng(v, 1)", "array[] real"},
                    Case{"normal_rng(0, 1)", "real"}, Case{"bernoulli_rng(v)", "array[] int"},
                    Case{"normal_lpdf(v | 0, 1)", "real"}, Case{"std_normal_lpdf(v | )", "real"},
                    Case{"std_normal_lpdf(v)", "real"}, Case{"normal_cdf(a | 0, 1)", "real"},
                    Case{"normal_cdf(a, 0, 1)", "real"}, Case{"poisson_lpmf(n | a)", "real"},
                    Case{"quantile(x, 0.5)", "real"}, Case{"to_int(x)", "array[] int"},
                    Case{"append_row(1, v)", "vector"}, Case{"rep_array(v, 2)", "array[] vector"}));

class CheckGood : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(CheckGood, HasNothingToSay) {
  EXPECT_EQ(check_text(read_whole(GetParam()), GetParam().filename().string()).messages, "");
}

INSTANTIATE_TEST_SUITE_P(Programs, CheckGood, testing::ValuesIn(programs_in("check/good")),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(Check, FillsInTheOverloadThatIsMeant) {
  const CheckedProgram checked = check_text(R"(
functions {
  real f(real x);
  real g(real x) { return f(x); }
  real f(vector x) { return sum(x); }
  real f(real x) { return x; }
  real h_lpdf(real y, vector x) { return f(x) + y; }
}
parameters { vector[2] v; real y; }
model {
  target += f(1) + f(v);
  y ~ h(v);
  y ~ normal(0, 1);
}
)");
  ASSERT_EQ(checked.messages, "");
  const Program& program = checked.program;
  const auto& in_g = std::get<Return>(program.functions[1].body[0].node);
  EXPECT_EQ(std::get<Call>(in_g.value->node).user_function,
            3);  // the definition, not its announcement
  const auto& sum = std::get<Binary>(std::get<TargetIncrement>(program.model[0].node).value->node);
  EXPECT_EQ(std::get<Call>(sum.left->node).user_function, 3);
  EXPECT_EQ(std::get<Call>(sum.right->node).user_function, 2);
  EXPECT_EQ(std::get<Tilde>(program.model[1].node).user_function, 4);
  EXPECT_EQ(std::get<Tilde>(program.model[2].node).user_function, -1);
}

TEST(Check, FillsInTheTypeOfTheLeftSide) {
  const CheckedProgram checked = check_text(R"(
data { int n; }
transformed data {
  array[n] matrix[n, n] m;
  m[1][2, :] = rep_row_vector(0, n);
  m[:, 1, 2] = rep_array(1.5, n);
  m[1, 1, 1] += 1;
}
)");
  ASSERT_EQ(checked.messages, "");
  const auto target = [&](std::size_t i) {
    return to_text(std::get<Assignment>(checked.program.transformed_data[i].node).target_type);
  };
  EXPECT_EQ(target(1), "row_vector");
  EXPECT_EQ(target(2), "array[] real");
  EXPECT_EQ(target(3), "real");
}

TEST(Check, FindsTheFunctionThatIsPassedOn) {
  const CheckedProgram checked = check_text(R"(
functions {
  vector f(real t, vector y) { return y; }
  vector f(real t, vector y, real a) { return a * y; }
}
generated quantities {
  array[2] vector[1] y = ode_rk45(f, [1]', 0, {1, 2}, 3);
  array[2] vector[1] z = ode_rk45(f, [1]', 0, {1, 2});
  real p = pi();
}
)");
  ASSERT_EQ(checked.messages, "");
  const auto passed = [&](std::size_t i) {
    const auto& declaration = std::get<Declaration>(checked.program.generated_quantities[i].node);
    return passed_function(checked.program, std::get<Call>(declaration.initial->node));
  };
  EXPECT_EQ(passed(0), 1);
  EXPECT_EQ(passed(1), 0);
  EXPECT_EQ(passed(2), -1);
}

TEST(Check, StopsAfterTwentyErrors) {
  std::string text = "model {\n";
  for (int i = 0; i < 50; ++i) text += "  target += unknown" + std::to_string(i) + ";\n";
  const CheckedProgram checked = check_text(text + "}\n");
  std::size_t count = 0;
  for (std::size_t at = 0; (at = checked.messages.find("is not declared", at)) != std::string::npos;
       ++at) {
    ++count;
  }
  EXPECT_EQ(count, 20U);
}

TEST(Check, SurvivesTreesNoParserMakes) {
  Program program;
  const auto add = [&](auto node) {
    program.model.push_back({.node = std::move(node), .where = {}});
  };
  add(Declaration{});
  add(Assignment{});
  add(Tilde{});
  add(TargetIncrement{});
  add(CallStatement{});
  add(If{});
  add(While{});
  add(ForRange{});
  add(ForEach{});
  add(Return{});
  ReportStatement report{.kind = Report::kPrint, .items = {}};
  report.items.emplace_back(ExprPtr{});
  add(std::move(report));
  const auto print = [&](auto node) {
    ReportStatement each{.kind = Report::kPrint, .items = {}};
    each.items.emplace_back(
        std::make_unique<Expr>(Expr{.node = std::move(node), .where = {}, .type = {}}));
    add(std::move(each));
  };
  print(Unary{.op = UnaryOp::kMinus, .operand = nullptr});
  print(Binary{.op = BinaryOp::kAdd, .left = nullptr, .right = nullptr});
  print(Conditional{});
  print(Call{});
  Call ode;
  ode.name = "ode_rk45";
  ode.arguments.resize(4);
  print(std::move(ode));
  Indexed indexed;
  indexed.indices.emplace_back(IndexSingle{});
  indexed.indices.emplace_back(IndexRange{});
  print(std::move(indexed));
  ArrayLiteral array;
  array.elements.resize(2);
  print(std::move(array));
  RowLiteral row;
  row.elements.resize(2);
  print(std::move(row));
  EXPECT_FALSE(check(program).empty());
}

// Deeper than the parser allows: as long as the checker goes, it does not depend on that.
TEST(Check, LongSumsNeedNoDeepStack) {
  const auto make = [](auto node) {
    return std::make_unique<Expr>(Expr{.node = std::move(node), .where = {}, .type = {}});
  };
  ExprPtr sum = make(RealLiteral{.value = 1, .text = "1.0"});
  for (int i = 0; i < 20000; ++i) {
    sum = make(Binary{.op = BinaryOp::kAdd, .left = std::move(sum), .right = make(IntLiteral{1})});
  }
  Program program;
  program.model.push_back({.node = TargetIncrement{.value = std::move(sum)}, .where = {}});
  EXPECT_TRUE(check(program).empty());
  ExprPtr& top = std::get<TargetIncrement>(program.model[0].node).value;
  EXPECT_EQ(top->type, (Type{Base::kReal, 0}));
  // Taken apart by hand: the tree's own destructor is recursive.
  while (auto* node = std::get_if<Binary>(&top->node)) {
    ExprPtr left = std::move(node->left);
    top = std::move(left);
  }
}

class CheckParsersGood : public testing::TestWithParam<TestProgram> {};

TEST_P(CheckParsersGood, HasNothingToSay) {
  Sources sources(GetParam().name, GetParam().text);
  ParseResult parsed = parse(sources, test_includes("good"));
  ASSERT_TRUE(parsed.is_ok());
  EXPECT_EQ(render(check(parsed.program), sources), "");
}

INSTANTIATE_TEST_SUITE_P(Programs, CheckParsersGood, testing::ValuesIn(test_programs("good")),
                         [](const auto& file) {
                           return file.param.name.substr(0, file.param.name.find('.'));
                         });

// The words of a program: names, numbers and single signs, with the space before them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (const char c : text) {
    const bool joins = !words.back().empty() && is_word(c) && is_word(words.back().back());
    if (!joins) words.emplace_back();
    words.back() += c;
  }
  return words;
}

// Programs with words exchanged are mostly wrong in one place: whatever the checker says, it stays
// within its limit, and says where.
TEST(Check, SpoiltProgramsGiveErrorsWithPlaces) {
  std::uint64_t state = 12345;
  const auto random = [&](std::size_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  std::size_t with_errors = 0;
  for (const auto& path : programs_in("check/good")) {
    const std::vector<std::string> words = words_of(read_whole(path));
    for (int trial = 0; trial < 100; ++trial) {
      std::vector<std::string> spoilt = words;
      for (std::size_t i = 0; i <= random(3); ++i)
        spoilt[random(words.size())] = words[random(words.size())];
      std::string text;
      for (const std::string& word : spoilt) text += word;
      Sources sources("spoilt.stan", text);
      ParseResult parsed = parse(sources);
      if (!parsed.is_ok()) continue;
      const std::vector<Error> errors = check(parsed.program);
      if (!errors.empty()) ++with_errors;
      ASSERT_LE(errors.size(), 20U);
      for (const Error& error : errors) {
        ASSERT_TRUE(error.where.is_known()) << error.message << "\n" << text;
        ASSERT_NE(error.message, "");
      }
    }
  }
  EXPECT_GT(with_errors, 50U);  // otherwise this proves nothing
}

// Linear and fast: 10,000 statements in well under a tenth of a second (release builds take about
// a hundredth).
TEST(Check, TenThousandStatementsTakeLessThanATenthOfASecond) {
  std::string text =
      "data { int n; vector[n] x; array[n] int g; }\nparameters { vector[n] b; real<lower=0> s; "
      "}\nmodel {\n";
  for (int i = 0; i < 2500; ++i) {
    const std::string local = "mu" + std::to_string(i);
    text += "  real " + local + " = b[g[1]] * x[2] + 3 * exp(s) - 1;\n";
    text += "  " + local + " += dot_product(b, x) / (1 + square(s));\n";
    text += "  x ~ normal(" + local + " + x * b[1], s);\n";
    text += "  for (i in 1:n) target += normal_lpdf(x[i] | b[g[i]], s);\n";
  }
  Sources sources("big.stan", text + "}\n");
  ParseResult parsed = parse(sources);
  ASSERT_TRUE(parsed.is_ok());
  double best = 1e9;  // processor time: others may be at work on the machine
  for (int run = 0; run < 3; ++run) {
    const std::clock_t begin = std::clock();
    EXPECT_TRUE(check(parsed.program).empty());
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  RecordProperty("milliseconds", static_cast<int>(best * 1e3));
  EXPECT_LT(best, 0.1);
}

}  // namespace
}  // namespace autumn::stan
