// This file checks the collapse law of one family, with gtest expectations.
#include "collapse/rules/law.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "collapse/rules/bordered.h"
#include "dist/items.h"
#include "dist/list.h"
#include "passes/differentiate.h"
#include "passes/support.h"

namespace autumn::collapse {
namespace {

using dist::Distribution;
using dist::Domain;

double positive(Random& random) {
  return std::exp(0.7 * random.normal());
}

double in_domain(Domain domain, Random& random) {
  if (domain == Domain::kReal) return random.normal();
  if (domain == Domain::kOpenUnit) return 0.05 + 0.9 * random.uniform();
  if (domain == Domain::kCount) return std::floor(20.0 * random.uniform());
  return positive(random);
}

// The argument of a use, from c and v.
double with_element(const Use& use, double c, double v) {
  switch (use.kind) {
    case UseKind::kPower: return c * std::pow(v, use.exponent);
    case UseKind::kComplement: return 1.0 - v;
    case UseKind::kOdds: return v / (1.0 - v);
    case UseKind::kFreePower:
    case UseKind::kLog:  // of no argument
    case UseKind::kOther: break;
  }
  return std::nan("");
}

Term with_element(const Use& use, Term c, Term v) {
  switch (use.kind) {
    case UseKind::kPower: return use.is_bare ? v : c * pow(v, use.exponent);
    case UseKind::kComplement: return 1.0 - v;
    case UseKind::kOdds: return v / (1.0 - v);
    case UseKind::kFreePower:
    case UseKind::kLog:
    case UseKind::kOther: break;
  }
  ADD_FAILURE() << "an accepted use has a form";
  return c;
}

bool is_shape_of_weibull(const Distribution& d, std::size_t k) {
  return &d == &dist::weibull() && k == 0;
}

// The shape of one item, of which one side is known.
Shape item_shape(const FamilyRule& rule, std::size_t length) {
  switch (rule.item) {
    case FamilyItem::kScalar: return Shape::scalar();
    case FamilyItem::kVector: return Shape::vector(length);
    case FamilyItem::kMatrix: return Shape::matrix(length, length);
  }
  return Shape::scalar();
}

// The sum over rows: of numbers, or of vectors. Those of matrices are a sum, and columns.
Term over_rows(const FamilyRule& rule, Term increments) {
  if (rule.item == FamilyItem::kMatrix) return increments;
  if (rule.item == FamilyItem::kScalar) return sum(increments);
  return increments.shape().is_matrix() ? col_sums(increments) : increments;
}

}  // namespace

Random test_random(std::uint64_t seed) {
  return Random(StreamKey{.seed = seed, .purpose = Purpose::kTest});
}

Array number(double x) {
  return {Shape::scalar(), {x}};
}

Array vector_of(std::vector<double> x) {
  const Shape shape = Shape::vector(x.size());
  return {shape, std::move(x)};
}

Array matrix_of(std::size_t rows, std::size_t cols, std::vector<double> x) {
  return {Shape::matrix(rows, cols), std::move(x)};
}

std::string to_text(const Setting& setting) {
  std::string text(setting.rule->name);
  text += fmt::format(", prior {}", setting.prior ? setting.prior->distribution->name : "flat");
  for (const Factor& factor : setting.factors) {
    text +=
        fmt::format(", {} position {} kind {} exponent {}", factor.use.distribution->name,
                    factor.use.position, static_cast<int>(factor.use.kind), factor.use.exponent);
  }
  return text;
}

Use power_use(const Distribution& d, std::size_t position, double exponent) {
  return {.distribution = &d,
          .position = position,
          .kind = UseKind::kPower,
          .exponent = exponent,
          .is_bare = false};
}

Use bare_use(const Distribution& d, std::size_t position) {
  Use use = power_use(d, position, 1.0);
  use.is_bare = true;
  return use;
}

Use use_of_kind(const Distribution& d, std::size_t position, UseKind kind) {
  return {.distribution = &d, .position = position, .kind = kind};
}

Prior random_prior(const Distribution& d, Random& random) {
  Prior prior{&d, {}};
  for (const dist::Argument& argument : d.arguments) {
    prior.arguments.push_back(number(in_domain(argument.domain, random)));
  }
  return prior;
}

Factor random_factor(const Use& use, std::size_t rows, double v, Random& random) {
  const Distribution& d = *use.distribution;
  Factor factor{use, vector_of(std::vector<double>(rows)), {}};
  for (std::size_t k = 0; k < d.arguments.size(); ++k) {
    std::vector<double> numbers(rows);
    for (double& each : numbers) each = in_domain(d.arguments[k].domain, random);
    if (is_shape_of_weibull(d, k)) numbers.assign(rows, std::fabs(1.0 / use.exponent));
    const bool has_coefficient = use.kind == UseKind::kPower && !use.is_bare;
    if (k + 1 == use.position && !has_coefficient) numbers.assign(rows, 1.0);
    factor.arguments.push_back(vector_of(std::move(numbers)));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> at(d.arguments.size());
    std::vector<dist::Operand> operands(d.arguments.size());
    for (std::size_t k = 0; k < at.size(); ++k) {
      at[k] = factor.arguments[k].numbers[i];
      if (k + 1 == use.position) at[k] = with_element(use, at[k], v);
      operands[k] = {Shape::scalar(), {&at[k], 1}};
    }
    d.draw(random, operands, {&factor.value.numbers[i], 1});
  }
  return factor;
}

struct Law::Sums {
  Parameters increments;
  Term joint;
  Term remainder;
  Term size;
};

Term Law::node_of(const Array& value, bool is_constant) {
  if (is_constant) return {builder_, builder_.constant(value.shape, value.numbers)};
  inputs_.push_back(value);
  return {builder_, builder_.input(fmt::format("x{}", inputs_.size()), value.shape)};
}

std::vector<Term> Law::arguments_of(const Distribution& d, const std::vector<Array>& arguments) {
  std::vector<Term> terms;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const bool is_constant = dist::is_discrete(d.arguments[k].domain) || is_shape_of_weibull(d, k);
    terms.push_back(node_of(arguments[k], is_constant));
  }
  return terms;
}

