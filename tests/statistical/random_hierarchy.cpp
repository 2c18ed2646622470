// This file makes random hierarchies: every choice is one random number, and statements are put
// down as they are decided.
#include "statistical/random_hierarchy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "base/random.h"

namespace autumn::statistical {
namespace {

enum class Observed { kNormal, kPoisson, kBinomial, kRates, kShares };

// In turn; with normal data most can be collapsed, so these come more often.
constexpr std::array kTurns{Observed::kNormal,   Observed::kRates,  Observed::kNormal,
                            Observed::kBinomial, Observed::kNormal, Observed::kShares,
                            Observed::kPoisson};

class Writer {
 public:
  explicit Writer(std::uint64_t number)
      : random_({.seed = number, .purpose = Purpose::kTest}),
        observed_(kTurns[number % kTurns.size()]) {}

  [[nodiscard]] Hierarchy write() && {
    add_index("g", kGroups);
    add_index("h", kGroups);
    const bool is_conjugate = observed_ == Observed::kRates || observed_ == Observed::kShares;
    if (is_conjugate) {
      add_conjugate();
    } else {
      add_linear();
    }
    if (choice(3) == 0) add_prediction(is_conjugate);
    return {fmt::format("data {{\n  int N;\n{}}}\nparameters {{\n{}}}\nmodel {{\n{}}}\n",
                        data_block_, parameters_, model_),
            fmt::format("{{\"N\": {}, {}}}", kRows, fmt::join(data_, ", "))};
  }

 private:
  static constexpr std::uint64_t kRows = 9;
  static constexpr std::uint64_t kGroups = 3;

  [[nodiscard]] std::uint64_t choice(std::uint64_t count) { return random_.below(count); }

  // A number of a prior: 1, 1.25, ..., 3.
  [[nodiscard]] double some() { return 1.0 + 0.25 * static_cast<double>(choice(9)); }

  // Row i is in group 1 + i % groups or i / groups: crossed.
  void add_index(const std::string& name, std::uint64_t groups) {
    data_block_ += fmt::format("  array[N] int {};\n", name);
    std::vector<std::uint64_t> index;
    for (std::uint64_t i = 0; i < kRows; ++i) {
      index.push_back(1 + (name == "g" ? i % groups : i / groups));
    }
    data_.push_back(fmt::format("\"{}\": [{}]", name, fmt::join(index, ", ")));
  }

  void add_number(const std::string& name, std::string_view prior) {
    parameters_ += fmt::format("  real {};\n", name);
    model_ += fmt::format("  {} ~ {};\n", name, prior);
  }

  void add_positive(const std::string& name, std::string_view prior) {
    parameters_ += fmt::format("  real<lower=0> {};\n", name);
    model_ += fmt::format("  {} ~ {};\n", name, prior);
  }

  // A standard deviation, as an expression. Without normal data scales must stay away from zero:
  // what is tested is collapse, and no sampler likes the funnel that is left.
  [[nodiscard]] std::string add_scale(const std::string& name) {
    switch (observed_ == Observed::kNormal ? choice(6) : 0) {
      case 1: add_positive(name, "normal(0, 1)"); return name;
      case 2: add_positive(name, "exponential(1.5)"); return name;
      case 3: add_positive(name, "cauchy(0, 0.5)"); return name;
      case 4: add_positive(name, "inv_gamma(4, 2)"); return fmt::format("sqrt({})", name);
      case 5: add_positive(name, "gamma(4, 2)"); return fmt::format("1 / sqrt({})", name);
      default: add_positive(name, "lognormal(-0.5, 0.4)"); return name;
    }
  }

  // Effects of the groups of an index, as a term of the mean of each row.
  [[nodiscard]] std::string add_effects(const std::string& name, const std::string& index,
                                        const std::string& centre) {
    const std::string scale = add_scale("s_" + name);
    parameters_ += fmt::format("  vector[{}] {};\n", kGroups, name);
    if (choice(2) == 0) {
      model_ += fmt::format("  {} ~ std_normal();\n", name);
      return fmt::format("({} + {} * {}[{}])", centre, scale, name, index);
    }
    model_ += fmt::format("  {} ~ normal({}, {});\n", name, centre, scale);
    return fmt::format("{}[{}]", name, index);
  }

