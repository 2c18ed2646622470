// These tests check that graph and interpreter say the same about generated quantities, and that
// whatever symbols cannot do is left to the interpreter.
#include "engine/rows/quantities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <variant>

#include "engine/load.h"
#include "engine/prepare.h"
#include "engine/run.h"
#include "quantities_support.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

TEST(Quantities, FunctionsOfTheDrawAreTraced) {
  const QuantityCase cases[] = {
      {"real q = log(s);", {"q"}},
      {"real q = log(a); real r = sqrt(-s);", {"q", "r"}},  // NaN as ever
      {"vector[N] q; for (n in 1:N) q[n] = normal_lpdf(y[n] | a + b[1] * x[n], s);", {"q"}},
      {"vector[N] q; for (n in 1:N) q[n] = bernoulli_logit_lpmf(z[n] | a + b[1] * x[n]);", {"q"}},
      {"vector[N] q; for (n in 1:N) q[n] = binomial_lpmf(k[n] | 4, inv_logit(a * x[n]));", {"q"}},
      {"vector[N] q; for (n in 1:N) q[n] = poisson_log_lpmf(k[n] | a + X[n] * b);", {"q"}},
      {"real q = normal_lpdf(y | a + X * b, s); real r = normal_id_glm_lpdf(y | X, a, b, s);",
       {"q", "r"}},
      {"vector[2] q; for (j in 1:2) q[j] = multi_normal_lpdf(v[j] | b, add_diag(crossprod(m), 1));",
       {"q"}},
      {"vector[2] q; for (j in 1:2) q[j] = categorical_lpmf(j | p);", {"q"}},
      {"array[2] real q; for (j in 1:2) q[j] = normal_lpdf(v[j] | a, s) + normal_lpdf(y | a, s);",
       {"q"}},
      {"real q = shifted_lpdf(a | t); real r = squash(a, b);", {"q", "r"}},
      {"matrix[2, 3] q; for (i in 1:2) for (j in 1:3) q[i, j] = i * a + j * b[i];", {"q"}},
      {"array[2] matrix[2, 2] q; for (i in 1:2) q[i] = i * m * diag_matrix(v[i]);", {"q"}},
      {"matrix[2, 2] q = multiply_lower_tri_self_transpose(m); real r = mean(q) + sd(b);",
       {"q", "r"}},
      {"vector[3] q; q[2] = a; real r = q[1];", {"q", "r"}},  // what is not set is NaN
      {"int q = a > 0; array[2] int r = {3, a < s};", {"q", "r"}},
      {"real q = 0; for (n in 1:N) { if (k[n] == 3) continue; if (n > 4) break; q += a * x[n]; }",
       {"q"}},
      {"real q = 0; { vector[N] local = X * b; q = dot_self(local - y); }", {"q"}},
      {"real q = 0; int n = 1; while (n < 4) { q += a * n; n += 1; }", {"q", "n"}},
      {"real<lower=10> q = a; real r = 3;", {"q", "r"}},  // the guard knows the bound
      {"vector[0] q; real r = log_sum_exp(b);", {"q", "r"}},
      {"real q = log_mix(p[1], normal_lpdf(a | 0, 1), normal_lpdf(a | 1, s));", {"q"}},
      {"real q = 0; for (n in 1:N) q += normal_lpdf(y[n] | a, s); real r = exp(q);", {"q", "r"}},
      {"real q = a > 0 ? 1 : 2;", {"q"}},
      {"real q; if (a > 0) q = 1; else q = 2;", {"q"}},
      {"real q = b[1 + (a > 0)];", {"q"}},
      {"real q = positive(a);", {"q"}},  // which rejects
      {"real q = 1; if (a > 0) q = normal_lpdf(a | log(a), a); else q = sqrt(-a);", {"q"}},
      {"real u = positive(s); real q = 2 * u; real w = inv_logit(a);", {"u", "q", "w"}},
      {"real u = positive(s); real w = normal_rng(a, s);", {"u", "w"}},
      {"real w = normal_rng(a, s); real u = positive(square(w)); real q = a;", {"w", "u", "q"}},
      {"real r; real q = 2 * a; if (normal_rng(0, 1) > 0) r = 1; else r = q;", {"r", "q"}},
  };
  for (const QuantityCase& c : cases) expect_split_and_same(c);
}

