// This generator of the hunt makes effects some of whose levels have no data (in the middle, at the
// ends, most of them), in every container that effects come in, and long walks by their steps that
// are seen here and there.
#include <fmt/format.h>

#include <algorithm>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

std::string with_names(const std::string& text, const std::string& id, const std::string& s,
                       const std::string& index) {
  return fmt::format(fmt::runtime(text), id, s, index);
}

std::string level_mean(Sketch& sketch, const std::string& id) {
  if (sketch.chance(0.4)) return "0";
  sketch.parameter("real m" + id);
  sketch.model(fmt::format("m{} ~ normal(0, {});", id, sketch.pick({"1", "5"})));
  return "m" + id;
}

// One number for each level.
std::string level_effects(Sketch& sketch, const std::string& id, const std::string& index) {
  const std::string m = level_mean(sketch, id), s = scale(sketch, "s" + id);
  const auto declared = [&](const std::string& type) { sketch.parameter(type + " u" + id); };
  const auto said = [&](const std::string& text) { sketch.model(with_names(text, id, s, m)); };
  switch (sketch.below(7)) {
    case 0:
      declared("array[J] real");
      said("u{0} ~ normal({2}, {1});");
      break;
    case 1:
      declared("row_vector[J]");
      said("u{0} ~ normal({2}, {1});");
      break;
    case 2:
      declared(fmt::format("vector<offset={}, multiplier={}>[J]", m, s == m ? "0.5" : s));
      said("u{0} ~ normal({2}, {1});");
      break;
    case 3:
      declared("vector[J]");
      said("for (j in 1:J) u{0}[j] ~ normal({2} + {1}, 1);");
      break;
    case 4:
      declared("vector[J]");
      said("u{0} ~ std_normal();");
      sketch.transformed(fmt::format("vector[J] e{0} = {2} + {1} * u{0};", id, s, m));
      return fmt::format("e{}[{}]", id, index);
    default:
      declared("vector[J]");
      said("u{0} ~ normal({2}, {1});");
      break;
  }
  return fmt::format("to_vector(u{}[{}])", id, index);
}

// As programs that are written by machines have them: an array of standard vectors.
std::string arrays_of_vectors(Sketch& sketch, const std::string& id, const std::string& index) {
  sketch.parameter(fmt::format("array[2] vector[J] z{}", id));
  sketch.model(fmt::format("for (k in 1:2) z{}[k] ~ std_normal();", id));
  const std::string s = scale(sketch, "s" + id), t = scale(sketch, "t" + id);
  if (sketch.chance(0.5)) {
    return fmt::format("({0} * z{2}[1][{3}] + {1} * z{2}[2][{3}] .* x)", s, t, id, index);
  }
  sketch.transformed(fmt::format("vector[J] r{0} = {1} * (z{0}[1]);", id, s));
  return fmt::format("(r{0}[{1}] + z{0}[2][{1}])", id, index);
}

// Intercepts and slopes with a covariance, in a matrix or an array of vectors.
std::string level_pairs(Sketch& sketch, const std::string& id, const std::string& index) {
  const std::string s = scale(sketch, "s" + id);
  sketch.parameter(fmt::format("cholesky_factor_corr[2] L{}", id));
  sketch.model(fmt::format("L{} ~ lkj_corr_cholesky(2);", id));
  const std::string factor = fmt::format("diag_pre_multiply([{}, 0.5]', L{})", s, id);
  if (sketch.chance(0.6)) {
    sketch.parameter(fmt::format("matrix[2, J] z{}", id));
    sketch.model(fmt::format("to_vector(z{}) ~ std_normal();", id));
    sketch.transformed(fmt::format("matrix[J, 2] r{0} = ({1} * z{0})';", id, factor));
    return fmt::format("(r{0}[{1}, 1] + r{0}[{1}, 2] .* x)", id, index);
  }
  sketch.parameter(fmt::format("array[J] vector[2] b{}", id));
  sketch.model(fmt::format("b{} ~ multi_normal_cholesky([0.2, 0]', {});", id, factor));
  return fmt::format("(to_vector(b{0}[{1}, 1]) + to_vector(b{0}[{1}, 2]) .* x)", id, index);
}

std::string level_matrices(Sketch& sketch, const std::string& id, const std::string& index) {
  sketch.parameter("matrix[J, 2] B" + id);
  const std::string s = scale(sketch, "s" + id);
  sketch.model(with_names(sketch.pick({"to_vector(B{0}) ~ normal(0, {1});",
                                       "for (k in 1:2) col(B{0}, k) ~ normal(0.3, {1});",
                                       "for (j in 1:J) B{0}[j] ~ normal(0, {1});"}),
                          id, s, ""));
  return fmt::format("(B{0}[{1}, 1] + B{0}[{1}, 2] .* x)", id, index);
}

