// This program is the fuzzer of initial values: any JSON is taken for a point of a program with
// parameters of every kind without a crash, and a point that is taken is one. Built by tools/fuzz
// with clang's libFuzzer.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/load.h"
#include "engine/point.h"
#include "engine/prepare.h"
#include "trace/data/data.h"

namespace {

using namespace autumn;

constexpr const char* kProgram = R"(
parameters {
  real a;
  real<lower=0> b;
  real<upper=3> c;
  real<lower=a, upper=a + 1> d;
  real<offset=2, multiplier=b> e;
  vector<lower=0, upper=1>[3] f;
  row_vector[0] g;
  simplex[4] h;
  ordered[3] i;
  positive_ordered[2] j;
  unit_vector[3] k;
  sum_to_zero_vector[3] l;
  corr_matrix[3] m;
  cov_matrix[2] n;
  cholesky_factor_corr[3] o;
  cholesky_factor_cov[3, 2] p;
  matrix[2, 3] q;
  array[2, 2] simplex[2] r;
  complex s;
  complex_vector[2] t;
  tuple(real, vector[2]) u;
  array[2] real<lower={0, -1}> v;
  column_stochastic_matrix[2, 3] w;
}
model {
  a ~ normal(0, 1);
  e ~ normal(a, b);
}
)";

engine::Prepared prepare(bool is_off) {
  const auto program = engine::load_program(stan::SourceFile{"fuzz.stan", kProgram}, {});
  if (!std::holds_alternative<engine::LoadedProgram>(program)) std::abort();
  auto traced = engine::load_model(std::get<engine::LoadedProgram>(program), trace::Data(), {});
  if (!std::holds_alternative<trace::Traced>(traced)) std::abort();
  collapse::PlanOptions plan;
  plan.is_off = is_off;
  return engine::prepare(std::get<trace::Traced>(traced), plan).value();
}

void check(const engine::Prepared& prepared, const trace::Data& data) {
  const auto point = engine::point_of(prepared, data, "fuzz.json");
  if (!point) return (void)to_text(point.error());
  if (point.value().unconstrained.size() != prepared.dimension) std::abort();
  (void)engine::unused_initial_values(prepared, point.value().given);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const engine::Prepared whole = prepare(true), collapsed = prepare(false);
  const auto data =
      trace::parse_json({reinterpret_cast<const char*>(bytes), size}, "fuzz.json");  // NOLINT
  if (!data) return (void)to_text(data.error()), 0;
  check(whole, data.value());
  check(collapsed, data.value());
  return 0;
}