TEST(Quantities, TheRestIsLeftToTheInterpreter) {
  const QuantityCase cases[] = {
      {"vector[2] q = dirichlet_rng([s, 1]');", {}},
      {"real q = normal_rng(normal_rng(a, s), s);", {}},  // numbers drawn from numbers
      {"vector[2] q = sort_asc(b);", {}},
      {"int q = (a > 0) / 1; int r = (a > 0) % 2;", {}},
      {"real q = a; reject(\"no\");", {}},
      {"real q = a; if (a > 0) reject(\"no\");", {}},
      {"real q = a; print(a);", {}},
      {"matrix[2, 2] q = cholesky_decompose(m);", {}},
      {"real q = normal_lcdf(a | 0, s);", {}},
      {"real q = 1; while (q < s) q *= 2;", {}},
      {"real q = 0; for (i in 1:(a > 0 ? 2 : 3)) q += 1;", {}},
      {"real q = 0; for (i in 1:9) { q += 1; if (q > s) break; }", {}},
      {"real q = tgamma(s);", {}},
      {"real q = skew_double_exponential_lpdf(a | 0, s, 0.5);", {}},
  };
  for (const QuantityCase& c : cases) expect_split_and_same(c);
}

// Drawn in the order of the program, from arguments that the graph computes.
TEST(Quantities, RandomNumbersOfSinglesAreThoseOfTheInterpreter) {
  const QuantityCase cases[] = {
      {"real q = normal_rng(a, s);", {"q"}},
      {"vector[N] q; array[N] real r; for (n in 1:N) { real mu = a + b[1] * x[n];"
       " q[n] = normal_lpdf(y[n] | mu, s); r[n] = normal_rng(mu, s); }",
       {"q", "r"}},
      {"array[N] int q; array[N] real r; for (n in 1:N) { q[n] = poisson_log_rng(a * x[n]);"
       " r[n] = gamma_rng(s, n); if (n % 2 == 0) q[n] = bernoulli_logit_rng(a); }",
       {"q", "r"}},
      {"array[N] real q = normal_rng(X * b, s); array[N] int r = binomial_rng(k, inv_logit(a));",
       {"q", "r"}},
      {"real r = normal_rng(a, s); real q = exp(a); real u = r + q;", {"r", "q", "u"}},
      {"real q = a; real r = noise_rng(s); q += 1;", {"q", "r"}},
      {"array[2] real r; vector[2] q = b; for (i in 1:2) { q[i] = q[i] + i; r[i] = q[i] +"
       " normal_rng(0, 1); q[i] = 2 * q[i]; }",
       {"r", "q"}},
      {"array[N] int r = poisson_rng(rep_vector(s, N)); int q = sum(r) > 3; real u = mean(r) / 2;",
       {"r", "q", "u"}},
      {"real q = uniform_rng(0, 1); real r = normal_lpdf(q | a, s);", {"q", "r"}},
      {"real q = student_t_rng(4, a, s) + normal_rng(0, 1) * exponential_rng(s);", {"q"}},
      {"array[0] real q; real r = normal_rng(0, 1);", {"q", "r"}},
      {"int q = categorical_rng(p);", {"q"}},
      {"array[N] int q; array[N] int r; for (n in 1:N) { q[n] = categorical_logit_rng(b * x[n]);"
       " r[n] = ordered_logistic_rng(a * n, [-1, s]'); }",
       {"q", "r"}},
      {"array[0] real q = normal_rng(rep_vector(a, 0), s); real r = a;", {"q", "r"}},
  };
  for (const QuantityCase& c : cases) expect_split_and_same(c);
}

TEST(Quantities, OneBlockIsSplit) {
  const QuantityCase cases[] = {
      {"vector[N] q; array[N] int r; for (n in 1:N) { real mu = a + b[1] * x[n];"
       " q[n] = normal_lpdf(y[n] | mu, s); r[n] = categorical_rng(dirichlet_rng([1, n]')); }",
       {"q"},
       false},
      {"real r = normal_rng(normal_rng(a, s), s); real q = exp(a); real u = r + q;", {"q"}, false},
      {"vector[2] w = sort_desc(b); real q = w[1] - w[2]; real u = sum(b);", {"u"}, false},
      {"real q = 0; for (i in 1:5) { real e = normal_rng(0, 1); if (e > 0) break; q += 1; }"
       " real u = sum(b);",
       {"u"},
       false},
      {"array[2] int r; vector[2] q = b; for (i in 1:2) { q[i] = q[i] + i; r[i] ="
       " categorical_rng(dirichlet_rng(exp(q))); q[i] = 2 * q[i]; }",
       {"q"},
       false},
      {"real r = 0; real q = 2 * a; if (a > 0) r = normal_rng(0, 1);", {"q"}, false},
  };
  for (const QuantityCase& c : cases) expect_split_and_same(c);
}

