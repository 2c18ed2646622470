// These tests check that every signature of the table runs but those named in a file, each with
// its reason to be there checked.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "stan/types/signature.h"
#include "trace/builtin.h"

namespace autumn::trace {
namespace {

std::set<std::string> listed_as_missing() {
  std::ifstream in(AUTUMN_TEST_DATA "/not_supported_yet.txt");
  EXPECT_TRUE(in.is_open());
  std::set<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') names.insert(line);
  }
  return names;
}

// A name that is neither supported nor listed fails, and so does a listed one that is supported
// after all.
TEST(Supported, EverySignatureRunsUnlessItIsListed) {
  const std::set<std::string> missing = listed_as_missing();
  std::set<std::string> seen;
  for (const stan::Signature& signature : stan::all_signatures()) {
    const std::string name(signature.name);
    if (!seen.insert(name).second) continue;
    EXPECT_NE(find_builtin(name) != nullptr, missing.contains(name)) << name;
  }
  for (const std::string& name : missing) EXPECT_TRUE(seen.contains(name)) << name;
  EXPECT_GT(seen.size(), 400U);
}

}  // namespace
}  // namespace autumn::trace
