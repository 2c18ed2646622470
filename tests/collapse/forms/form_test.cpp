// Forms mean what they say: an expression is what is free in it plus the terms of its form.
#include "collapse/forms/form.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "collapse/corpus.h"
#include "collapse/point.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {
namespace {

// Candidates are a (scalar), b (vector), M (matrix), p, q (positive) and r (unit interval); k and s
// stay.
constexpr const char* kHead = R"(
data { vector[3] y; matrix[3, 3] X; array[3] int g; }
parameters { real a; vector[3] b; matrix[3, 3] M; real<lower=0> p; vector<lower=0>[3] q;
             real<lower=0, upper=1> r; real k; real<lower=0> s; }
model { 1.5 ~ normal()";
constexpr const char* kTail = ", 1); }";
constexpr const char* kData =
    R"({"y": [0.5, -1, 2], "X": [[1, 2, 0], [0, 1, -1], [3, 0, 1]], "g": [2, 2, 1]})";
constexpr std::size_t kCandidates = 6;

struct Formed {
  model::Model model;
  Builder builder;
  Form form;
  NodeId node;
};

// The form of a scalar expression, read off the mean of a normal value.
Formed formed(const std::string& expression) {
  Formed result{written_model(kHead + expression + kTail, kData), {}, {}, {}};
  ElementSet candidates(result.model);
  for (std::size_t v = 0; v < kCandidates; ++v) candidates.insert_all(v);
  result.builder = Builder(result.model.graph);
  Forms forms(result.model, result.builder, candidates);
  result.node = result.model.factors[0].arguments[0];
  result.form = forms.of(result.node);
  return result;
}

// The kinds of terms in which the elements of a variable stand.
std::set<TermKind> kinds(const Formed& formed, const std::string& name) {
  std::set<TermKind> found;
  for (const FormTerm& term : formed.form.terms) {
    if (formed.model.variables[term.variable].name == name) found.insert(term.kind);
  }
  return found;
}

const std::set<TermKind> kNone = {};
const std::set<TermKind> kLinear = {TermKind::kLinear};
const std::set<TermKind> kOther = {TermKind::kOther};

double number_at(const Formed& formed, const std::optional<Numbers>& numbers, std::size_t pair,
                 const std::vector<expr::Array>& point) {
  if (!numbers) return 1.0;
  const NodeId nodes[] = {numbers->node};
  const auto values = expr::interpret(formed.builder.graph(), nodes, point)[0].numbers;
  if (!numbers->slots.empty()) return values[numbers->slots[pair]];
  return values[values.size() == 1 ? 0 : pair];
}

// Of a scalar expression: value at the point, and by the form.
void expect_sum_of_terms(const std::string& expression) {
  const Formed f = formed(expression);
  for (std::uint64_t trial = 0; trial < 3; ++trial) {
    const std::vector<expr::Array> point = random_point(f.model, trial);
    std::vector<expr::Array> free = point;
    double sum = 0.0;
    for (const FormTerm& term : f.form.terms) {
      ASSERT_TRUE(term.kind == TermKind::kLinear || term.kind == TermKind::kLog) << expression;
      for (std::size_t p = 0; p < term.pairs.size(); ++p) {
        const double v = point[term.variable].numbers[term.pairs.element(p)];
        sum += term.factor * number_at(f, term.multiplier, p, point) *
               number_at(f, term.coefficient, p, point) *
               (term.kind == TermKind::kLog ? std::log(v) : v);
        free[term.variable].numbers[term.pairs.element(p)] =
            term.kind == TermKind::kLog ? 1.0 : 0.0;
      }
    }
    const NodeId nodes[] = {f.node};
    const auto at = [&](const std::vector<expr::Array>& x) {
      return expr::interpret(f.model.graph, nodes, x)[0].numbers[0];
    };
    EXPECT_NEAR(at(point), at(free) + sum, 1e-12 * (1.0 + std::abs(sum))) << expression;
  }
}

TEST(Form, OfAnAffineExpressionIsTheSumOfItsTerms) {
  for (const char* expression : {"a",
                                 "3 * a - 2",
                                 "a * k + s",
                                 "sum(b)",
                                 "dot_product(y, b)",
                                 "sum(X * b)",
                                 "sum(b[g])",
                                 "b[1] - 2 * b[3]",
                                 "k * b[g[1]] + a / s",
                                 "sum(M * y)",
                                 "sum(y' * M)",
                                 "sum(X * M)",
                                 "sum(diagonal(M))",
                                 "M[2, 3] - M[1, 1]",
                                 "sum(b .* y) - sum(b)",
                                 "mean(b)",
                                 "sum(to_vector(M'))",
                                 "log(p)",
                                 "sum(log(q)) * k",
                                 "-log(p) + a",
                                 "log(p * s)",
                                 "sum(cumulative_sum(b))",
                                 "b' * X * y"}) {
    expect_sum_of_terms(expression);
  }
}

// Of all elements of the first variable, in a statement about running sums of them.
void expect_no_list(const std::string& program, std::size_t rows, std::size_t elements) {
  const model::Model model = written_model(program, R"({"n": )" + std::to_string(elements) + "}");
  Builder builder(model.graph);
  ElementSet candidates(model);
  candidates.insert_all(0);
  Forms forms(model, builder, candidates);
  const Form& form = forms.of(model.factors[0].value);
  ASSERT_EQ(form.terms.size(), 1U);
  EXPECT_TRUE(form.terms[0].pairs.is_dense);
  EXPECT_EQ(form.terms[0].pairs.row_count, rows);
  EXPECT_EQ(form.terms[0].pairs.elements.size(), elements);
}

TEST(Form, OfLongRunningSumsIsNoList) {
  expect_no_list(
      "data { int n; } parameters { vector[n] z; real a; } "
      "model { a + append_row(0, cumulative_sum(z)) ~ normal(0, 1); }",
      5001, 5000);
}

// A list of them would have the third power of their length.
TEST(Form, OfLongSumsOfRunningSumsIsNoList) {
  expect_no_list(
      "data { int n; } parameters { vector[n] z; } "
      "model { cumulative_sum(cumulative_sum(z)) ~ normal(0, 1); }",
      400, 400);
}

// Many terms of two variables, of which each stays with its own elements.
TEST(Form, OfManyTermsKeepsTheElementsOfEachVariable) {
  std::string sum = "0";
  for (int i = 1; i <= 300; ++i)
    sum += "+ exp(v[" + std::to_string(i) + "]) + w[" + std::to_string(i) + "]";
  const model::Model model =
      written_model("data { int n; } parameters { vector[n] v; vector[n] w; } model { " + sum +
                        " ~ normal(0, 1); }",
                    R"({"n": 301})");
  Builder builder(model.graph);
  ElementSet candidates(model);
  candidates.insert_all(0);
  candidates.insert_all(1);
  Forms forms(model, builder, candidates);
  const ElementSet found = forms.elements_of(forms.of(model.factors[0].value));
  for (const std::size_t v : {0U, 1U}) {
    for (std::size_t e = 0; e < 300; ++e) EXPECT_TRUE(found.contains(v, e)) << v << " " << e;
  }
}

TEST(Form, ForgetsWhatCancels) {
  EXPECT_EQ(kinds(formed("a - a + b[1]"), "a"), kNone);
  EXPECT_EQ(kinds(formed("k * (a + b[1]) - k * a"), "b"), kLinear);
}

TEST(Form, OfAProductOfAVariableWithItselfIsNotLinear) {
  EXPECT_NE(kinds(formed("a * a"), "a"), kLinear);
  EXPECT_NE(kinds(formed("dot_self(b)"), "b"), kLinear);
  EXPECT_NE(kinds(formed("b' * X * b"), "b"), kLinear);
  EXPECT_NE(kinds(formed("sum(M * M)"), "M"), kLinear);
  EXPECT_NE(kinds(formed("sum(M * M[, 1])"), "M"), kLinear);
  EXPECT_NE(kinds(formed("sum(b * b')"), "b"), kLinear);
  EXPECT_NE(kinds(formed("a * (a + b[1])"), "a"), kLinear);
}

TEST(Form, OfOtherFunctionsIsOther) {
  EXPECT_EQ(kinds(formed("exp(a)"), "a"), kOther);
  EXPECT_EQ(kinds(formed("log(p + a)"), "a"), kOther);
  EXPECT_EQ(kinds(formed("inv_logit(a) + b[2]"), "a"), kOther);
  EXPECT_EQ(kinds(formed("inv_logit(a) + b[2]"), "b"), kLinear);
  EXPECT_EQ(kinds(formed("fmax(a, 0)"), "a"), kOther);
}

TEST(Form, KnowsPowersComplementsAndOdds) {
  EXPECT_EQ(kinds(formed("s * p^2"), "p"), std::set<TermKind>{TermKind::kPower});
  EXPECT_EQ(kinds(formed("1 - r"), "r"), std::set<TermKind>{TermKind::kComplement});
  EXPECT_EQ(kinds(formed("r / (1 - r)"), "r"), std::set<TermKind>{TermKind::kOdds});
  EXPECT_NE(kinds(formed("0.5 * (1 - r)"), "r"), std::set<TermKind>{TermKind::kComplement});
  EXPECT_NE(kinds(formed("2 * r / (1 - r)"), "r"), std::set<TermKind>{TermKind::kOdds});
  for (const FormTerm& term : formed("k^2 / sqrt(p)").form.terms) {
    EXPECT_EQ(term.exponent, -0.5);
  }
}

TEST(Form, OfTheExponentialOfALogarithmIsAPower) {
  const Formed fixed = formed("exp(0.5 * log(p) + k)");
  EXPECT_EQ(kinds(fixed, "p"), std::set<TermKind>{TermKind::kPower});
  EXPECT_TRUE(fixed.form.is_product);
  EXPECT_EQ(fixed.form.terms[0].exponent, 0.5);
  const Formed free = formed("exp(-log(p) / s)");
  ASSERT_EQ(kinds(free, "p"), std::set<TermKind>{TermKind::kFreePower});
  EXPECT_EQ(free.form.terms[0].exponent, -1.0);
  const Formed beside = formed("exp(2 * log(p) + a)");
  EXPECT_EQ(kinds(beside, "p"), std::set<TermKind>{TermKind::kPower});
  EXPECT_EQ(kinds(beside, "a"), kOther);
  EXPECT_EQ(kinds(formed("exp(log(p) + s * log(p))"), "p"), kinds(free, "p")) << "p^(1 + s)";
  EXPECT_EQ(kinds(formed("exp(log(p) + p)"), "p"), kOther);
  EXPECT_EQ(kinds(formed("exp(sum(log(q[g])))"), "q"), kOther) << "one of them is there twice";
}

TEST(Form, NotesProductsOfDifferentCandidatesAsConflicts) {
  const model::Model model = written_model(std::string(kHead) + "a * b[2] + k * a" + kTail, kData);
  ElementSet candidates(model);
  for (std::size_t v = 0; v < kCandidates; ++v) candidates.insert_all(v);
  Builder builder(model.graph);
  Forms forms(model, builder, candidates);
  (void)forms.of(model.factors[0].arguments[0]);
  ASSERT_EQ(forms.conflicts().size(), 1U);
  const Conflict& conflict = forms.conflicts()[0];
  EXPECT_TRUE(conflict.left.contains(0, 0) != conflict.right.contains(0, 0));
  EXPECT_TRUE(conflict.left.contains(1, 1) != conflict.right.contains(1, 1));
  EXPECT_EQ(conflict.left.count() + conflict.right.count(), 2U);
}

TEST(Form, OfWhatHasNoCandidateIsFree) {
  EXPECT_TRUE(formed("exp(k) * s").form.is_free());
}

}  // namespace
}  // namespace autumn::collapse::testing