// Errors depend on the draw: they come from the interpreter with their place, and what comes after
// them is NaN.
TEST(Quantities, ErrorsAreThoseOfTheInterpreter) {
  const std::string blocks[] = {
      "real q = a; real r = normal_lpdf(a | 0, s); real u = b[1];",
      "real q = poisson_lpmf(3 | s); real u = a;",
      "vector[N] q; for (n in 1:N) q[n] = normal_lpdf(y[n] | a, s - n); real u = a;",
      "{ real unused = exponential_lpdf(1.0 | s); } real u = a;",
      "real q = uniform_lpdf(0.5 | s, t); real u = a;",
      "real q = gamma_lpdf(s | 2, 3); real u = a;",  // no error, but -inf
      "real q = multi_normal_lpdf(b | b, m); real u = a;",
      "real r = normal_rng(0, s); real u = exp(a);",
      "real u = exp(a); real r = poisson_rng(s); real q = log(s);",
      "real r = normal_rng(0, 1); real q = uniform_rng(s, t); real u = normal_lpdf(r | a, s);",
      "real u = exp(a); int r = categorical_rng([s, 1 - s]'); real q = log(s);",
  };
  for (const std::string& block : blocks) {
    const Quantities quantities = prepare_quantities(program_of(block));
    ASSERT_TRUE(quantities.graph.has_value()) << block;
    QuantityMaker maker(quantities);
    std::vector<double> drawn = draw_number(0);
    for (const double s : {1.5, -1.0, 2.5, std::nan(""), 0.0, 3.0}) {
      drawn[1] = s;
      drawn[14] = drawn[0] + s;
      expect_same(quantities, maker, drawn, block + " at " + std::to_string(s));
    }
  }
}

TEST(Quantities, AnErrorLeavesNaNAfterIt) {
  const Quantities quantities =
      prepare_quantities(program_of("real q = a; real r = normal_lpdf(a | 0, s); real u = a;"));
  QuantityMaker maker(quantities);
  std::vector<double> drawn = draw_number(0);
  drawn[1] = -1.0;
  std::vector<double> out(3);
  const Status status = maker.make(drawn, {.seed = 1}, out);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "normal_lpdf: sigma must be positive, but it is -1");
  EXPECT_EQ(out[0], drawn[0]);
  EXPECT_TRUE(std::isnan(out[1]) && std::isnan(out[2]));
}

TEST(Quantities, TheGuardHoldsWhereDensitiesAreDefined) {
  const Quantities quantities = prepare_quantities(
      program_of("vector[N] q; for (n in 1:N) q[n] = normal_lpdf(y[n] | a, s);"));
  ASSERT_TRUE(quantities.graph->quantities.has_guard);
  evaluate::Evaluator evaluator(*quantities.evaluation);
  std::vector<double> drawn = draw_number(0);
  const auto guard = [&](double s) {
    drawn[1] = s;
    std::vector<std::span<const double>> inputs;
    std::span<const double> rest = drawn;
    for (const trace::GeneratedVariable& variable : quantities.program.drawn) {
      inputs.push_back(rest.first(trace::size_of(variable.dims)));
      rest = rest.subspan(inputs.back().size());
    }
    evaluator.run(inputs);
    return evaluator.output(1)[0];
  };
  EXPECT_EQ(guard(2.0), 1.0);
  EXPECT_EQ(guard(-2.0), 0.0);
  EXPECT_EQ(guard(std::nan("")), 0.0);
}

