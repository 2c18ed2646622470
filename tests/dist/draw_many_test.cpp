// These tests compare draws of many streams at once with those of each stream alone, to the bit,
// on every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "dist/list.h"

namespace autumn::dist {
namespace {

using Column = std::vector<double>;

double draw_alone(const Distribution& distribution, const StreamKey& key,
                  const std::vector<double>& arguments) {
  std::vector<Operand> operands;
  for (const double& argument : arguments) {
    operands.push_back({expr::Shape::scalar(), std::span(&argument, 1)});
  }
  Random random(key);
  double out = 0.0;
  distribution.draw(random, operands, {&out, 1});
  return out;
}

// Compares draws with columns of arguments; a column may be a single number.
void expect_same(const Distribution& distribution, Streams& streams, StreamKey key,
                 const std::vector<Column>& columns, std::size_t count) {
  std::vector<std::uint64_t> elements;
  for (std::size_t k = 0; k < count; ++k) elements.push_back(17 * k);
  streams.start(key, elements);
  const std::vector<std::span<const double>> spans(columns.begin(), columns.end());
  std::vector<double> out(count, std::nan(""));
  distribution.draw_many(streams, spans, out);
  for (std::size_t k = 0; k < count; ++k) {
    key.element = elements[k];
    std::vector<double> arguments;
    for (const Column& column : columns) {
      arguments.push_back(column.size() == 1 ? column[0] : column[k]);
    }
    ASSERT_EQ(out[k], draw_alone(distribution, key, arguments)) << count << " " << k;
  }
}

class DrawMany : public testing::TestWithParam<const Distribution*> {};

// Shapes, rates and scales from 1e-3 to 1e6.
TEST_P(DrawMany, IsDrawOfEveryStream) {
  const Distribution& distribution = *GetParam();
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    Streams streams(set);
    Random random({.seed = 4});
    const auto column = [&](std::size_t size) {
      Column numbers;
      for (std::size_t k = 0; k < size; ++k) {
        numbers.push_back(std::pow(10.0, -3.0 + 9.0 * random.uniform()));
      }
      return numbers;
    };
    for (std::uint64_t iteration = 0; iteration < 320; ++iteration) {
      const StreamKey key{.seed = 3, .chain = 1, .iteration = iteration};
      const std::size_t count = 1 + iteration % Streams::kMost;
      expect_same(distribution, streams, key, {column(count), column(count)}, count);
      expect_same(distribution, streams, key, {column(1), column(count)}, count);
      expect_same(distribution, streams, key, {column(count), column(1)}, count);
      expect_same(distribution, streams, key, {column(1), column(1)}, count);
    }
  }
}

std::vector<const Distribution*> with_draw_many() {
  std::vector<const Distribution*> found;
  for (const Distribution* distribution : all_distributions()) {
    if (distribution->draw_many != nullptr) found.push_back(distribution);
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(Distributions, DrawMany, testing::ValuesIn(with_draw_many()),
                         [](const auto& tested) { return std::string(tested.param->name); });

// What collapsed families and most leaves are recovered from.
TEST(DrawManyOf, FamiliesIsThere) {
  for (const Distribution* distribution : {&beta(), &gamma(), &inv_gamma(), &normal()}) {
    EXPECT_NE(distribution->draw_many, nullptr) << distribution->name;
  }
}

// Only scalars come in columns.
TEST(DrawManyOf, ItemsThatAreNotScalarsIsNotThere) {
  for (const Distribution* distribution : with_draw_many()) {
    EXPECT_TRUE(distribution->is_scalar()) << distribution->name;
    for (const Argument& argument : distribution->arguments) {
      EXPECT_EQ(argument.item, Item::kScalar) << distribution->name;
    }
  }
}

}  // namespace
}  // namespace autumn::dist
