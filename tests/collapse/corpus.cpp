// This file reads the programs of the corpus and the lines at their heads.
#include "collapse/corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "base/display_name.h"
#include "base/draws.h"
#include "engine/prepare.h"
#include "trace/program.h"

namespace autumn::collapse::testing {
namespace {

namespace fs = std::filesystem;

std::string folder() {
  return std::string(AUTUMN_TEST_DATA) + "/programs";
}

// Words between commas that are not inside brackets.
std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  std::string name;
  int depth = 0;
  for (const char c : text + ",") {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth == 0) {
      if (!name.empty()) names.insert(name);
      name.clear();
    } else if (c != ' ') {
      name += c;
    }
  }
  return names;
}

void read_head(const std::string& line, CorpusProgram& program) {
  const auto after = [&](std::string_view key) {
    return line.starts_with(key) ? line.substr(key.size()) : std::string();
  };
  if (const std::string name = after("// options: keep "); !name.empty()) {
    program.options.keep.push_back(name);
  } else if (const std::string preferred = after("// options: prefer "); !preferred.empty()) {
    program.options.prefer.push_back(preferred);
  } else if (const std::string kept = after("// kept:"); !kept.empty()) {
    program.kept = names_in(kept);
  } else if (const std::string reason = after("// reason "); !reason.empty()) {
    const std::size_t colon = reason.find(": ");
    program.reasons[reason.substr(0, colon)] = reason.substr(colon + 2);
  } else if (const std::string dimension = after("// dimension: "); !dimension.empty()) {
    program.dimension_before = std::stoul(dimension);
    program.dimension_after = std::stoul(dimension.substr(dimension.find("-> ") + 3));
  }
}

}  // namespace

void PrintTo(const CorpusProgram& program, std::ostream* out) {
  *out << program.name;
}

CorpusProgram program_named(const std::string& name) {
  std::ifstream file(folder() + "/" + name + ".stan");
  CorpusProgram program{.name = name, .text = {}, .options = {}, .kept = {}, .reasons = {}};
  std::string line;
  while (std::getline(file, line)) {
    read_head(line, program);
    program.text += line + "\n";
  }
  EXPECT_FALSE(program.text.empty()) << name;
  return program;
}

std::vector<CorpusProgram> all_programs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == ".stan") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  std::vector<CorpusProgram> programs;
  for (const std::string& name : names) programs.push_back(program_named(name));
  return programs;
}

model::Model written_model(const std::string& text, const std::string& json) {
  const Result<trace::Traced> traced = trace::testing::traced(text, json);
  if (traced.is_ok()) return engine::with_hidden_factors(traced.value().model);
  ADD_FAILURE() << to_text(traced.error()) << "\n" << text;
  return {};
}

model::Model ready_model(const std::string& text, const std::string& json) {
  const Result<trace::Traced> traced = trace::testing::traced(text, json);
  if (traced.is_ok()) return engine::ready_for_plan(traced.value().model);
  ADD_FAILURE() << to_text(traced.error()) << "\n" << text;
  return {};
}

Plan plan_of(const model::Model& model, const PlanOptions& options) {
  Result<Plan> made = plan(model, options);
  if (made.is_ok()) return std::move(made).value();
  ADD_FAILURE() << to_text(made.error());
  return {};
}

RuleSet rule_named(const RuleList& rules, std::string_view name) {
  for (std::size_t place = 0; place < rules.size(); ++place) {
    if (name_of(rules[place]) == name) return RuleSet::only(place);
  }
  ADD_FAILURE() << name;
  return {};
}

std::set<std::string> kept_names(const model::Model& model, const Plan& plan) {
  std::set<std::string> names;
  const ElementSet gone = collapsed_elements(model, plan);
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const model::Variable& variable = model.variables[v];
    if (gone.count(v) == 0) {
      names.insert(variable.name);
      continue;
    }
    const std::vector<std::string> elements = element_names(variable.name, variable.dims);
    for (std::size_t e = 0; e < elements.size(); ++e) {
      if (!gone.contains(v, e)) names.insert(display_name(elements[e]));
    }
  }
  return names;
}

std::string reason_of(const model::Model& model, const Plan& plan, const std::string& name) {
  for (const Kept& kept : plan.kept) {
    if (model.variables[kept.variable].name == name) return kept.reason;
  }
  return "";
}

}  // namespace autumn::collapse::testing
