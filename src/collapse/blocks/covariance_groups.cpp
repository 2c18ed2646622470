// This file divides the rows of a covariance form into groups without a vector in common, and finds
// those that are alike.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "base/numbers.h"
#include "collapse/blocks/covariance_form.h"

namespace autumn::collapse {
namespace {

class Grouping {
 public:
  Grouping(const CovarianceForm& form, std::span<const ScaleKey> scale_keys)
      : form_(form), scale_keys_(scale_keys), parent_(form.vectors.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  std::vector<AlikeGroups> run() && {
    join();
    divide();
    std::map<std::vector<std::uint64_t>, std::size_t> kinds;
    std::vector<AlikeGroups> result;
    for (VectorGroup& group : groups_) {
      const auto [at, is_new] = kinds.try_emplace(signature(group), result.size());
      if (is_new) result.emplace_back();
      result[at->second].push_back(std::move(group));
    }
    return result;
  }

 private:
  [[nodiscard]] std::uint32_t root(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  // The first vector of a row is that of all others in it.
  void join() {
    first_of_row_.assign(scale_keys_.size(), kNoColumnOfForm);
    for (std::uint32_t v = 0; v < form_.vectors.size(); ++v) {
      for (const VectorLoad& load : form_.vectors[v].loads) {
        std::uint32_t& first = first_of_row_[load.row];
        if (first == kNoColumnOfForm) {
          first = v;
        } else {
          parent_[root(v)] = root(first);
        }
      }
    }
  }

  // In the order of rows.
  void divide() {
    std::map<std::uint32_t, std::size_t> number;
    for (std::uint32_t row = 0; row < first_of_row_.size(); ++row) {
      const auto [at, is_new] = number.try_emplace(root(first_of_row_[row]), groups_.size());
      if (is_new) groups_.emplace_back();
      groups_[at->second].rows.push_back(row);
    }
    for (std::uint32_t v = 0; v < form_.vectors.size(); ++v) {
      if (!form_.vectors[v].loads.empty()) groups_[number.at(root(v))].vectors.push_back(v);
    }
  }

  // What the covariance of a group is made of.
  [[nodiscard]] std::vector<std::uint64_t> signature(const VectorGroup& group) const {
    std::vector<std::uint64_t> all{group.rows.size()};
    for (const std::uint32_t row : group.rows) {
      all.push_back(scale_keys_[row].first);
      all.push_back(std::bit_cast<std::uint64_t>(scale_keys_[row].second));
    }
    for (const std::uint32_t v : group.vectors) {
      const DenseVector& vector = form_.vectors[v];
      all.insert(all.end(), {vector.factor.value, vector.covariance.value,
                             vector.residual ? 1U : 0U, vector.loads.size()});
      for (const VectorLoad& load : vector.loads) {
        const auto at = std::ranges::lower_bound(group.rows, load.row) - group.rows.begin();
        all.push_back(static_cast<std::uint64_t>(at));
        all.push_back(load.place);
        all.push_back(std::bit_cast<std::uint64_t>(load.loading));
      }
    }
    return all;
  }

  const CovarianceForm& form_;
  std::span<const ScaleKey> scale_keys_;
  std::vector<std::uint32_t> parent_;        // of vectors
  std::vector<std::uint32_t> first_of_row_;  // a vector
  std::vector<VectorGroup> groups_;
};

}  // namespace

std::vector<AlikeGroups> alike_groups(const CovarianceForm& form,
                                      std::span<const ScaleKey> scale_keys) {
  return Grouping(form, scale_keys).run();
}

double nanoseconds(const CovarianceForm& form) {
  constexpr double kPerFurther = 400.0, kPerElement = 6.0;
  constexpr double kPerOperation = 0.025, kPerReflection = 2.0, kPerNumberOfAlike = 18.0;
  const double p = static_cast<double>(form.effects.size());
  double sum = kPerReflection * static_cast<double>(form.row_count()) * p * p +
               kPerFurther * static_cast<double>(form.groups.size() - 1);
  for (const AlikeGroups& groups : form.groups) {
    const double n = static_cast<double>(groups.front().rows.size());
    const double vectors = static_cast<double>(groups.front().vectors.size());
    const double items = static_cast<double>(groups.size());
    sum += kPerElement * vectors * n * n +
           kPerOperation * n * n * (n + 4.0 * p * items + 3.0 * (items - 1.0));
    if (groups.size() > 1) sum += kPerNumberOfAlike * n * items;
  }
  return sum;
}

}  // namespace autumn::collapse
