// These tests look at what the tracer says about programs that check but cannot run with their
// data: one file per mistake, with the text it must give beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"
#include "trace/generated/generated.h"
#include "trace/trace.h"

namespace autumn::trace {
namespace {

namespace fs = std::filesystem;

std::string read_whole(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> programs() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(AUTUMN_TEST_DATA "/bad")) {
    if (entry.path().extension() == ".stan") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

// All ones: parameters of the programs here are no larger than a few numbers.
std::string generated_error(const Traced& traced, const stan::Sources& sources) {
  std::size_t size = 0;
  for (const GeneratedVariable& variable : traced.generated.drawn) size += size_of(variable.dims);
  const std::vector<double> drawn(size, 1.0);
  std::vector<double> out(generated_size(traced.generated));
  Random random({.seed = 1});
  const Status status = generate(traced.generated, drawn, random, out);
  return status.is_ok() ? "" : stan::render(status.error(), sources);
}

std::string error_text(const fs::path& path) {
  stan::Sources sources(path.filename().string(), read_whole(path));
  stan::ParseResult parsed = stan::parse(sources);
  if (!parsed.is_ok()) return "syntax: " + stan::render(parsed.errors, sources);
  auto program = std::make_shared<stan::Program>(std::move(parsed.program));
  const std::vector<Error> errors = stan::check(*program);
  if (!errors.empty()) return "types: " + stan::render(errors, sources);
  stan::resolve(*program, find_builtin);
  fs::path json = path;
  json.replace_extension(".json");
  const auto data =
      parse_json(fs::exists(json) ? read_whole(json) : "{}", json.filename().string());
  if (!data) return to_text(data.error());
  const auto traced = trace(program, data.value());
  return traced ? generated_error(traced.value(), sources) : stan::render(traced.error(), sources);
}

class RuntimeErrors : public ::testing::TestWithParam<fs::path> {};

// AUTUMN_ACCEPT=1 rewrites the golden files.
TEST_P(RuntimeErrors, AreReportedAsInTheGoldenFile) {
  const std::string found = error_text(GetParam()) + "\n";
  EXPECT_NE(found, "\n") << "no error was found";
  EXPECT_FALSE(found.starts_with("syntax: ") || found.starts_with("types: ")) << found;
  fs::path golden = GetParam();
  golden.replace_extension(".txt");
  if (std::getenv("AUTUMN_ACCEPT") != nullptr) std::ofstream(golden) << found;
  EXPECT_EQ(found, read_whole(golden));
}

INSTANTIATE_TEST_SUITE_P(Programs, RuntimeErrors, ::testing::ValuesIn(programs()),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace autumn::trace
