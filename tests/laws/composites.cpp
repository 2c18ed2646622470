// This generator of the hunt makes programs with tuples and complex numbers: parameters that are
// such, functions that give them back, and every function of the language that takes or gives them.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

constexpr const char* kCompositeFunctions =
    R"(  tuple(real, vector) both(real x, vector y) { return (x + 1, x * y); }
  tuple(real, real) turned(tuple(real, real) x) { return (x.2, -x.1); }
  complex half(complex x) { complex h = 0.5 * x; return h; }
  real swapped(real x, real y) {
    real p = x;
    real q = y;
    (p, q) = (q, p);
    return 2 * p - q;
  })";

std::string complex_number(Sketch& sketch, std::size_t depth);

std::string complex_vector(Sketch& sketch, std::size_t depth) {
  const std::string plain = sketch.pick({"to_complex(u, v)", "to_complex(u, 0)", "Z", "Z"});
  if (depth == 0) return plain;
  const std::string inner = complex_vector(sketch, depth - 1);
  switch (sketch.below(7)) {
    case 0: return fmt::format("fft({})", inner);
    case 1: return fmt::format("inv_fft({})", inner);
    case 2: return fmt::format("conj({})", inner);
    case 3: return fmt::format("({} * ({}))", complex_number(sketch, 0), inner);
    case 4: return fmt::format("({} + to_complex(v, 1))", inner);
    case 5: return fmt::format("(to_complex(A, A') * ({}))", inner);
    default: return plain;
  }
}

std::string complex_number(Sketch& sketch, std::size_t depth) {
  const std::string plain =
      sketch.pick({"z", "z", "to_complex(a, b)", "polar(s, b)", "to_complex(a, 0)"});
  if (depth == 0) return plain;
  const std::string inner = complex_number(sketch, depth - 1);
  switch (sketch.below(16)) {
    case 0: return fmt::format("({} * {})", inner, complex_number(sketch, depth - 1));
    case 1: return fmt::format("({} + {})", inner, complex_number(sketch, depth - 1));
    case 2: return fmt::format("({} / to_complex(2 + s, b))", inner);
    case 3: return fmt::format("conj({})", inner);
    case 4: return fmt::format("proj({})", inner);
    case 5: return fmt::format("exp({})", inner);
    case 6: return fmt::format("log({} + to_complex(6, 0))", inner);
    case 7: return fmt::format("sqrt({} + to_complex(6, 0))", inner);
    case 8: return fmt::format("sin({})", inner);
    case 9: return fmt::format("tanh({} + to_complex(1, 0))", inner);
    case 10: return fmt::format("({} - 2i)", inner);
    case 11: return fmt::format("pow({} + to_complex(5, 0), 2)", inner);
    case 12: return fmt::format("half({})", inner);
    case 13: return fmt::format("sum({})", complex_vector(sketch, depth - 1));
    case 14: return fmt::format("{}[1]", sketch.pick({"Z", "fft(Z)", "inv_fft(to_complex(u, v))"}));
    default: return plain;
  }
}

// Real numbers that do not depend on the phases that decompositions leave open.
constexpr const char* kDecomposed[] = {"sum(get_real(eigenvalues(A)))",
                                       "get_real(prod(eigenvalues(A)))",
                                       "get_real(sum(eigendecompose(A).2))",
                                       "sum(abs(eigenvectors(A + 4 * X)[1:, 1]))",
                                       "get_real(trace(complex_schur_decompose_t(A)))",
                                       "get_real(trace(complex_schur_decompose(A).2))",
                                       "sum(abs(diagonal(complex_schur_decompose_u(A + 4 * X))))",
                                       "sum(svd(A).2)",
                                       "sum(square(svd(A + X).1))",
                                       "sum(abs(qr(A + X).2))",
                                       "sum(abs(diagonal(qr_thin(A + X).2)))",
                                       "max(eigendecompose_sym(A * A').2)",
                                       "sum(square(eigendecompose_sym(A + A').1))",
                                       "sum(csr_extract(A).1)",
                                       "sum(get_real(fft2(to_complex(A, X))))",
                                       "abs(inv_fft2(to_complex(X, A))[1, 2])"};

