// These tests compare vector functions with tables, look at sums of logarithms, and at what
// instruction sets have in common.
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "evaluate/code.h"
#include "evaluate/support.h"
#include "evaluate/vector/kernels.h"
#include "expr/term.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::Op;
using expr::Shape;
using expr::Term;

constexpr double kU = 0x1p-53;

// The errors stated in docs/accuracy.md, and a unit for the table.
struct Accuracy {
  Op op;
  double relative;
  double floor;  // the error is relative to this, where the result is smaller
};

const std::map<std::string, Accuracy> kFunctions = {
    {"exp", {Op::kExp, 3 * kU, 0}},
    {"log", {Op::kLog, 3 * kU, 0}},
    {"log1p", {Op::kLog1p, 4 * kU, 0}},
    {"expm1", {Op::kExpm1, 5 * kU, 0}},
    {"tanh", {Op::kTanh, 7 * kU, 0}},
    {"inv_logit", {Op::kInvLogit, 5 * kU, 0}},
    {"log1p_exp", {Op::kLog1pExp, 5 * kU, 0}},
    {"log_inv_logit", {Op::kLogInvLogit, 5 * kU, 0}},
    {"pow", {Op::kPow, 8 * kU, 0}},
    {"lgamma", {Op::kLgamma, 5e-14, 0}},
    {"digamma", {Op::kDigamma, 5e-14, 0}},
    {"log_rising_factorial", {Op::kLogRising, 5e-14, 1}},
    {"digamma_difference", {Op::kDigammaDiff, 1e-13, 0}},
};

struct Row {
  std::vector<double> arguments;
  double value;
};

std::map<std::string, std::vector<Row>> read_table() {
  std::ifstream file(std::string(AUTUMN_TEST_DATA) + "/vector_functions.txt");
  std::map<std::string, std::vector<Row>> table;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    std::vector<double> numbers;
    while (words >> word) numbers.push_back(std::strtod(word.c_str(), nullptr));
    const double value = numbers.back();
    numbers.pop_back();
    table[name].push_back({numbers, value});
  }
  return table;
}

// The function on all rows of the table at once.
expr::Graph graph_of(Op op, const std::vector<Row>& rows, std::vector<expr::Array>& inputs) {
  Builder b;
  std::vector<expr::NodeId> operands;
  for (std::size_t k = 0; k < rows[0].arguments.size(); ++k) {
    operands.push_back(b.input("x", Shape::vector(rows.size())));
    expr::Array input{Shape::vector(rows.size()), {}};
    for (const Row& row : rows) input.numbers.push_back(row.arguments[k]);
    inputs.push_back(input);
  }
  const expr::NodeId result = b.apply(op, operands);
  return std::move(b).finish({result});
}

TEST(VectorFunctions, AgreeWithTheTableOnEveryInstructionSet) {
  const auto table = read_table();
  ASSERT_EQ(table.size(), kFunctions.size());
  for (const auto& [name, rows] : table) {
    const Accuracy accuracy = kFunctions.at(name);
    std::vector<expr::Array> inputs;
    const PreparedProgram program = prepare(graph_of(accuracy.op, rows, inputs));
    for (const InstructionSet set : available_instruction_sets()) {
      Evaluator evaluator(program, set);
      run(evaluator, inputs);
      double worst = 0.0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double got = evaluator.output(0)[i], want = rows[i].value;
        const double smallest = std::numeric_limits<double>::min();  // below, units are absolute
        const double scale = std::max({accuracy.floor, std::fabs(want), smallest});
        const double error = std::fabs(got - want) / scale;
        worst = std::max(worst, error);
        EXPECT_LE(error, accuracy.relative) << name << "(" << rows[i].arguments[0] << ") on "
                                            << name_of(set) << ": " << got << " for " << want;
      }
      RecordProperty(name + " " + std::string(name_of(set)), std::to_string(worst / kU) + " u");
    }
  }
}

// Many points, among them both sides of every place where one formula takes over from another: a
// table has too few to find the worst.
TEST(VectorFunctions, AgreeWithTheReferenceOnDenseGrids) {
  constexpr std::size_t kPoints = 20'000;
  Random random = test_random(14);
  for (const auto& [name, accuracy] : kFunctions) {
    const bool is_binary = expr::class_of(accuracy.op) == expr::OpClass::kBinary;
    const bool is_positive = is_binary || name == "log" || name == "lgamma" || name == "digamma";
    std::vector<Row> rows;
    for (std::size_t i = 0; i < kPoints; ++i) {
      // Half of them near the seams, between 1/4 and 20; half of all sizes.
      double x =
          i % 2 == 0 ? 0.25 + 19.75 * random.uniform() : std::exp(40.0 * (random.uniform() - 0.5));
      if (name == "log1p" && i % 3 == 0)
        x = -random.uniform();
      else if (!is_positive && i % 3 == 0)
        x = -x;
      const double n =
          i % 5 == 0 ? 0.5 + 3.0 * random.uniform() : 1.0 + std::floor(50.0 * random.uniform());
      rows.push_back({is_binary ? std::vector{x, n} : std::vector{x}, 0.0});
    }
    std::vector<expr::Array> inputs;
    const expr::Graph graph = graph_of(accuracy.op, rows, inputs);
    expect_reference_by(graph, inputs, [&](std::span<const double> got, const expr::Array& want) {
      // The reference has an error of its own, of 16 units at most.
      return agrees_relatively(got, want, accuracy.relative + 16 * kU, accuracy.floor);
    });
  }
}

