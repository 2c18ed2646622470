// Runs Stan's own Laplace approximation, Pathfinder and ADVI on one model and prints what came out,
// one JSON value a line; make_approximations.py compiles it with Stan's headers. It is no part of
// Autumn's build.
//
//   laplace DATA START DRAWS            where L-BFGS ended, the density, gradient and Hessian
//   there, draws METHOD DATA FIRST_SEED MOST SECONDS one run a seed, until there are MOST, or 20
//   and SECONDS have passed
//
// with METHOD pathfinder (one path), multipath (four, resampled), meanfield or fullrank.
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stan/callbacks/interrupt.hpp>
#include <stan/callbacks/logger.hpp>
#include <stan/callbacks/structured_writer.hpp>
#include <stan/callbacks/writer.hpp>
#include <stan/io/empty_var_context.hpp>
#include <stan/io/json/json_data.hpp>
#include <stan/model/model_base.hpp>
#include <stan/services/experimental/advi/fullrank.hpp>
#include <stan/services/experimental/advi/meanfield.hpp>
#include <stan/services/optimize/laplace_sample.hpp>
#include <stan/services/optimize/lbfgs.hpp>
#include <stan/services/pathfinder/multi.hpp>
#include <stan/services/pathfinder/single.hpp>

stan::model::model_base& new_model(stan::io::var_context& data, unsigned int seed,
                                   std::ostream* messages);

