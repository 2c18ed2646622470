// Files of data, whatever their format: JSON, columns of CSV, and Autumn's own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "trace/data/data.h"

namespace autumn::engine {

// Autumn's format where the file begins like it, else JSON.
[[nodiscard]] Result<trace::Data> read_data(const std::string& path);

// What is made of several files together.
struct DataSources {
  std::span<const std::string> files;  // CSV where they end in .csv
  std::string rows = {};  // the name of the number of rows of those; empty: it is not wanted
};

// An error if two of them have the same variable, or CSV files different numbers of rows. What is
// called otherwise than in its file is among the notes.
[[nodiscard]] Result<trace::Data> read_data(const DataSources& sources,
                                            std::vector<std::string>& notes);

// In Autumn's format. Variables that could not be read are an error.
[[nodiscard]] Status write_data(const std::string& path, const trace::Data& data);

}  // namespace autumn::engine
