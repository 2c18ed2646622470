// These tests check that the hunt goes through every operation of the graph and every function of
// the language.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "expr/builder.h"
#include "laws/generators.h"
#include "laws/load.h"
#include "laws/walk.h"
#include "model/model.h"
#include "stan/types/signature.h"

namespace autumn::laws {
namespace {

// All programs of the quick hunt.
template <typename Visit>
void for_each_program(Visit visit) {
  for (const Generator& generator : all_generators()) {
    for (std::uint64_t seed = 0; seed < generator.quick; ++seed) visit(generator.make(seed));
  }
}

std::set<std::string> functions_in(stan::Program& program) {
  std::set<std::string> names;
  walk_expressions(program, [&](stan::ExprPtr& expression) {
    if (const auto* call = std::get_if<stan::Call>(&expression->node)) names.insert(call->name);
    return false;
  });
  walk_blocks(program, [&](stan::Statements& block) {
    for (const stan::Statement& statement : block) {
      const auto* tilde = std::get_if<stan::Tilde>(&statement.node);
      if (tilde == nullptr) continue;
      names.insert(tilde->distribution + "_lpdf");
      names.insert(tilde->distribution + "_lpmf");
    }
    return false;
  });
  return names;
}

bool has_place_for_parameters(const stan::Signature& signature) {
  for (const stan::Argument& argument : signature.arguments) {
    if (argument.is_data || argument.accepts == stan::Accepts::kInts) continue;
    if (argument.accepts != stan::Accepts::kOneOf) return true;
    for (const stan::Type& type : argument.types) {
      if (type.base != stan::Base::kInt) return true;
    }
  }
  return false;
}

// Why a function is not generated; empty if it should be.
std::string reason_against(const std::string& name) {
  if (name.ends_with("_rng")) return "draws random numbers: generated quantities only";
  for (const char* prefix :
       {"ode_", "dae", "integrate_", "solve_", "algebra_", "map_rect", "laplace_"}) {
    if (name.starts_with(prefix)) return "calls a solver";
  }
  const char* const kSlopes = "values and slopes are compared in tests/signatures";
  static const std::map<std::string, std::string> reasons{
      {"hypergeometric_2F1", kSlopes},
      {"hypergeometric_3F2", kSlopes},
      {"hypergeometric_pFq", kSlopes},
      {"sort_indices_desc", "as sort_indices_asc"},
      {"rank", "tests/trace/conditions_test.cpp"},
      {"svd_U", kSlopes},
      {"svd_V", kSlopes},
      {"csr_extract_w", "tests/trace/conditions_test.cpp"},
      {"csr_extract_v", "tests/trace/conditions_test.cpp"},
      {"csr_extract_u", "tests/trace/conditions_test.cpp"},
      {"cholesky_factor_corr_unconstrain", kSlopes},
      {"cholesky_factor_cov_unconstrain", kSlopes},
      {"corr_matrix_unconstrain", kSlopes},
      {"cov_matrix_unconstrain", kSlopes},
  };
  const auto found = reasons.find(name);
  return found == reasons.end() ? "" : found->second;
}

TEST(HuntCoverage, EveryFunctionThatTakesParametersIsGenerated) {
  std::set<std::string> generated;
  for_each_program([&](const Case& example) {
    const auto program = parse(example.program);
    ASSERT_TRUE(program.is_ok()) << example.program;
    generated.merge(functions_in(*program.value()));
  });
  for (const std::string& name : stan::function_names()) {
    const auto signatures = stan::lookup(name);
    const bool takes_parameters =
        std::any_of(signatures.begin(), signatures.end(), has_place_for_parameters);
    if (!takes_parameters || !reason_against(name).empty()) continue;
    EXPECT_TRUE(generated.contains(name)) << name;
  }
}

// Operations that no program has before it is differentiated or collapsed. The laws go through all
// elementwise ones in graph_test.cpp.
const std::map<expr::Op, std::string>& later_operations() {
  static const std::map<expr::Op, std::string> operations{
      {expr::Op::kBesselRatio, "a derivative"},
      {expr::Op::kDivOrZero, "a derivative"},
      {expr::Op::kDigammaDiff, "a derivative"},
      {expr::Op::kTrigammaDiff, "a derivative"},
      {expr::Op::kPolygamma, "a derivative"},
      {expr::Op::kLogGammaPDa, "a derivative"},
      {expr::Op::kLogGammaQDa, "a derivative"},
      {expr::Op::kLogIncBetaDa, "a derivative"},
      {expr::Op::kLogIncBetaDb, "a derivative"},
      {expr::Op::kDeferred, "gone before anything is evaluated"},
  };
  return operations;
}

std::set<expr::Op> operations_in(const model::Model& model) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  std::set<expr::Op> operations;
  for (const expr::NodeId id : expr::reachable(builder.graph(), terms)) {
    operations.insert(builder.graph().op(id));
  }
  return operations;
}

TEST(HuntCoverage, EveryOperationIsGenerated) {
  std::set<expr::Op> generated;
  for_each_program([&](const Case& example) {
    const auto traced = load(example.program, to_json(example.data));
    if (traced) generated.merge(operations_in(traced.value().model));
  });
  for (const expr::Op op : {
#define AUTUMN_X(kind, name, op_class) expr::Op::kind,
           AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
       }) {
    EXPECT_NE(generated.contains(op), later_operations().contains(op)) << expr::name_of(op);
  }
}

}  // namespace
}  // namespace autumn::laws
