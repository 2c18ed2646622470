// This file makes the models of the table, with their simulated data and their limits.
#include "models.h"

#include <fmt/format.h>

#include <autumn/autumn.hpp>
#include <cmath>
#include <cstdlib>
#include <random>
#include <variant>

#include "api/build.h"
#include "engine/load.h"
#include "trace/data/data.h"

namespace autumn::bench {
namespace {

[[noreturn]] void give_up(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(1);
}

template <typename T>
T loaded(engine::Loaded<T> result) {
  if (const auto* error = std::get_if<engine::LoadError>(&result)) give_up(error->text);
  return std::get<T>(std::move(result));
}

template <typename M>
engine::Prepared prepared(const M& model) {
  Result<engine::Prepared> result = engine::prepare(model, {});
  if (!result) give_up(result.error().message);
  return std::move(result).value();
}

engine::Prepared prepared_in_cpp(const Model& model) {
  return prepared(detail::finished(model.data()));
}

// A column of a data file.
class Data {
 public:
  explicit Data(const PaperModel& files) {
    auto read = trace::read_json(data_path(files));
    if (!read) give_up(read.error().message);
    values_ = std::move(read).value();
  }

  [[nodiscard]] std::vector<double> numbers(const std::string& name) const {
    return values_.at(name).numbers;
  }

 private:
  trace::Data values_;
};

Case eight_schools() {
  const Data data(kEightSchools);
  return {"eight schools collapsed", paper_model(kEightSchools),
          limits::eight_schools(data.numbers("y"), data.numbers("sigma")), 1, 3.0};
}

Case binary_trials(const PaperModel& files) {
  const Data data(files);
  const std::vector<double> y = data.numbers("y");
  return {fmt::format("repeated binary trials collapsed, n = {}", y.size()), paper_model(files),
          limits::beta_binomial(y, data.numbers("K")), 2, 2.0};
}

Case fibrosis() {
  const Data data(kFibrosis);
  limits::MixedData mixed;
  mixed.x = data.numbers("week");
  mixed.y = data.numbers("y");
  for (const double patient : data.numbers("patient")) {
    mixed.group.push_back(static_cast<int>(patient) - 1);
  }
  mixed.groups = static_cast<std::size_t>(data.numbers("J")[0]);
  mixed.mean_scales = {500.0, 3.0};
  mixed.cauchy_scales = {100.0, 3.0, 100.0};
  return {fmt::format("pulmonary fibrosis, {} groups, collapsed", mixed.groups),
          paper_model(kFibrosis), limits::mixed_model(mixed), 3, 4.0};
}

struct LogisticData {
  std::vector<double> x;  // by columns
  std::vector<double> y;
};

LogisticData logistic_data(std::size_t rows, std::size_t columns) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> standard;
  LogisticData data{std::vector<double>(rows * columns), std::vector<double>(rows)};
  for (double& value : data.x) value = standard(random);
  for (double& value : data.y) value = standard(random) > 0.0 ? 1.0 : 0.0;
  return data;
}

Case logistic_case(std::size_t rows, std::size_t columns) {
  const LogisticData data = logistic_data(rows, columns);
  return {fmt::format("logistic regression, N = {}, P = {}", rows, columns),
          logistic_regression(rows, columns), limits::logistic(data.x, data.y, columns), columns,
          1.5};
}

Case grouped_poisson(std::size_t rows, std::size_t groups) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> standard;
  limits::PoissonData data;
  data.groups = groups;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = standard(random);
    data.x.push_back(x);
    data.group.push_back(static_cast<int>(random() % groups));
    data.y.push_back(std::poisson_distribution<int>(std::exp(0.5 + 0.3 * x))(random));
  }
  Model m;
  auto intercept = m.parameter("intercept", normal(0, 2));
  auto slope = m.parameter("slope", std_normal());
  auto scale = m.parameter("scale", half_normal(1));
  auto effect = m.parameter("effect", normal(0, scale), plate(groups));
  m.observe("y", poisson_log(intercept + effect[data.group] + slope * Expr(data.x)), data.y);
  return {fmt::format("Poisson, N = {}, {} groups", rows, groups), prepared_in_cpp(m),
          limits::poisson(data), 3 + groups, 1.5};
}

}  // namespace

std::string program_path(const PaperModel& files) {
  return fmt::format("{}/paper/{}.stan", AUTUMN_MODELS, files.model);
}

std::string data_path(const PaperModel& files) {
  return fmt::format("{}/paper/data/{}.json", AUTUMN_MODELS, files.data);
}

engine::Prepared paper_model(const PaperModel& files) {
  const auto program = loaded(engine::load_program(program_path(files), {}));
  return prepared(loaded(engine::load_model(program, data_path(files))));
}

engine::Prepared mixed_model(std::size_t groups, std::size_t rows) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> standard;
  std::vector<double> intercepts(groups), slopes(groups), x(rows), y(rows);
  for (double& value : intercepts) value = 1.0 + 0.8 * standard(random);
  for (double& value : slopes) value = -0.5 + 0.3 * standard(random);
  std::vector<int> group(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t g = i < groups ? i : random() % groups;
    group[i] = static_cast<int>(g);
    x[i] = standard(random);
    y[i] = intercepts[g] + slopes[g] * x[i] + 0.4 * standard(random);
  }
  Model m;
  auto tau_u = m.parameter("tau_u", half_normal(1));
  auto tau_v = m.parameter("tau_v", half_normal(1));
  auto sigma = m.parameter("sigma", half_normal(1));
  auto mu = m.parameter("mu", normal(0, 10));
  auto nu = m.parameter("nu", normal(0, 10));
  auto u = m.parameter("u", normal(mu, tau_u), plate(groups));
  auto v = m.parameter("v", normal(nu, tau_v), plate(groups));
  m.observe("y", normal(u[group] + v[group] * Expr(x), sigma), y);
  return prepared_in_cpp(m);
}

engine::Prepared logistic_regression(std::size_t rows, std::size_t columns) {
  LogisticData data = logistic_data(rows, columns);
  Model m;
  auto coefficients = m.parameter("beta", std_normal(), plate(columns));
  m.observe("y", bernoulli_logit(Matrix(rows, columns, std::move(data.x)) * coefficients), data.y);
  return prepared_in_cpp(m);
}

engine::Prepared linear_regression(std::size_t rows, std::size_t columns) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> standard;
  std::vector<double> x(rows * columns), y(rows);
  for (double& value : x) value = standard(random);
  for (std::size_t i = 0; i < rows; ++i) y[i] = x[i] - 0.5 * x[i + rows] + standard(random);
  Model m;
  auto sigma = m.parameter("sigma", half_normal(1));
  auto beta = m.parameter("beta", student_t(4, 0, 1), plate(columns));
  m.observe("y", normal(Matrix(rows, columns, std::move(x)) * beta, sigma), y);
  return prepared_in_cpp(m);
}

std::vector<Case> cases() {
  std::vector<Case> result;
  result.push_back(eight_schools());
  for (const PaperModel& files : {kTrials18, kTrials71, kTrials308}) {
    result.push_back(binary_trials(files));
  }
  result.push_back(fibrosis());
  result.push_back(logistic_case(10'000, 20));
  result.push_back(grouped_poisson(100'000, 1000));
  return result;
}

}  // namespace autumn::bench
