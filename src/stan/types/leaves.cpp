// This file lists the leaves of types, with names as CmdStan's columns have them: stanc3 writes `:`
// and the number of a part after the indices of the array the tuple is in, and `.real` and `.imag`
// after all indices (its test/integration/good/tuples/cpp.expected, constrained_param_names).
#include "stan/types/leaves.h"

namespace autumn::stan {

namespace {

// The place of these dimensions in a name.
std::string mark(std::size_t rank) {
  return rank == 0 ? "" : "[" + std::string(rank - 1, ',') + "]";
}

void add_leaves(const std::string& name, const Type& type, std::uint32_t outer_rank,
                std::vector<Leaf>& leaves) {
  if (type.is_complex()) {
    const Type real{real_base(type.base), type.array_rank + outer_rank};
    leaves.push_back({name + mark(type.rank()) + ".real", real});
    leaves.push_back({name + mark(type.rank()) + ".imag", real});
    return;
  }
  if (!type.is_tuple()) {
    leaves.push_back({name, type.in_arrays(outer_rank)});
    return;
  }
  for (std::size_t i = 0; i < type.parts.size(); ++i) {
    add_leaves(name + mark(type.array_rank) + ":" + std::to_string(i + 1), type.parts[i],
               outer_rank + type.array_rank, leaves);
  }
}

}  // namespace

std::vector<Leaf> leaves_of(const std::string& name, const Type& type) {
  std::vector<Leaf> leaves;
  add_leaves(name, type, 0, leaves);
  return leaves;
}

std::vector<Type> leaf_types(const Type& type) {
  std::vector<Type> types;
  for (Leaf& leaf : leaves_of("", type)) types.push_back(std::move(leaf.type));
  return types;
}

std::size_t leaf_count(const Type& type) {
  if (type.is_complex()) return 2;
  return type.is_tuple() ? first_leaf(type, type.parts.size()) : 1;
}

std::size_t first_leaf(const Type& tuple, std::size_t part) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < part; ++i) count += leaf_count(tuple.parts[i]);
  return count;
}

}  // namespace autumn::stan
