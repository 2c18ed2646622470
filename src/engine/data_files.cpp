// This file brings data of all formats together.
#include "engine/data_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/words.h"
#include "output/files/binary_format.h"
#include "output/files/column_file.h"
#include "output/files/data_file.h"

namespace autumn::engine {
namespace {

trace::DataVariable variable_of(trace::Dims dims, bool is_int, std::vector<double> numbers,
                                const std::string& path) {
  trace::DataVariable variable;
  if (!is_int) variable.first_real.assign(dims.size(), 0);
  variable.dims = std::move(dims);
  variable.is_int = is_int;
  variable.numbers = std::move(numbers);
  variable.where.file = path;
  return variable;
}

Result<trace::Data> read_binary(const std::string& path) {
  const auto file = output::DataFile::open(path);
  if (!file) return file.error();
  trace::Data data;
  for (const output::DataEntry& entry : file.value().entries()) {
    auto numbers = file.value().read(entry);
    if (!numbers) return numbers.error();
    data.emplace(entry.name,
                 variable_of(entry.dims, entry.is_int, std::move(numbers).value(), path));
  }
  return data;
}

std::optional<std::string> note_of_names(const output::ColumnFile& file, const std::string& path) {
  std::vector<std::string> given, names;
  for (const output::NumberColumns& columns : file.variables) {
    if (columns.given == columns.name) continue;
    given.push_back(fmt::format("`{}`", printable_line(columns.given)));
    names.push_back(fmt::format("`{}`", printable_line(columns.name)));
  }
  if (given.empty()) return std::nullopt;
  return fmt::format("{} in `{}` {} called {} in the data: names in Stan have no dots.",
                     fmt::join(given, ", "), printable_line(path), given.size() == 1 ? "is" : "are",
                     fmt::join(names, ", "));
}

// Variables of a CSV file, whose number of rows is to be that of those before it.
Result<trace::Data> read_csv(const std::string& path, std::optional<std::size_t>& rows,
                             std::vector<std::string>& notes) {
  auto file = output::read_columns(path);
  if (!file) return file.error();
  if (rows && *rows != file.value().rows) {
    return Error{fmt::format("`{}` has {}, but the CSV file before it has {}", path,
                             counted(file.value().rows, "row"), *rows),
                 "tables of different lengths are converted one by one",
                 {}};
  }
  rows = file.value().rows;
  if (auto note = note_of_names(file.value(), path)) notes.push_back(*std::move(note));
  trace::Data data;
  for (output::NumberColumns& columns : file.value().variables) {
    data.emplace(columns.name, variable_of(std::move(columns.dims), columns.is_int,
                                           std::move(columns.numbers), path));
  }
  return data;
}

Status add(trace::Data& all, trace::Data some, const std::string& path) {
  for (auto& [name, variable] : some) {
    if (!all.emplace(name, std::move(variable)).second) {
      return Error{
          fmt::format("`{}` has the variable `{}`, which a file before it has, too", path, name),
          "a variable is in one file only",
          {}};
    }
  }
  return Done{};
}

Status add_rows(trace::Data& all, const std::string& name, const std::optional<std::size_t>& rows) {
  if (name.empty()) return Done{};
  if (!output::is_name(name)) {
    return Error{fmt::format("`{}` is no name of a variable", name),
                 "names have letters, digits and `_`, and begin with a letter",
                 {}};
  }
  if (!rows || *rows > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return Error{fmt::format("there is no number of rows for `{}`", name),
                 "rows are those of CSV files, of which Stan counts 2147483647 at most",
                 {}};
  }
  trace::Data data;
  data.emplace(name, variable_of({}, true, {static_cast<double>(*rows)}, {}));
  return add(all, std::move(data), "--rows");
}

}  // namespace

Result<trace::Data> read_data(const std::string& path) {
  if (output::DataFile::begins_with(path, output::kBinaryMagic)) {
    return Error{fmt::format("`{}` is a file of draws, not of data", path),
                 "data are JSON, or what `autumn convert --to data` makes",
                 {}};
  }
  return output::DataFile::is_at(path) ? read_binary(path) : trace::read_json(path);
}

Result<trace::Data> read_data(const DataSources& sources, std::vector<std::string>& notes) {
  trace::Data all;
  std::optional<std::size_t> rows;
  for (const std::string& path : sources.files) {
    auto some = path.ends_with(".csv") ? read_csv(path, rows, notes) : read_data(path);
    if (!some) return some.error();
    if (Status status = add(all, std::move(some).value(), path); !status) return status.error();
  }
  if (Status status = add_rows(all, sources.rows, rows); !status) return status.error();
  return all;
}

Status write_data(const std::string& path, const trace::Data& data) {
  std::vector<output::DataView> views;
  for (const auto& [name, variable] : data) {
    if (!variable.problem.empty()) {
      return Error{fmt::format("`{}` cannot be read", name), variable.problem, variable.where};
    }
    views.push_back({name, variable.dims, variable.is_int, variable.numbers});
  }
  return output::write_data_file(path, views);
}

}  // namespace autumn::engine
