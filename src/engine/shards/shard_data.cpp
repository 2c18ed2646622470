// This file reads the data of shards.
#include "engine/shards/shard_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/words.h"
#include "engine/data_files.h"

namespace autumn::engine {
namespace {

// Some rows of every column.
void cut(trace::DataVariable& variable, output::RowRange rows) {
  const std::size_t had = variable.dims[0];
  if (rows.count == had) return;
  const std::size_t columns = had == 0 ? 0 : variable.numbers.size() / had;
  for (std::size_t k = 0; k < columns; ++k) {
    std::copy_n(variable.numbers.begin() + static_cast<std::ptrdiff_t>(k * had + rows.first),
                rows.count, variable.numbers.begin() + static_cast<std::ptrdiff_t>(k * rows.count));
  }
  variable.numbers.resize(columns * rows.count);
  variable.dims[0] = rows.count;
}

// Whole pieces around these rows.
output::RowRange around(output::RowRange rows, std::size_t all) {
  const std::size_t pieces = (rows.count + output::kPieceRows - 1) / output::kPieceRows;
  return {rows.first, std::min(pieces * output::kPieceRows, all - rows.first)};
}

}  // namespace

Result<ShardData> ShardData::open(const std::string& path, RowVariables variables) {
  std::error_code code;
  const bool is_there = !path.empty() && std::filesystem::is_regular_file(path, code);
  if (is_there && !output::DataFile::is_at(path)) {
    return Error{fmt::format("--shard reads data in Autumn's binary format, and `{}` is not", path),
                 "`autumn convert data.json --to data` makes data.autumn, for --data",
                 {}};
  }
  auto file = output::DataFile::open(path);
  if (!file) return file.error();
  ShardData data(std::move(file).value(), std::move(variables));
  if (Status status = data.find_rows(); !status) return status.error();
  return data;
}

bool ShardData::has_rows(const std::string& name) const {
  return std::ranges::find(variables_.names, name) != variables_.names.end();
}

Status ShardData::find_rows() {
  bool is_there = false;
  for (const output::DataEntry& entry : file_.entries()) {
    if (entry.name != variables_.count) continue;
    const auto number = file_.read(entry);
    if (!number) return number.error();
    if (!entry.dims.empty() || !entry.is_int || number.value()[0] < 0) break;
    rows_ = static_cast<std::size_t>(number.value()[0]);
    is_there = true;
  }
  if (!is_there) {
    return Error{fmt::format("the data have no number of rows `{}`", variables_.count), {}, {}};
  }
  for (const output::DataEntry& entry : file_.entries()) {
    if (!has_rows(entry.name) || (!entry.dims.empty() && entry.dims[0] == rows_)) continue;
    return Error{fmt::format("`{}` has not {}, as `{}` says", entry.name, counted(rows_, "row"),
                             variables_.count),
                 {},
                 {}};
  }
  return Done{};
}

std::size_t ShardData::shards() const {
  return std::max<std::size_t>(1, (rows_ + kShardRows - 1) / kShardRows);
}

output::RowRange ShardData::shard(std::size_t k) const {
  const std::size_t first = k * kShardRows;
  return {first, std::min(kShardRows, rows_ - first)};
}

Result<trace::Data> ShardData::read(output::RowRange rows) const {
  trace::Data data;
  for (const output::DataEntry& entry : file_.entries()) {
    const bool is_divided = has_rows(entry.name);
    auto numbers = is_divided ? file_.read(entry, around(rows, entry.rows())) : file_.read(entry);
    if (!numbers) return numbers.error();
    trace::DataVariable variable;
    variable.dims = entry.dims;
    variable.is_int = entry.is_int;
    if (!entry.is_int) variable.first_real.assign(entry.dims.size(), 0);
    variable.numbers = std::move(numbers).value();
    if (is_divided) {
      variable.dims[0] = around(rows, entry.rows()).count;
      cut(variable, {0, rows.count});
    }
    if (entry.name == variables_.count) variable.numbers[0] = static_cast<double>(rows.count);
    data.emplace(entry.name, std::move(variable));
  }
  return data;
}

trace::Data some_rows(const trace::Data& data, output::RowRange rows,
                      const RowVariables& variables) {
  trace::Data some = data;
  for (const std::string& name : variables.names) {
    if (const auto found = some.find(name); found != some.end()) cut(found->second, rows);
  }
  some.at(variables.count).numbers[0] = static_cast<double>(rows.count);
  return some;
}

trace::Data joined(const trace::Data& a, const trace::Data& b, const RowVariables& variables) {
  trace::Data both = a;
  std::size_t count = 0;
  for (const std::string& name : variables.names) {
    const auto in_a = a.find(name), in_b = b.find(name);
    if (in_a == a.end() || in_b == b.end()) continue;
    const std::size_t rows_a = in_a->second.dims[0], rows_b = in_b->second.dims[0];
    trace::DataVariable& variable = both.at(name);
    variable.dims[0] = count = rows_a + rows_b;
    variable.numbers.clear();
    const std::size_t columns = rows_a == 0 ? 0 : in_a->second.numbers.size() / rows_a;
    const auto append = [&](const trace::DataVariable& from, std::size_t rows, std::size_t column) {
      const auto begin = from.numbers.begin() + static_cast<std::ptrdiff_t>(column * rows);
      variable.numbers.insert(variable.numbers.end(), begin,
                              begin + static_cast<std::ptrdiff_t>(rows));
    };
    for (std::size_t k = 0; k < columns; ++k) {
      append(in_a->second, rows_a, k);
      append(in_b->second, rows_b, k);
    }
  }
  both.at(variables.count).numbers[0] = static_cast<double>(count);
  return both;
}

}  // namespace autumn::engine