// Every special value at every lane, beside ordinary numbers and in the rest of an array.
TEST(VectorFunctions, OfSpecialValuesEqualTheReferenceOnEveryInstructionSet) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kMax = std::numeric_limits<double>::max();
  constexpr double kMin = std::numeric_limits<double>::min();
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  constexpr std::size_t kSize = 37;  // whole vectors of each instruction set, then a rest
  for (const auto& [name, accuracy] : kFunctions) {
    const std::size_t count = expr::class_of(accuracy.op) == expr::OpClass::kBinary ? 2 : 1;
    for (const double special : {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 2.0,
                                 -2.0,
                                 kTiny,
                                 -kTiny,
                                 1e-310,
                                 kMin,
                                 -kMin,
                                 1e-17,
                                 -1e-17,
                                 707.9,
                                 708.0,
                                 709.7,
                                 709.8,
                                 745.0,
                                 746.0,
                                 -707.9,
                                 -708.0,
                                 -709.0,
                                 -745.0,
                                 -746.0,
                                 1e300,
                                 -1e300,
                                 kMax,
                                 -kMax,
                                 kInfinity,
                                 -kInfinity,
                                 std::numeric_limits<double>::quiet_NaN()}) {
      for (std::size_t place = 0; place < kSize; ++place) {
        std::vector<Row> rows(kSize, {count == 2 ? std::vector{1.25, 3.0} : std::vector{0.75}, 0});
        rows[place].arguments[0] = special;
        std::vector<expr::Array> inputs;
        const expr::Graph graph = graph_of(accuracy.op, rows, inputs);
        expect_reference_by(
            graph, inputs, [&](std::span<const double> got, const expr::Array& want) {
              const double expected = want.numbers[place];
              const bool keeps_sign =
                  special != 0.0 || std::signbit(expected) == std::signbit(got[place]);
              if (!keeps_sign) {
                return testing::AssertionFailure()
                       << name << "(" << special << ") has another sign";
              }
              return agrees_relatively(got, want, accuracy.relative + 16 * kU, accuracy.floor);
            });
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Sums whose terms are written as products, with every special value at every place of a strip.
TEST(LogSums, OfSpecialValuesEqualTheReference) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double special : {0.0, -0.0, -1.0, -3.0, kInfinity, -kInfinity, 1e-310, 1e300, -1e300,
                               800.0, -800.0, std::numeric_limits<double>::quiet_NaN()}) {
    for (const std::size_t place : {0U, 5U, 8U, 299U}) {
      Builder b;
      const Term x(b, b.input("x", Shape::vector(300)));
      const std::vector<Term> sums{expr::sum(log(x)), expr::sum(expr::log1p(x)),
                                   expr::sum(expr::log1p_exp(x)), expr::sum(expr::log_inv_logit(x)),
                                   expr::sum(expr::inv_logit(-x) * expr::inv_logit(x))};
      std::vector<expr::NodeId> outputs;
      for (const Term& sum : sums) outputs.push_back(sum.id());
      const expr::Graph graph = std::move(b).finish(outputs);
      expr::Array input{Shape::vector(300), std::vector<double>(300, 1.25)};
      input.numbers[place] = special;
      expect_reference(graph, {input}, 1e-13);
    }
  }
}

TEST(LogSums, OfNumbersOfAllSizesNeitherOverflowNorUnderflow) {
  Random random = test_random(11);
  for (const std::size_t n : {1, 7, 8, 9, 255, 256, 257, 5000}) {
    Builder b;
    const Term x(b, b.input("x", Shape::vector(n)));
    const expr::Graph graph =
        std::move(b).finish({expr::sum(log(x)).id(), expr::sum(expr::log1p(x)).id()});
    expr::Array input{Shape::vector(n), {}};
    for (std::size_t i = 0; i < n; ++i) {
      input.numbers.push_back(std::exp(600.0 * (2.0 * random.uniform() - 1.0)));
    }
    expect_reference(graph, {input}, 1e-13);
  }
}

// Both results of a pair, alone and together with a sum of the first.
TEST(Pairs, EqualTheReference) {
  Random random = test_random(12);
  for (const std::size_t n : {1, 3, 8, 21, 300}) {
    for (const bool is_scalar : {false, true}) {
      Builder b;
      const Shape shape = is_scalar ? Shape::scalar() : Shape::vector(n);
      const Term x(b, b.input("x", shape));
      const Term positive = exp(x) + 0.1, count = expr::floor(5.0 * positive);
      std::vector<expr::NodeId> outputs;
      for (const Term& term :
           {expr::lgamma(positive), expr::digamma(positive),
            expr::log_rising_factorial(positive, count), expr::digamma_difference(positive, count),
            expr::log1p_exp(x), expr::inv_logit(x), expr::log_inv_logit(2.0 * x),
            expr::inv_logit(-(2.0 * x)), expr::sum(expr::log1p_exp(3.0 * x)),
            expr::inv_logit(3.0 * x), expr::sum(expr::log_inv_logit(4.0 * x)),
            expr::inv_logit(-(4.0 * x))}) {
        outputs.push_back(term.id());
      }
      const expr::Graph graph = std::move(b).finish(outputs);
      expect_reference(graph, random_inputs(graph, random), 1e-13);
    }
  }
}

TEST(Fused, ExponentialsOfLinearPredictorsEqualTheReference) {
  Random random = test_random(15);
  for (const std::size_t n : {1, 7, 8, 300}) {
    for (unsigned scalars = 0; scalars < 8; ++scalars) {
      Builder b;
      const auto term = [&](unsigned k) {
        const bool is_scalar = (scalars >> k & 1) != 0;
        return Term(b, b.input("x", is_scalar ? Shape::scalar() : Shape::vector(n)));
      };
      const Term x = term(0), y = term(1), z = term(2);
      const expr::Graph graph = std::move(b).finish({exp(x * y + z).id()});
      expect_reference_by(graph, random_inputs(graph, random),
                          [](std::span<const double> got, const expr::Array& want) {
                            return agrees_relatively(got, want, 4 * kU, 0.0);
                          });
    }
  }
}

TEST(Pairs, AreComputedInOneStep) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(100)));
  const Term y(b, b.input("y", Shape::vector(100)));
  const expr::Graph graph =
      std::move(b).finish({expr::lgamma(x).id(), expr::digamma(x).id(),
                           expr::sum(expr::log_inv_logit(y)).id(), expr::inv_logit(-y).id()});
  EXPECT_EQ(prepare(graph).code().instructions.size(), 2U);
}

