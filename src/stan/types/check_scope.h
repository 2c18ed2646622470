// A scope has the names in view while a program is checked: variables, and the functions of the
// user.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// The blocks of a program in their order; what is declared in one is seen in later ones.
enum class BlockKind : std::uint8_t {
  kFunctions,
  kData,
  kTransformedData,
  kParameters,
  kTransformedParameters,
  kModel,
  kGeneratedQuantities,
};
[[nodiscard]] std::string_view to_text(BlockKind place);

enum class Role : std::uint8_t { kVariable, kLoop, kParameter };

struct Symbol {
  Type type;
  BlockKind place = BlockKind::kFunctions;
  Role role = Role::kVariable;
  bool is_known = true;  // false if its type could not be found: no more messages about it
  bool is_data = true;   // does not depend on parameters
  SourceRange where = {};
};

// Nested scopes of variables. No name hides another one, so one map is enough.
class Scopes {
 public:
  void open() { begins_.push_back(order_.size()); }
  void close();
  [[nodiscard]] const Symbol* find(const std::string& name) const;
  // False if the name is taken already.
  bool declare(const std::string& name, const Symbol& symbol);
  [[nodiscard]] const std::vector<std::string>& names() const { return order_; }

 private:
  std::unordered_map<std::string, Symbol> symbols_;
  std::vector<std::string> order_;   // in order of declaration
  std::vector<std::size_t> begins_;  // of open scopes in `order_`
};

// The functions of the user that have been declared so far, with their overloads.
class Overloads {
 public:
  struct Entry {
    int declaration = -1;  // the first mention
    int definition = -1;   // the one with a body
  };
  explicit Overloads(const std::vector<Function>& functions) : functions_(functions) {}

  // Makes function number `number` callable.
  void declare(int number);
  // `_lupdf` and `_lupmf` find `_lpdf` and `_lpmf`.
  [[nodiscard]] const std::vector<Entry>& find(std::string_view name) const;
  // The entry with exactly these parameter types, or null.
  [[nodiscard]] const Entry* find_exact(const Function& function) const;
  [[nodiscard]] const Function& function(const Entry& entry) const {
    return functions_[static_cast<std::size_t>(entry.declaration)];
  }
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  const std::vector<Function>& functions_;
  std::unordered_map<std::string, std::vector<Entry>> entries_;
};

[[nodiscard]] bool same_parameters(const Function& a, const Function& b);

// "real foo(data int, vector)", with a bar after the first type for densities.
[[nodiscard]] std::string to_text(const Function& function);

// Density-like names: they are called with a bar.
[[nodiscard]] bool has_density_suffix(std::string_view name);

}  // namespace autumn::stan