namespace {

using Numbers = std::vector<double>;

constexpr int kFewest = 20;

std::string json(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Infinity" : "-Infinity";
  std::ostringstream out;
  out.precision(17);
  out << x;
  return out.str();
}

std::string json(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

template <class List>
std::string json_list(const List& list) {
  std::string out = "[";
  for (const auto& item : list) out += (out.size() > 1 ? ", " : "") + json(item);
  return out + "]";
}

// Everything that is written, as it comes.
struct Rows : stan::callbacks::writer {
  std::vector<std::string> names;
  std::vector<Numbers> rows;
  std::vector<std::string> texts;

  void operator()(const std::vector<std::string>& list) override { names = list; }
  void operator()(const Numbers& row) override { rows.push_back(row); }
  void operator()() override {}
  void operator()(const std::string& text) override { texts.push_back(text); }
  void operator()(const Eigen::Ref<Eigen::Matrix<double, -1, -1>>& values) override {
    for (Eigen::Index k = 0; k < values.cols(); ++k) {
      rows.emplace_back(values.col(k).data(), values.col(k).data() + values.rows());
    }
  }
};

struct Records : stan::callbacks::structured_writer {
  double lp = 0;
  Numbers gradient;
  Numbers hessian;

  void write(const std::string&, double x) override { lp = x; }
  void write(const std::string&, const Eigen::VectorXd& x) override {
    gradient.assign(x.data(), x.data() + x.size());
  }
  void write(const std::string&, const Eigen::MatrixXd& x) override {
    hessian.assign(x.data(), x.data() + x.size());
  }
};

struct Lines : stan::callbacks::logger {
  std::vector<std::string> lines;

  void info(const std::string& text) override { lines.push_back(text); }
  void info(const std::stringstream& text) override { lines.push_back(text.str()); }
  void warn(const std::string& text) override { lines.push_back(text); }
  void warn(const std::stringstream& text) override { lines.push_back(text.str()); }
  void error(const std::string& text) override { lines.push_back(text); }
  void error(const std::stringstream& text) override { lines.push_back(text.str()); }
};

using Line = std::map<std::string, std::string>;

void print(const Line& line) {
  std::string out = "{";
  for (const auto& [name, value] : line)
    out += (out.size() > 1 ? ", " : "") + json(name) + ": " + value;
  std::cout << out << "}" << std::endl;
}

using Model = stan::model::model_base;

// Without transformed parameters and generated quantities.
std::string parameters_of(const Model& model) {
  std::vector<std::string> names;
  model.constrained_param_names(names, false, false);
  return json_list(names);
}

// Means and standard deviations of all columns.
void summarise(const Rows& out, Line& line) {
  const std::size_t columns = out.names.size();
  const double n = static_cast<double>(out.rows.size());
  Numbers mean(columns), sd(columns);
  for (const Numbers& row : out.rows) {
    for (std::size_t j = 0; j < columns; ++j) mean[j] += row[j] / n;
  }
  for (const Numbers& row : out.rows) {
    for (std::size_t j = 0; j < columns; ++j) sd[j] += std::pow(row[j] - mean[j], 2) / (n - 1);
  }
  for (double& x : sd) x = std::sqrt(x);
  line["names"] = json_list(out.names);
  line["mean"] = json_list(mean);
  line["sd"] = json_list(sd);
}

// The shape of the tail of importance weights, which Stan tells only where it is large.
double pareto_shape(const std::vector<Numbers>& rows) {
  namespace psis = stan::services::psis::internal;
  Eigen::Array<double, -1, 1> ratios(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) ratios[k] = rows[k][1] - rows[k][0];
  ratios -= ratios.maxCoeff();
  const double n = static_cast<double>(rows.size());
  const auto length = static_cast<Eigen::Index>(std::min(0.2 * n, 3 * std::sqrt(n)));
  const auto most = psis::largest_n_elements(ratios, length + 1);
  return psis::psis_smooth_tail(most.first.tail(length), most.first(0)).second;
}

struct PathRun {
  Rows out;
  Lines log;
  int code = 0;
};

PathRun one_path(Model& model, unsigned int seed) {
  PathRun run;
  stan::callbacks::interrupt interrupt;
  stan::callbacks::writer inits;
  stan::callbacks::structured_writer records;
  stan::io::empty_var_context empty;
  run.code = stan::services::pathfinder::pathfinder_lbfgs_single(
      model, empty, seed, 1, 2, 5, 0.001, 1e-12, 1e4, 1e-8, 1e7, 1e-8, 1000, 25, 1000, false, 100,
      interrupt, run.log, inits, run.out, records, true);
  return run;
}

PathRun four_paths(Model& model, unsigned int seed, bool resample) {
  PathRun run;
  stan::callbacks::interrupt interrupt;
  std::vector<stan::callbacks::writer> inits(4), singles(4);
  std::vector<stan::callbacks::structured_writer> single_records(4);
  stan::callbacks::structured_writer records;
  std::vector<std::unique_ptr<stan::io::var_context>> starts;
  for (int k = 0; k < 4; ++k) starts.push_back(std::make_unique<stan::io::empty_var_context>());
  run.code = stan::services::pathfinder::pathfinder_lbfgs_multi(
      model, starts, seed, 1, 2, 5, 0.001, 1e-12, 1e4, 1e-8, 1e7, 1e-8, 1000, 25, 1000, 1000, 4,
      false, 0, interrupt, run.log, inits, singles, single_records, run.out, records, true,
      resample);
  return run;
}

// The ELBO is told in the log only: "Path [1] :Best Iter: [7] ELBO (-12.3) evaluations: (200)".
double best_elbo(const Lines& log) {
  for (const std::string& line : log.lines) {
    const std::size_t at = line.find("ELBO (");
    if (line.find("Best Iter") != std::string::npos) return std::stod(line.substr(at + 6));
  }
  return NAN;
}

void run_path(Model& model, unsigned int seed, Line& line) {
  const PathRun run = one_path(model, seed);
  line["code"] = json(double(run.code));
  if (run.code != 0 || run.out.rows.empty()) return;
  summarise(run.out, line);
  line["elbo"] = json(best_elbo(run.log));
}

void run_paths(Model& model, unsigned int seed, Line& line) {
  const PathRun run = four_paths(model, seed, true);
  line["code"] = json(double(run.code));
  if (run.code != 0 || run.out.rows.empty()) return;
  summarise(run.out, line);
  line["pareto_k"] = json(pareto_shape(four_paths(model, seed, false).out.rows));
}

void run_advi(Model& model, bool is_full, unsigned int seed, Line& line) {
  Rows out, elbos;
  Lines log;
  stan::callbacks::interrupt interrupt;
  stan::callbacks::writer inits;
  stan::io::empty_var_context empty;
  namespace advi = stan::services::experimental::advi;
  const auto run = [&](auto&& method) {
    return method(model, empty, seed, 1, 2, 1, 100, 10000, 0.01, 1.0, true, 50, 100, 1000,
                  interrupt, log, inits, out, elbos);
  };
  const int code = is_full ? run([](auto&&... a) { return advi::fullrank(a...); })
                           : run([](auto&&... a) { return advi::meanfield(a...); });
  line["code"] = json(double(code));
  if (code != 0 || out.rows.size() < 2) {
    line["messages"] = json_list(log.lines);
    return;
  }
  out.rows.erase(out.rows.begin());  // the mean
  summarise(out, line);
  line["elbo"] = json(elbos.rows.back()[2]);
  line["iterations"] = json(elbos.rows.back()[0]);
  for (const std::string& text : out.texts) {
    if (text.rfind("eta = ", 0) == 0) line["eta"] = json(std::stod(text.substr(6)));
  }
}

std::unique_ptr<stan::io::var_context> read(const std::string& path) {
  std::ifstream file(path);
  return std::make_unique<stan::json::json_data>(file);
}

void laplace(Model& model, const std::string& start, int draws) {
  stan::callbacks::interrupt interrupt;
  stan::callbacks::writer inits;
  Rows found, out;
  Lines log;
  Records records;
  const auto init = read(start);
  const int optimized = stan::services::optimize::lbfgs<Model, true>(
      model, *init, 1, 1, 2, 5, 0.001, 1e-14, 1e-3, 1e-10, 1e-3, 1e-12, 20000, false, 0, interrupt,
      log, inits, found);
  const Numbers& last = found.rows.back();
  Numbers constrained(last.begin() + 1, last.end());
  Eigen::VectorXd declared(constrained.size()), mode;
  for (std::size_t k = 0; k < constrained.size(); ++k) declared[k] = constrained[k];
  std::stringstream messages;
  model.unconstrain_array(declared, mode, &messages);
  const int code = stan::services::laplace_sample<true>(model, mode, draws, true, 1, 0, interrupt,
                                                        log, out, records);
  print({{"optimized", json(double(optimized))},
         {"code", json(double(code))},
         {"messages", json_list(log.lines)},
         {"mode", json_list(constrained)},
         {"lp", json(records.lp)},
         {"gradient", json_list(records.gradient)},
         {"hessian", json_list(records.hessian)},
         {"parameters", parameters_of(model)},
         {"names", json_list(out.names)}});
  for (const Numbers& row : out.rows) std::cout << json_list(row) << "\n";
}

}  // namespace

int main(int, char** words) {
  const std::string method = words[1];
  const auto data = read(words[2]);
  Model& model = new_model(*data, 1, &std::cerr);
  if (method == "laplace") {
    laplace(model, words[3], std::stoi(words[4]));
    return 0;
  }
  const int first = std::stoi(words[3]);
  const auto begin = std::chrono::steady_clock::now();
  for (int seed = first; seed < first + std::stoi(words[4]); ++seed) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (seed >= first + kFewest && taken.count() > std::stod(words[5])) break;
    Line line{{"seed", json(double(seed))}};
    if (method == "pathfinder") run_path(model, seed, line);
    if (method == "multipath") run_paths(model, seed, line);
    if (method == "meanfield" || method == "fullrank")
      run_advi(model, method == "fullrank", seed, line);
    print(line);
  }
}
