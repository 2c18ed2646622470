// This file has the functions of real matrices that return tuples: each puts together what the
// functions for the single parts say.
#include <array>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

// What the function of this name says of the same arguments.
Value part_by(const BuiltinCall& call, std::string_view name, const stan::Type& type) {
  const BuiltinEntry* entry = find_builtin(name);
  AUTUMN_CHECK(entry != nullptr, "the parts of tuples have functions of their own");
  return entry->function({call.machine, call.interpreter, call.arguments, type, call.syntax});
}

template <std::size_t kCount>
Value tuple_of(const BuiltinCall& call, const std::array<std::string_view, kCount>& names) {
  std::vector<Value> leaves;
  for (std::size_t i = 0; i < kCount; ++i) {
    leaves.push_back(part_by(call, names[i], call.type.parts[i]));
  }
  return Value::composite(call.type, std::move(leaves));
}

Value eigendecompose_sym_tuple(const BuiltinCall& call) {
  return tuple_of<2>(call, {"eigenvectors_sym", "eigenvalues_sym"});
}

Value qr_tuple(const BuiltinCall& call) {
  return tuple_of<2>(call, {"qr_Q", "qr_R"});
}

Value qr_thin_tuple(const BuiltinCall& call) {
  return tuple_of<2>(call, {"qr_thin_Q", "qr_thin_R"});
}

Value svd_tuple(const BuiltinCall& call) {
  return tuple_of<3>(call, {"svd_U", "singular_values", "svd_V"});
}

Value csr_extract_tuple(const BuiltinCall& call) {
  return tuple_of<3>(call, {"csr_extract_w", "csr_extract_v", "csr_extract_u"});
}

constexpr BuiltinEntry kTupleFunctions[] = {
    {"csr_extract", csr_extract_tuple},
    {"eigendecompose_sym", eigendecompose_sym_tuple},
    {"qr", qr_tuple},
    {"qr_thin", qr_thin_tuple},
    {"svd", svd_tuple},
};

}  // namespace

std::span<const BuiltinEntry> tuple_functions() {
  return kTupleFunctions;
}

}  // namespace autumn::trace
