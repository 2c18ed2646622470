// This program is a user's: it samples into a directory, for the tests of files: write_csv
// DIRECTORY [forever].
#include <autumn/autumn.hpp>
#include <iostream>

int main(int argc, char** argv) {
  using namespace autumn;
  Model m;
  auto mu = m.parameter("mu", normal(0, 1));
  m.observe("y", normal(mu, 1), {1.0, 2.0, 3.0});
  try {
    const Fit fit = sample(m, {.chains = 2,
                               .warmup = 100,
                               .draws = argc > 2 ? 200'000 : 100,
                               .thin = argc > 2 ? 1000 : 1,
                               .seed = 1,
                               .output = argv[1]});
    std::cout << fit.summary();
  } catch (const ModelError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
