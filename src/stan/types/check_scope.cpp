// This file keeps the scopes of variables and the overloads of functions.
#include "stan/types/check_scope.h"

#include <algorithm>

#include "stan/types/signature.h"

namespace autumn::stan {

std::string_view to_text(BlockKind place) {
  switch (place) {
    case BlockKind::kFunctions: return "functions";
    case BlockKind::kData: return "data";
    case BlockKind::kTransformedData: return "transformed data";
    case BlockKind::kParameters: return "parameters";
    case BlockKind::kTransformedParameters: return "transformed parameters";
    case BlockKind::kModel: return "model";
    case BlockKind::kGeneratedQuantities: return "generated quantities";
  }
  return "";
}

void Scopes::close() {
  const std::size_t begin = begins_.back();
  for (std::size_t i = begin; i < order_.size(); ++i) symbols_.erase(order_[i]);
  order_.resize(begin);
  begins_.pop_back();
}

const Symbol* Scopes::find(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : &found->second;
}

bool Scopes::declare(const std::string& name, const Symbol& symbol) {
  if (!symbols_.emplace(name, symbol).second) return false;
  order_.push_back(name);
  return true;
}

bool same_parameters(const Function& a, const Function& b) {
  return std::equal(
      a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
      [](const FunctionParameter& x, const FunctionParameter& y) { return x.type == y.type; });
}

const std::vector<Overloads::Entry>& Overloads::find(std::string_view name) const {
  static const std::vector<Entry> kNone;
  if (entries_.empty()) return kNone;
  const auto found = entries_.find(without_proportionality(name));
  return found == entries_.end() ? kNone : found->second;
}

const Overloads::Entry* Overloads::find_exact(const Function& wanted) const {
  for (const Entry& entry : find(wanted.name)) {
    if (same_parameters(function(entry), wanted)) return &entry;
  }
  return nullptr;
}

void Overloads::declare(int number) {
  const Function& declared = functions_[static_cast<std::size_t>(number)];
  if (find_exact(declared) != nullptr) return;
  Entry entry{number, declared.is_forward ? -1 : number};
  // A forward declaration can be called before its definition is reached, but means the definition.
  for (auto i = static_cast<std::size_t>(number); entry.definition < 0 && i < functions_.size();
       ++i) {
    const Function& later = functions_[i];
    if (!later.is_forward && later.name == declared.name && same_parameters(later, declared)) {
      entry.definition = static_cast<int>(i);
    }
  }
  entries_[declared.name].push_back(entry);
}

std::vector<std::string> Overloads::names() const {
  std::vector<std::string> names;
  for (const auto& [name, overloads] : entries_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

bool has_density_suffix(std::string_view name) {
  for (const char* suffix : {"_lpdf", "_lpmf", "_lupdf", "_lupmf", "_lcdf", "_lccdf", "_cdf"}) {
    if (name.ends_with(suffix)) return true;
  }
  return false;
}

std::string to_text(const Function& function) {
  std::string text = to_text(function.result) + " " + function.name + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    if (i > 0) text += i == 1 && has_density_suffix(function.name) ? " | " : ", ";
    if (function.parameters[i].is_data) text += "data ";
    text += to_text(function.parameters[i].type);
  }
  return text + ")";
}

}  // namespace autumn::stan
