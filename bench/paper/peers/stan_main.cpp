// This program runs Stan's NUTS on one compiled program, as CmdStan runs it, with the draws kept
// in memory and written when the clock has stopped.
//
//   PROGRAM DATA.json SEED WARMUP DRAWS LIMIT DRAWS.csv TIMES.json
//
// Stan is stopped after LIMIT seconds of processor time, if it has made some draws by then: CmdStan
// has no such limit, and httpstan sends every draw through a socket.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stan/callbacks/stream_logger.hpp>
#include <stan/callbacks/structured_writer.hpp>
#include <stan/io/empty_var_context.hpp>
#include <stan/io/json/json_data.hpp>
#include <stan/model/model_base.hpp>
#include <stan/services/sample/hmc_nuts_diag_e_adapt.hpp>
#include <stdexcept>
#include <string>
#include <vector>

// Every program that stanc translates defines it.
stan::model::model_base& new_model(stan::io::var_context& data, unsigned seed, std::ostream* out);

namespace {

constexpr std::size_t kLeastDraws = 100;

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Draws final : stan::callbacks::writer {
  void operator()(const std::vector<std::string>& header) override { names = header; }
  void operator()(const std::vector<double>& draw) override {
    values.insert(values.end(), draw.begin(), draw.end());
    ++count;
  }
  using stan::callbacks::writer::operator();

  std::vector<std::string> names;
  std::vector<double> values;
  std::size_t count = 0;
};

struct OutOfTime : std::runtime_error {
  OutOfTime() : std::runtime_error("the time is up") {}
};

struct Limit final : stan::callbacks::interrupt {
  Limit(const Draws& made, double until) : draws(made), end(until) {}
  void operator()() override {
    if (draws.count >= kLeastDraws && processor_seconds() > end) throw OutOfTime();
  }

  const Draws& draws;
  double end;
};

void write_csv(const Draws& draws, const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) throw std::runtime_error(std::string("cannot write ") + path);
  const std::size_t width = draws.names.size();
  for (std::size_t k = 0; k < width; ++k)
    std::fprintf(file, "%s%s", k == 0 ? "" : ",", draws.names[k].c_str());
  for (std::size_t i = 0; i < draws.count; ++i) {
    for (std::size_t k = 0; k < width; ++k)
      std::fprintf(file, "%s%.9g", k == 0 ? "\n" : ",", draws.values[i * width + k]);
  }
  std::fputs("\n", file);
  std::fclose(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 8) {
    std::fprintf(stderr, "usage: %s DATA.json SEED WARMUP DRAWS LIMIT DRAWS.csv TIMES.json\n",
                 argv[0]);
    return 1;
  }
  const auto seed = static_cast<unsigned>(std::atoi(argv[2]));
  const int warmup = std::atoi(argv[3]);
  const int number = std::atoi(argv[4]);
  std::ifstream file(argv[1]);
  stan::json::json_data data(file);
  stan::model::model_base& model = new_model(data, seed, &std::cout);
  const double prepared = processor_seconds();

  Draws draws;
  Limit limit(draws, prepared + std::atof(argv[5]));
  stan::callbacks::stream_logger logger(std::cout, std::cout, std::cout, std::cerr, std::cerr);
  stan::callbacks::writer nowhere;
  stan::callbacks::structured_writer no_metric;
  stan::io::empty_var_context random_start;
  // The defaults of CmdStan: radius 2, no thinning, step size 1, depth 10, delta 0.8, windows of
  // 75, 25, 50.
  const int code = stan::services::sample::hmc_nuts_diag_e_adapt(
      model, random_start, seed, 1, 2.0, warmup, number, 1, false, 0, 1.0, 0.0, 10, 0.8, 0.05, 0.75,
      10.0, 75, 50, 25, limit, logger, nowhere, draws, nowhere);
  const double sampled = processor_seconds() - prepared;
  const bool is_stopped =
      draws.count < static_cast<std::size_t>(number) && draws.count >= kLeastDraws;
  if (code != stan::services::error_codes::OK && !is_stopped) return 1;
  write_csv(draws, argv[6]);
  std::ofstream(argv[7]) << "{\"preparation\": " << prepared << ", \"sampling\": " << sampled
                         << ", \"draws\": " << draws.count << "}\n";
  return 0;
}