std::string number(Sketch& sketch) {
  const std::string z = complex_number(sketch, sketch.between(0, 2));
  switch (sketch.below(14)) {
    case 0: return fmt::format("get_real({})", z);
    case 1: return fmt::format("get_imag({})", z);
    case 2: return fmt::format("abs({})", z);
    case 3: return fmt::format("norm({})", z);
    case 4: return fmt::format("arg({} + to_complex(7, 1))", z);
    case 5: return fmt::format("sum(get_real({}))", complex_vector(sketch, 1));
    case 6: return fmt::format("sum(get_imag({}))", complex_vector(sketch, 2));
    case 7: return fmt::format("both({}, u).1", sketch.pick({"a", "b", "t.1", "get_real(z)"}));
    case 8: return "t.2[1] - t.2[K]";
    case 9: return "turned((t.1, a)).2 + turned((a, b)).1";
    case 10: return "swapped(a, t.1)";
    case 11: return "q[1].1 + q[2].2[1]";
    case 12: return kDecomposed[sketch.below(std::size(kDecomposed))];
    default: return "t.1";
  }
}

// Tuples that are declared and unpacked on the way.
void add_local_tuples(Sketch& sketch) {
  sketch.model("array[2] tuple(real, vector[K]) q = {both(a, u), (b, v)};");
  if (sketch.chance(0.4)) sketch.model("q[2].1 += t.1;");
  if (sketch.chance(0.4)) sketch.model("(q[1].1, q[1].2[1]) = (q[1].2[1], q[1].1);");
}

void add_composite_likelihood(Sketch& sketch) {
  const std::string mean = number(sketch);
  switch (sketch.below(5)) {
    case 0: return sketch.model(fmt::format("y ~ normal({}, s);", mean));
    case 1: return sketch.model("y ~ normal(t.1 + x * t.2[1], s);");
    case 2:
      return sketch.model(fmt::format("for (i in 1:N) y[i] ~ normal(t.2[g[i]] + {}, s);", mean));
    case 3: return sketch.model(fmt::format("for (tt in q) y ~ normal(tt.1 + {} * x, s);", mean));
    default:
      return sketch.model(
          fmt::format("target += normal_lpdf(y | {}, 1 + abs({}));", mean, number(sketch)));
  }
}

}  // namespace

Case composites(std::uint64_t seed) {
  Sketch sketch(10, seed);
  sketch.function(kCompositeFunctions);
  sketch.size("N", sketch.between(1, 6));
  sketch.size("K", 2);
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.matrix("X", "K", "K");
  sketch.indices("g", "N", "K");
  for (const char* name : {"a", "b"}) {
    sketch.parameter(fmt::format("real {}", name));
    sketch.model(fmt::format("{} ~ normal(0, 1);", name));
  }
  for (const char* line : {"vector[K] u", "vector[K] v", "matrix[K, K] A", "real<lower=0> s",
                           "tuple(real, vector[K]) t", "complex z", "complex_vector[K] Z"}) {
    sketch.parameter(line);
  }
  sketch.model("u ~ normal(a, 1);");
  sketch.model("v ~ normal(0, 2);");
  sketch.model("to_vector(A) ~ normal(0, 1);");
  sketch.model("s ~ exponential(1);");
  sketch.model(
      fmt::format("t.1 ~ normal({}, {});", sketch.pick({"0", "a", "b"}), scale(sketch, "w")));
  sketch.model("t.2 ~ normal(t.1, s);");
  sketch.model("get_real(z) ~ normal(0, 1);");
  sketch.model("get_imag(z) ~ normal(0.5, 1);");
  sketch.model("get_real(Z) ~ normal(get_real(z), 1);");
  sketch.model("get_imag(Z) ~ normal(0, 1);");
  add_local_tuples(sketch);
  add_composite_likelihood(sketch);
  if (sketch.chance(0.5)) add_composite_likelihood(sketch);
  if (sketch.chance(0.3)) {
    // Each of them in turn.
    sketch.model(
        fmt::format("target += -0.1 * square({});", kDecomposed[seed % std::size(kDecomposed)]));
  }
  return sketch.finish();
}

}  // namespace autumn::laws
