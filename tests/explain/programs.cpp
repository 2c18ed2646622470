// This file loads programs, and reads golden files.
#include "explain/programs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/explain.h"
#include "engine/load.h"
#include "engine/prepare.h"

namespace autumn {
namespace {

namespace fs = std::filesystem;

struct Paths {
  std::string program;
  std::string data;
};

// Forms of one model share their data.
std::string paper_data(const std::string& name) {
  constexpr std::pair<std::string_view, std::string_view> kData[] = {
      {"binary_trials", "baseball_1970.json"},
      {"eight_schools", "eight_schools.json"},
      {"electric_company", "electric_company.json"},
      {"electric_simplified", "electric_simplified.json"},
      {"fibrosis", "fibrosis_simulated.json"},
      {"one_parent", "one_parent.json"}};
  for (const auto& [model, data] : kData) {
    if (name.starts_with(model)) return std::string(data);
  }
  return "no data are known for " + name;
}

Paths paths_of(const std::string& name) {
  const fs::path own = fs::path(AUTUMN_TEST_DATA) / (name + ".stan");
  if (fs::exists(own)) return {own, fs::path(own).replace_extension(".json")};
  const fs::path folder = fs::path(AUTUMN_MODELS) / "posteriors" / name;
  if (fs::exists(folder)) return {folder / (name + ".stan"), folder / "data.json"};
  const fs::path paper = fs::path(AUTUMN_MODELS) / "paper";
  return {paper / (name + ".stan"), paper / "data" / paper_data(name)};
}

trace::Traced loaded(const Paths& paths) {
  const auto program = engine::load_program(paths.program, {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    ADD_FAILURE() << error->text;
    return {};
  }
  auto traced = engine::load_model(std::get<engine::LoadedProgram>(program), paths.data);
  if (const auto* error = std::get_if<engine::LoadError>(&traced)) {
    ADD_FAILURE() << error->text;
    return {};
  }
  return std::get<trace::Traced>(std::move(traced));
}

trace::Traced loaded_text(const std::string& program) {
  const fs::path path = fs::temp_directory_path() / ("autumn_explain_" + std::to_string(getpid()));
  std::ofstream(path) << program;
  trace::Traced traced = loaded({path, ""});
  fs::remove(path);
  return traced;
}

explainer::Explanation explanation(const trace::Traced& traced,
                                   const collapse::PlanOptions& options, const trace::Data& data) {
  auto result = engine::explain_plan(traced.model, options, data);
  if (result) return std::move(result).value();
  ADD_FAILURE() << to_text(result.error());
  return {};
}

}  // namespace

explainer::Explanation explained(const std::string& name, const collapse::PlanOptions& options) {
  const Paths paths = paths_of(name);
  const auto data = trace::read_json(paths.data);
  EXPECT_TRUE(data.is_ok());
  return explanation(loaded(paths), options, data.is_ok() ? data.value() : trace::Data{});
}

explainer::Explanation explained_text(const std::string& program,
                                      const collapse::PlanOptions& options) {
  return explanation(loaded_text(program), options, {});
}

std::string line_of(const std::string& program, const collapse::PlanOptions& options) {
  const model::Model ready = engine::ready_for_plan(loaded_text(program).model);
  const auto plan = collapse::plan(ready, options);
  return plan ? explainer::one_line(ready, plan.value()) : to_text(plan.error());
}

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(AUTUMN_MODELS) / "posteriors")) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  for (const auto& entry : fs::directory_iterator(fs::path(AUTUMN_MODELS) / "paper")) {
    if (entry.path().extension() == ".stan") names.push_back(entry.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

void expect_golden(const std::string& file, const std::string& text) {
  const fs::path path = fs::path(AUTUMN_TEST_DATA) / "golden" / file;
  if (std::getenv("AUTUMN_ACCEPT") != nullptr) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return;
  }
  std::ifstream in(path);
  const std::string wanted((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text, wanted) << "AUTUMN_ACCEPT=1 writes " << path;
}

}  // namespace autumn