TEST(Quantities, LoopsAreRolled) {
  const auto size_with = [](const std::string& rows) {
    const Quantities quantities = prepare_quantities(
        program_of("vector[" + rows + "] q; for (n in 1:" + rows +
                   ") q[n] = normal_lpdf(n | a + b[1] * n, s) + student_t_lpdf(a | 3, n, s);"));
    return quantities.evaluation->graph().size();
  };
  EXPECT_EQ(size_with("20"), size_with("2000"));
}

// ---- whole programs ----

struct File {
  std::string program;
  std::string data;
  std::size_t traced;  // how many quantities
};

void expect_rows_as_interpreted(const File& file) {
  const fs::path root = fs::path(AUTUMN_TEST_DATA).parent_path().parent_path().parent_path();
  const auto program = load_program((root / file.program).string(), {});
  ASSERT_TRUE(std::holds_alternative<LoadedProgram>(program)) << file.program;
  const std::string data = file.data.empty() ? "" : (root / file.data).string();
  const auto traced = load_model(std::get<LoadedProgram>(program), data);
  ASSERT_TRUE(std::holds_alternative<trace::Traced>(traced)) << file.program;
  const auto prepared = prepare(std::get<trace::Traced>(traced), {});
  ASSERT_TRUE(prepared.is_ok()) << file.program;
  const Quantities& quantities = prepared.value().generated;
  EXPECT_EQ(traced_names(quantities).size(), file.traced) << file.program;
  RunOptions options;
  options.settings.warmup = 50;
  options.settings.draws = 4;
  options.chains = 1;
  options.threads = 1;
  options.seed = 3;
  const auto made = run(prepared.value(), options);
  ASSERT_TRUE(made.is_ok()) << file.program;
  const DrawTable& draws = made.value().chains[0].draws;
  std::vector<double> expected(trace::generated_size(quantities.program));
  for (std::size_t i = 0; i < draws.rows(); ++i) {
    const auto numbers = draws.row(i).subspan(sampler_columns(options).size());
    const std::size_t drawn = numbers.size() - expected.size();
    const Random random(
        {.seed = 3, .chain = 1, .purpose = Purpose::kGeneratedQuantities, .iteration = 50 + i});
    ASSERT_TRUE(
        trace::generate(quantities.program, numbers.first(drawn), random, expected).is_ok());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      expect_close(numbers[drawn + k], expected[k], file.program + " " + std::to_string(k));
    }
  }
}

TEST(Quantities, RowsOfProgramsAreAsInterpreted) {
  const std::string paper = "models/paper/";
  const std::string programs = "tests/collapse/data/programs/";
  const File files[] = {
      {paper + "eight_schools_by_hand.stan", paper + "data/eight_schools.json", 1},
      {paper + "binary_trials.stan", paper + "data/rat_tumors.json", 1},
      {paper + "binary_trials_by_hand.stan", paper + "data/rat_tumors.json", 2},
      {paper + "fibrosis_by_hand.stan", paper + "data/fibrosis_simulated.json", 0},
      {paper + "electric_company_by_hand.stan", paper + "data/electric_company.json", 1},
      {"models/posteriors/kilpisjarvi/kilpisjarvi.stan", "models/posteriors/kilpisjarvi/data.json",
       1},
      {programs + "generated_quantities.stan", "", 2},
      {programs + "brms_linear.stan", "", 1},
      {programs + "prior_only.stan", "", 1},
  };
  for (const File& file : files) expect_rows_as_interpreted(file);
}

// A million rows, of which each has its condition: more than one gigabyte while they are rolled.
TEST(SlowQuantities, SumsOverAMillionRowsAreTraced) {
  expect_split_and_same(
      {"real q = 0; for (i in 1:1000000) { real u = a + b[1] * sin(0.01 * i);"
       " if (u > 0) u = log1p(u); q += normal_lpdf(u | a, s); }",
       {"q"}});
}

// What does not hang on them stays in the graph.
TEST(SlowQuantities, OfVeryManyChoicesInARowAreInterpreted) {
  const auto traced_with = [](const std::string& rows) {
    return traced_names(prepare_quantities(program_of(
        "int c = 0; for (i in 1:" + rows + ") { if (a + i > 7) c += 1; } real q = a + 1;")));
  };
  EXPECT_EQ(traced_with("1000"), (Names{"c", "q"}));
  EXPECT_EQ(traced_with("300000"), (Names{"q"}));
}

}  // namespace
}  // namespace autumn::engine