void Law::add_factor(const FamilyRule& rule, const Factor& factor, Term v, Sums& sums) {
  const Distribution& d = *factor.use.distribution;
  std::vector<Term> arguments = arguments_of(d, factor.arguments);
  const Term value = node_of(factor.value, d.is_discrete());
  EXPECT_TRUE(rule.accepts(factor.use, arguments)) << d.name;
  const Share share = rule.share(factor.use, value, arguments);
  ASSERT_EQ(share.increments.size(), rule.parameters) << d.name;
  for (std::size_t k = 0; k < rule.parameters; ++k) {
    const Term part = over_rows(rule, share.increments[k]);
    if (k < sums.increments.size()) {
      const bool is_columns = rule.item == FamilyItem::kMatrix && k == 1;
      sums.increments[k] =
          is_columns ? beside({sums.increments[k], part}) : sums.increments[k] + part;
    } else {
      sums.increments.push_back(part);
    }
  }
  Term& argument = arguments[factor.use.position - 1];
  argument = with_element(factor.use, argument, v);
  const Term density = d.log_density(value, arguments);
  if (rule.item != FamilyItem::kMatrix) {
    EXPECT_EQ(share.remainder.shape(), density.shape()) << d.name;
  }
  sums.joint = sums.joint + sum(density);
  sums.remainder = sums.remainder + sum(share.remainder);
  sums.size = sums.size + sum(abs(density)) + sum(abs(share.remainder));
}

Law::Law(const Setting& setting) {
  const FamilyRule& rule = *setting.rule;
  std::size_t length = 0;  // of a vector
  for (const Factor& factor : setting.factors) {
    const Shape shape = factor.arguments[factor.use.position - 1].shape;
    length = shape.is_matrix() ? shape.cols : shape.rows;
  }
  const Shape shape = item_shape(rule, length);
  const Term v = node_of({shape, std::vector<double>(shape.size(), 0.5)}, false);
  const Term zero = constant(builder_, 0.0);
  Sums sums{{}, zero, zero, constant(builder_, 1.0)};
  std::optional<Parameters> prior;
  if (setting.prior) {
    const Distribution& d = *setting.prior->distribution;
    const std::vector<Term> arguments = &d == &dist::uniform()
                                            ? std::vector<Term>{zero, constant(builder_, 1.0)}
                                            : arguments_of(d, setting.prior->arguments);
    prior = rule.prior(d, arguments);
    EXPECT_TRUE(prior.has_value()) << d.name;
    const Term density = d.log_density(v, arguments);
    sums.joint = density;
    sums.size = sums.size + abs(density);
  }
  for (const Factor& factor : setting.factors) add_factor(rule, factor, v, sums);
  const Term integral = rule.log_marginal(prior, sums.increments);
  const Term recovery = rule.recovery().log_density(v, rule.posterior(prior, sums.increments));
  joint_ = sums.joint.id();
  marginal_ = (integral + sums.remainder).id();
  recovery_ = recovery.id();
  size_ = (sums.size + abs(integral) + abs(recovery)).id();
  is_proper_when_flat_ = rule.is_proper_when_flat(sums.increments, {});
}