TEST(InstructionSets, HaveNamesAndTheBestIsTheDefault) {
  const auto sets = available_instruction_sets();
  ASSERT_FALSE(sets.empty());
  for (const InstructionSet set : sets) EXPECT_EQ(instruction_set_named(name_of(set)), set);
  EXPECT_EQ(instruction_set_named("AVX-1024"), std::nullopt);
  ASSERT_EQ(unsetenv("AUTUMN_INSTRUCTION_SET"), 0);
  EXPECT_EQ(default_instruction_set(), sets.back());
  for (const InstructionSet set : sets) {
    ASSERT_EQ(setenv("AUTUMN_INSTRUCTION_SET", std::string(name_of(set)).c_str(), 1), 0);
    EXPECT_EQ(default_instruction_set(), set);
    Builder b;
    const expr::NodeId x = b.input("x", Shape::vector(3));
    EXPECT_EQ(Evaluator(prepare(std::move(b).finish({x}))).instruction_set(), set);
  }
  ASSERT_EQ(setenv("AUTUMN_INSTRUCTION_SET", "unknown", 1), 0);
  EXPECT_EQ(default_instruction_set(), sets.back());
  ASSERT_EQ(unsetenv("AUTUMN_INSTRUCTION_SET"), 0);
}

// Numbers at every distance from a cache line: what is summed must not depend on where it lies.
TEST(InstructionSets, SumsDoNotDependOnAlignment) {
  Random random = test_random(13);
  const expr::Array numbers = random_array(Shape::vector(1000), random);
  for (const InstructionSet set : available_instruction_sets()) {
    const double want = vector_kernels(set)->sum_of(numbers.numbers.data(), 1000);
    std::vector<double> moved(1010);
    for (std::size_t start = 0; start < 8; ++start) {
      std::copy(numbers.numbers.begin(), numbers.numbers.end(), moved.begin() + start);
      EXPECT_EQ(vector_kernels(set)->sum_of(moved.data() + start, 1000), want);
    }
  }
}

}  // namespace
}  // namespace autumn::evaluate
