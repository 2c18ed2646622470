// These tests hunt for a while: random programs of every class keep the laws, and most of them
// collapse.
#include <gtest/gtest.h>

#include "laws/generators.h"
#include "laws/isolate.h"

namespace autumn::laws {
namespace {

constexpr std::uint64_t kSlow = 20000;
constexpr std::size_t kMostShown = 5;

// Runs the laws on programs first, first + 1, ..., and on no more after a few failures.
void expect_laws(const Generator& generator, std::uint64_t first, std::uint64_t programs) {
  std::size_t failures = 0;
  std::size_t parameters = 0;
  std::size_t collapsed = 0;
  std::size_t refused = 0;
  for (std::uint64_t seed = first; seed < first + programs && failures < kMostShown; ++seed) {
    const Case example = generator.make(seed);
    const Verdict verdict = examine_isolated(example, seed);
    parameters += verdict.parameters;
    collapsed += verdict.collapsed;
    if (verdict.law == kDoesNotLoad) {
      ++refused;
    } else if (!verdict.holds()) {
      ++failures;
      ADD_FAILURE() << generator.name << " " << seed << ", not: " << verdict.law << "\n"
                    << verdict.detail << "\n"
                    << example.program << to_json(example.data)
                    << "Make it small with: tools/hunt --class " << generator.name << " --first "
                    << seed << " --programs 1";
    }
  }
  EXPECT_LE(100 * refused, programs) << "the generator writes programs that do not load";
  if (failures < kMostShown) {
    EXPECT_GE(5 * collapsed, parameters) << "hardly anything collapses: this proves nothing";
  }
}

class Hunt : public testing::TestWithParam<Generator> {};
class SlowHunt : public testing::TestWithParam<Generator> {};

TEST_P(Hunt, RandomProgramsKeepTheLaws) {
  expect_laws(GetParam(), 0, GetParam().quick);
}

TEST_P(SlowHunt, ManyRandomProgramsKeepTheLaws) {
  expect_laws(GetParam(), GetParam().quick, kSlow);
}

std::string generator_name(const testing::TestParamInfo<Generator>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(, Hunt, testing::ValuesIn(all_generators()), generator_name);
INSTANTIATE_TEST_SUITE_P(, SlowHunt, testing::ValuesIn(all_generators()), generator_name);

}  // namespace

void PrintTo(const Generator& generator, std::ostream* out) {
  *out << generator.name;
}

}  // namespace autumn::laws