  // Groups of groups: the effects of `name` lie around those of a level above.
  [[nodiscard]] std::string add_nest(const std::string& centre) {
    parameters_ += fmt::format("  vector[2] top;\n  vector[{}] low;\n", kGroups);
    const std::string above = add_scale("s_top");
    const std::string below = add_scale("s_low");
    model_ += fmt::format("  top ~ normal({}, {});\n", centre, above);
    model_ += fmt::format("  low ~ normal(top[{{1, 1, 2}}], {});\n", below);
    return "low[g]";
  }

  void add_linear() {
    add_number("mu", fmt::format("normal(0.5, {})", 0.5 * some()));
    std::string mean = choice(3) == 0 ? add_nest("mu") : add_effects("a", "g", "mu");
    if (choice(2) == 0) mean += " + " + add_effects("b", "h", "0");
    if (choice(2) == 0) {
      add_number("slope", fmt::format("normal(0, {})", 0.25 * some()));
      data_block_ += "  vector[N] x;\n";
      data_.push_back("\"x\": [-1, -0.5, 0, 0.5, 1, 1.5, -1.5, 0.2, -0.2]");
      mean += " + slope * x";
    }
    observe(mean);
  }

  void observe(const std::string& mean) {
    switch (observed_) {
      case Observed::kPoisson:
        data_block_ += "  array[N] int y;\n";
        model_ += fmt::format("  y ~ poisson_log({});\n", mean);
        return;
      case Observed::kBinomial:
        data_block_ += "  array[N] int y;\n";
        model_ += fmt::format("  y ~ binomial_logit(7, {});\n", mean);
        return;
      default: break;
    }
    data_block_ += "  vector[N] y;\n";
    const std::string sigma = choice(2) == 0 ? std::string("0.5") : add_scale("sigma");
    model_ += fmt::format("  y ~ normal({}, {});\n", mean, sigma);
  }

  void add_conjugate() {
    data_block_ += "  array[N] int y;\n";
    add_positive("c", fmt::format("lognormal(0.7, {})", 0.2 * some()));
    if (observed_ == Observed::kRates) {
      add_positive("d", fmt::format("lognormal(0, {})", 0.2 * some()));
      parameters_ += fmt::format("  vector<lower=0>[{}] rate;\n", kGroups);
      model_ += choice(2) == 0 ? "  rate ~ gamma(c, d);\n" : "  rate ~ inv_gamma(c + 1, d);\n";
      model_ += choice(2) == 0 ? "  for (n in 1:N) y[n] ~ poisson(rate[g[n]] * h[n]);\n"
                               : "  y ~ poisson(rate[g]);\n";
      return;
    }
    parameters_ += fmt::format("  vector<lower=0, upper=1>[{}] share;\n", kGroups);
    add_positive("d", fmt::format("gamma({}, 2)", 1.0 + some()));
    model_ += "  share ~ beta(c, d);\n";
    model_ += choice(2) == 0 ? "  y ~ binomial(6, share[g]);\n" : "  y ~ bernoulli(share[g]);\n";
  }

  // What nobody observes.
  void add_prediction(bool is_conjugate) {
    if (is_conjugate) {
      add_positive("ahead", fmt::format("gamma({}, c)", some()));
    } else {
      add_number("ahead", fmt::format("student_t(5, mu, {})", some()));
    }
  }

  Random random_;
  Observed observed_;
  std::string data_block_;
  std::string parameters_;
  std::string model_;
  std::vector<std::string> data_;
};

}  // namespace

Hierarchy random_hierarchy(std::uint64_t number) {
  return Writer(number).write();
}

}  // namespace autumn::statistical