std::vector<Array> Law::inputs(const Array& v) const {
  std::vector<Array> inputs = inputs_;
  inputs[0] = v;
  return inputs;
}

double Law::at(expr::NodeId node, const Array& v) const {
  const Array value = expr::interpret(builder_.graph(), {&node, 1}, inputs(v))[0];
  EXPECT_EQ(value.shape, Shape::scalar());
  return value.numbers[0];
}

void expect_collapse_law(const Setting& setting, std::span<const Array> points) {
  const Law law(setting);
  for (const Array& v : points) {
    const double rest = law.log_joint(v) - law.log_marginal(v) - law.log_recovery(v);
    EXPECT_NEAR(rest, 0.0, 1e-11 * law.size(v))
        << to_text(setting) << " at " << fmt::format("{}", fmt::join(v.numbers, ", "));
  }
}

void expect_gradient_law(const Setting& setting, const Array& v) {
  const Law law(setting);
  expr::Builder builder(law.graph());
  const expr::Graph graph = std::move(builder).finish({law.marginal_node()});
  std::vector<Array> inputs = law.inputs(v);
  const std::vector<Array> values = interpret(passes::differentiate(graph).graph, inputs);
  const double size = law.size(v);
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (std::size_t i = 0; i < inputs[s].numbers.size(); ++i) {
      const double at = inputs[s].numbers[i];
      const double step = 0.02 * std::fabs(at);
      const auto value = [&](double change) {
        inputs[s].numbers[i] = at + change;
        return passes::testing::value_of(graph, inputs);
      };
      const double expected = passes::testing::derivative(value, step);
      inputs[s].numbers[i] = at;
      // Extrapolated differences are good to about 1e-9, and have the rounding of the value over
      // the step.
      EXPECT_NEAR(values[1 + s].numbers[i], expected,
                  1e-7 * std::fabs(expected) + 1e-12 * size / step)
          << to_text(setting) << ", input " << s << ", element " << i;
    }
  }
}

std::vector<Reference> references(const std::string& name, std::size_t arguments) {
  std::ifstream file(AUTUMN_TEST_DATA "/rules/log_marginal.txt");
  std::vector<Reference> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != name) continue;
    Reference row;
    for (std::size_t k = 0; words >> word; ++k) {
      const double x = std::strtod(word.c_str(), nullptr);
      if (k < arguments) row.arguments.push_back(x);
      if (k == arguments) row.value = x;
      if (k > arguments) row.slopes.push_back(x);
    }
    rows.push_back(std::move(row));
  }
  EXPECT_GT(rows.size(), 50u) << name;
  return rows;
}

expr::Graph gradient_of(expr::Builder builder, expr::NodeId value) {
  return passes::differentiate(std::move(builder).finish({value})).graph;
}

ValueAndSlopes marginal_at(const FamilyRule& rule, std::span<const Array> prior,
                           std::span<const Array> sums, bool are_constant_sums) {
  expr::Builder builder;
  std::vector<Array> inputs;
  const auto nodes_of = [&](std::span<const Array> arrays, bool are_constant) {
    Parameters terms;
    for (const Array& array : arrays) {
      if (are_constant) {
        terms.emplace_back(builder, builder.constant(array.shape, array.numbers));
        continue;
      }
      inputs.push_back(array);
      terms.emplace_back(builder, builder.input("x", array.shape));
    }
    return terms;
  };
  const Parameters prior_terms = nodes_of(prior, false);
  const Parameters sum_terms = nodes_of(sums, are_constant_sums);
  const Term value = rule.log_marginal(prior_terms, sum_terms);
  const expr::Graph graph = gradient_of(std::move(builder), value.id());
  const std::vector<Array> values = interpret(graph, inputs);
  ValueAndSlopes result{values[0].numbers[0], {}};
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (const double slope : values[1 + s].numbers) result.slopes.push_back(slope);
  }
  return result;
}

}  // namespace autumn::collapse