// Levels within classes, which may have no level with data.
std::string nested_levels(Sketch& sketch, const std::string& id, const std::string& index) {
  const std::string s = scale(sketch, "s" + id), t = scale(sketch, "t" + id);
  sketch.parameter(fmt::format("vector[K] a{0}; vector[J] u{0}", id));
  sketch.model(fmt::format("a{} ~ normal(0, {});", id, t));
  if (sketch.chance(0.5)) {
    sketch.model(fmt::format("u{0} ~ normal(a{0}[c], {1});", id, s));
    return fmt::format("u{}[{}]", id, index);
  }
  sketch.model(fmt::format("u{} ~ std_normal();", id));
  return fmt::format("(a{0}[c[{2}]] + {1} * u{0}[{2}])", id, s, index);
}

// By its steps; `J` is long here.
std::string walk_by_steps(Sketch& sketch, const std::string& id, const std::string& index) {
  const std::string s = scale(sketch, "s" + id);
  sketch.parameter("vector[J] z" + id);
  sketch.model(fmt::format("z{} ~ std_normal();", id));
  switch (sketch.below(4)) {
    case 0:
      sketch.transformed(fmt::format("vector[J] f{0} = {1} * cumulative_sum(z{0});", id, s));
      break;
    case 1:
      sketch.transformed(fmt::format("vector[J] f{0}; f{0}[1] = 2 * z{0}[1];", id));
      sketch.transformed(
          fmt::format("for (j in 2:J) f{0}[j] = f{0}[j - 1] + {1} * z{0}[j];", id, s));
      break;
    case 2:
      sketch.parameter(fmt::format("real<lower=-1, upper=1> p{}", id));
      sketch.transformed(fmt::format("vector[J] f{0}; f{0}[1] = z{0}[1];", id));
      sketch.transformed(
          fmt::format("for (j in 2:J) f{0}[j] = p{0} * f{0}[j - 1] + {1} * z{0}[j];", id, s));
      break;
    default:
      sketch.parameter(fmt::format("real f0{}", id));
      sketch.model(fmt::format("f0{} ~ normal(0, 2);", id));
      sketch.transformed(fmt::format(
          "vector[J] f{0} = f0{0} + cumulative_sum(append_row(0, {1} * z{0}[2:J]));", id, s));
  }
  return fmt::format("f{}[{}]", id, index);
}

std::string gap_term(Sketch& sketch, const std::string& id, const std::string& index,
                     bool is_long) {
  if (is_long) return walk_by_steps(sketch, id, index);
  switch (sketch.below(7)) {
    case 0: return arrays_of_vectors(sketch, id, index);
    case 1: return level_pairs(sketch, id, index);
    case 2: return level_matrices(sketch, id, index);
    case 3: return nested_levels(sketch, id, index);
    default: return level_effects(sketch, id, index);
  }
}

// Moves rows away from levels: from the first, from the last, from some between, from all but one.
void leave_levels_empty(Sketch& sketch, const std::string& name) {
  std::vector<double>& g = sketch.datum(name).numbers;
  const auto levels = static_cast<double>(sketch.size_of(sketch.datum(name).limit));
  const double low = 1.0 + static_cast<double>(sketch.below(static_cast<std::size_t>(levels)));
  const double width = sketch.chance(0.5) ? 0.0 : static_cast<double>(sketch.below(4));
  const std::size_t kind = sketch.below(5);
  for (double& level : g) {
    if (kind == 0) level = std::max(level, low);
    if (kind == 1) level = std::min(level, low);
    if (kind == 2 && level >= low && level <= low + width) level = low > 1.0 ? 1.0 : levels;
    if (kind == 3) level = low;
  }
}

// Of a mean with one row for each of `N`, counts and measurements of one and the same effect among
// them.
void observe_levels(Sketch& sketch, const std::string& mean) {
  const std::string s = scale(sketch, "sy");
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick(
          {"y ~ normal({0}, {1});", "y ~ normal({0}, {1});", "y ~ normal({0}, {1} * r);",
           "n ~ poisson_log({0});", "for (i in 1:N) y[i] ~ normal(({0})[i], {1});",
           "y ~ normal({0}, {1}); n ~ poisson_log({0});", "r ~ lognormal({0}, {1});",
           "y ~ student_t(5, {0}, {1});", "y[1] ~ normal(({0})[1], {1}); n ~ poisson_log({0});"})),
      mean, s));
}

}  // namespace

Case gaps(std::uint64_t seed) {
  Sketch sketch(14, seed);
  const bool is_long = sketch.chance(0.25), is_large = sketch.chance(0.2);
  sketch.size("N", is_large ? sketch.between(10, 50) : sketch.between(1, 6));
  sketch.size("J", is_long ? sketch.between(20, 80) : sketch.between(2, is_large ? 30 : 7));
  sketch.size("K", sketch.between(1, 4));
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.positives("r", "N");
  sketch.counts("n", "N", 6);
  sketch.indices("g", "N", "J");
  sketch.indices("h", "N", "J");
  sketch.indices("c", "J", "K");
  for (const char* name : {"g", "h", "c"}) leave_levels_empty(sketch, name);
  std::string mean = gap_term(sketch, "1", "g", is_long);
  if (sketch.chance(0.4)) mean += " + " + gap_term(sketch, "2", "h", false);
  observe_levels(sketch, mean);
  return sketch.finish();
}

}  // namespace autumn::laws
