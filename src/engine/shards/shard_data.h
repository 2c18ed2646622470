// The data of a program by shards: as many rows each, but for the last, whoever reads them.
#pragma once

#include <cstddef>
#include <string>

#include "base/error.h"
#include "engine/shards/row_variables.h"
#include "output/files/data_file.h"
#include "trace/data/data.h"

namespace autumn::engine {

// Rows of a shard. Part of the meaning of the sum over all rows (its order), so not tuned to
// machines or numbers of ranks; four blocks of the evaluator (evaluate/blocks.h).
inline constexpr std::size_t kShardRows = std::size_t{1} << 17;

class ShardData {
 public:
  // An error if it is no file of Autumn's format, or its variables have not as many rows.
  [[nodiscard]] static Result<ShardData> open(const std::string& path, RowVariables variables);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t shards() const;
  [[nodiscard]] output::RowRange shard(std::size_t k) const;
  [[nodiscard]] const RowVariables& variables() const { return variables_; }

  // The data of a program that has these rows and no others; the first is that of a piece.
  [[nodiscard]] Result<trace::Data> read(output::RowRange rows) const;

 private:
  ShardData(output::DataFile file, RowVariables variables)
      : file_(std::move(file)), variables_(std::move(variables)) {}

  [[nodiscard]] Status find_rows();
  [[nodiscard]] bool has_rows(const std::string& name) const;

  output::DataFile file_;
  RowVariables variables_;
  std::size_t rows_ = 0;
};

// These rows of the data, as data of their own.
[[nodiscard]] trace::Data some_rows(const trace::Data& data, output::RowRange rows,
                                    const RowVariables& variables);
// Rows of both, one after the other; what has no rows is as in the first.
[[nodiscard]] trace::Data joined(const trace::Data& a, const trace::Data& b,
                                 const RowVariables& variables);

}  // namespace autumn::engine
