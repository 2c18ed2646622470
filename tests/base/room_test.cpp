// These tests look at tables that share one piece of memory.
#include "base/room.h"

#include <gtest/gtest.h>

#include "base/draws.h"

namespace autumn {
namespace {

DrawTable table_in(const std::shared_ptr<Room>& room, std::size_t rows) {
  DrawTable table({"a", "b"}, room);
  table.reserve(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto x = static_cast<double>(r);
    table.append(std::vector<double>{x, -x});
  }
  return table;
}

TEST(Room, HasTablesSideBySide) {
  const auto room = std::make_shared<Room>(12);
  std::vector<DrawTable> tables(2);
  for (DrawTable& table : tables) table = table_in(room, 3);
  EXPECT_EQ(tables[1].row(0).data(), tables[0].row(0).data() + 6);
  EXPECT_TRUE(room->has(tables[1].row(2).data()));
  EXPECT_EQ(tables[0], tables[1]);
}

TEST(Room, IsKeptByItsTables) {
  auto room = std::make_shared<Room>(6);
  const DrawTable table = table_in(room, 3);
  room.reset();
  EXPECT_EQ(table.at(2, 0), 2.0);
}

TEST(Room, HasNoCopies) {
  const auto room = std::make_shared<Room>(12);
  const DrawTable table = table_in(room, 3);
  DrawTable copy = table;
  copy.append(std::vector<double>{3, -3});
  DrawTable assigned;
  assigned = table;
  EXPECT_FALSE(room->has(copy.row(0).data()));
  EXPECT_FALSE(room->has(assigned.row(0).data()));
  EXPECT_EQ(table.rows(), 3U);
}

TEST(Room, IsLeftByTablesThatOutgrowIt) {
  const auto room = std::make_shared<Room>(6);
  DrawTable table = table_in(room, 3);
  for (int k = 0; k < 100; ++k) table.append(std::vector<double>{1, 2});
  EXPECT_FALSE(room->has(table.row(0).data()));
  EXPECT_EQ(table.at(2, 1), -2.0);
  EXPECT_EQ(table.at(102, 1), 2.0);
}

}  // namespace
}  // namespace autumn
