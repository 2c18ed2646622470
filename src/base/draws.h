// The draw table has named columns of numbers, one table per chain; samplers fill it and writers
// read it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/room.h"

namespace autumn {

// Rows are draws, stored one after the other so that a sampler appends without moving anything.
class DrawTable {
 public:
  DrawTable() = default;
  explicit DrawTable(std::vector<std::string> names) : names_(std::move(names)) {}
  // With its numbers in this room, as far as they fit when they are reserved.
  DrawTable(std::vector<std::string> names, std::shared_ptr<Room> room)
      : names_(std::move(names)), values_(RoomAllocator<double>{std::move(room)}) {}

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::size_t columns() const { return names_.size(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }

  void reserve(std::size_t rows) { values_.reserve(rows * columns()); }
  // Appends a row of NaN-free-or-not numbers; `row.size()` must be `columns()`.
  void append(std::span<const double> row);

  [[nodiscard]] std::span<const double> row(std::size_t index) const;
  [[nodiscard]] std::span<double> row(std::size_t index);
  [[nodiscard]] double at(std::size_t row, std::size_t column) const;
  [[nodiscard]] std::vector<double> column(std::size_t index) const;

  bool operator==(const DrawTable&) const = default;

 private:
  std::vector<std::string> names_;
  std::vector<double, RoomAllocator<double>> values_;
  std::size_t rows_ = 0;
};

// "x", or "x.1", "x.2.1", ... for every element of an array with these dimensions, first index
// fastest, as CmdStan names its columns. Leaves of tuples and of complex numbers have a place for
// some indices in their names: `a[]:2` has the columns `a.1:2`, `a.2:2`, and `z[].real` has
// `z.1.real`.
[[nodiscard]] std::vector<std::string> element_names(const std::string& name,
                                                     std::span<const std::size_t> dims);

}  // namespace autumn
