// This file makes rows of points with the row maker of sampling, whose own columns are left out.
#include "engine/approximations/point_table.h"

#include "base/column_order.h"

namespace autumn::engine {
namespace {

// The fewest columns of its own that a row maker has.
constexpr sampler::Algorithm kPlain = sampler::Algorithm::fixed_param;

RunOptions row_options(std::uint64_t seed) {
  RunOptions options;
  options.settings.algorithm = kPlain;
  options.seed = seed;
  return options;
}

}  // namespace

Random method_random(const MethodKey& key) {
  return Random({.seed = key.seed, .chain = key.chain + 1, .purpose = Purpose::kApproximation});
}

PointTable::PointTable(const Prepared& prepared, const MethodKey& key,
                       std::vector<std::string> method_columns)
    : key_(key),
      options_(row_options(key.seed)),
      maker_(prepared, options_),
      method_columns_(method_columns.size()),
      order_(file_order(prepared.columns)),
      row_(sampler_columns(options_).size() + prepared.columns.size()) {
  for (std::string& name : in_file_order(prepared.columns)) {
    method_columns.push_back(std::move(name));
  }
  table_ = DrawTable(std::move(method_columns));
}

void PointTable::append(std::span<const double> method, std::span<const double> point) {
  AUTUMN_CHECK(method.size() == method_columns_, "a method has a number for each of its columns");
  RawDraw draw;
  draw.iteration = static_cast<std::int64_t>(table_.rows());
  const Status status = maker_.make(key_.chain, draw, point, row_);
  if (!status) errors_.note(status.error(), {key_.chain, draw.iteration});
  const auto values = std::span(row_).subspan(sampler_columns(options_).size());
  ordered_.assign(method.begin(), method.end());
  if (order_.empty()) {
    ordered_.insert(ordered_.end(), values.begin(), values.end());
  } else {
    for (const std::size_t column : order_) ordered_.push_back(values[column]);
  }
  table_.append(ordered_);
}

}  // namespace autumn::engine
