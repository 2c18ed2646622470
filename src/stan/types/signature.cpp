// This file matches argument types against signatures, with Stan's conversions, and writes
// messages about calls.
#include "stan/types/signature.h"

#include <algorithm>

namespace autumn::stan {

namespace {

bool is_number(const Type& type) {
  return !type.is_void() && !type.is_composite();
}

bool is_array(const Type& type) {
  return type.array_rank > 0;
}

bool is_sequence(const Type& type) {
  const Base base = real_base(type.base);
  return is_array(type) || base == Base::kVector || base == Base::kRowVector;
}

bool is_container(const Type& type) {
  return type.rank() > 0;
}

// How many steps from int over real to complex.
std::optional<std::size_t> steps_between(Base from, Base to) {
  if (from == to) return 0;
  if (from == Base::kInt && to == Base::kReal) return 1;
  if (from == Base::kInt && to == Base::kComplex) return 2;
  if (is_complex(to) && real_base(to) == from) return 1;
  return std::nullopt;
}

std::optional<std::size_t> steps_between(const Type& from, const Type& to) {
  if (from.array_rank != to.array_rank || from.parts.size() != to.parts.size()) return std::nullopt;
  std::optional<std::size_t> all = steps_between(from.base, to.base);
  for (std::size_t i = 0; all && i < from.parts.size(); ++i) {
    const auto more = steps_between(from.parts[i], to.parts[i]);
    all = more ? std::optional<std::size_t>(*all + *more) : std::nullopt;
  }
  return all;
}

// What the arguments seen so far agreed on.
struct Agreement {
  std::optional<Type>
      type;                // of any, array, sequence, container and of the containers among T and D
  Type first = kRealType;  // of the first argument, if it is one of several types
  Type scalar = kIntType;  // of the scalars among T and D: int until a real is seen
  bool has_elements = false;              // whether there are T or D
  std::optional<std::uint32_t> int_rank;  // of N
  std::optional<std::uint32_t> rank;      // of vector* and its like
  std::size_t conversions = 0;
};

bool agree(Agreement& state, const Type& type) {
  if (!state.type || *state.type == type) {
    state.type = type;
    return true;
  }
  const auto common = common_type(*state.type, type);
  if (!common) return false;
  state.type = common;
  ++state.conversions;
  return true;
}

bool agree_elements(Agreement& state, const Type& type) {
  state.has_elements = true;
  if (!type.is_scalar()) return agree(state, type);
  if (type.base == Base::kReal) state.scalar = kRealType;
  return true;
}

bool agree_like(Agreement& state, const Type& type) {
  if (type.is_scalar()) return true;
  return state.type.has_value() && agree(state, type);
}

bool agree_ints(Agreement& state, const Type& type) {
  const bool is_scalar = type.array_rank == 0;
  if (!is_scalar && state.int_rank.value_or(0) != 0 && *state.int_rank != type.array_rank) {
    return false;
  }
  state.int_rank = std::max(state.int_rank.value_or(0), type.array_rank);
  return true;
}

bool agree_rank(Agreement& state, const Argument& argument, const Type& type) {
  if (state.rank && *state.rank != type.array_rank) return false;
  state.rank = type.array_rank;
  if (type.base != argument.types[0].base) ++state.conversions;
  return true;
}

// Of several alternatives an exact one is better than a converted one.
bool agree_alternatives(Agreement& state, const Argument& argument, const Type& type, bool first) {
  const Type* chosen = nullptr;
  std::size_t least = 0;
  for (const Type& wanted : argument.types) {
    const auto steps = steps_between(type, wanted);
    if (!steps || (chosen != nullptr && *steps >= least)) continue;
    chosen = &wanted;
    least = *steps;
  }
  state.conversions += least;
  if (first && chosen != nullptr) state.first = *chosen;
  return true;
}

bool fits(Agreement& state, const Argument& argument, const Type& type, bool first) {
  if (!accepts(argument, type)) return false;
  switch (argument.accepts) {
    case Accepts::kOneOf: return agree_alternatives(state, argument, type, first);
    case Accepts::kAny:
    case Accepts::kArray:
    case Accepts::kSequence:
    case Accepts::kContainer: return agree(state, type);
    case Accepts::kDense:
      if (type.is_int()) ++state.conversions;
      return agree_elements(state, type);
    case Accepts::kElements: return agree_elements(state, type);
    case Accepts::kLike: return agree_like(state, type);
    case Accepts::kInts: return agree_ints(state, type);
    case Accepts::kRanked: return agree_rank(state, argument, type);
    case Accepts::kFunction: return true;
  }
  return false;
}

// N beside T: a scalar, or as many dimensions as the T; a scalar T is repeated to N's shape.
bool settle_elements(Agreement& state) {
  if (!state.has_elements) return true;
  if (!state.type) state.type = Type{state.scalar.base, state.int_rank.value_or(0)};
  return state.int_rank.value_or(0) == 0 || *state.int_rank == state.type->rank();
}

Type result_type(const Signature& signature, const Agreement& state,
                 std::span<const Type> arguments) {
  const Type agreed = state.type.value_or(state.first);
  switch (signature.rule) {
    case ResultRule::kType: return signature.type;
    case ResultRule::kSame: return agreed;
    case ResultRule::kReals: return with_reals(agreed);
    case ResultRule::kInts: return {Base::kInt, state.int_rank.value_or(0)};
    case ResultRule::kNested: return agreed.in_arrays(signature.type.array_rank);
    case ResultRule::kRanked: return {signature.type.base, state.rank.value_or(0)};
    case ResultRule::kRandom: {
      const bool all_scalars = std::all_of(arguments.begin(), arguments.end(),
                                           [](const Type& type) { return type.is_scalar(); });
      return {signature.type.base, all_scalars ? 0U : 1U};
    }
  }
  return kRealType;
}

// How far a call is from a signature: arguments that do not fit, and a wrong number of them.
std::size_t misfit(const Signature& signature, std::span<const Type> arguments) {
  const std::size_t wanted = signature.arguments.size();
  const std::size_t both = std::min(wanted, arguments.size());
  std::size_t count = 2 * (std::max(wanted, arguments.size()) - both);
  for (std::size_t i = 0; i < both; ++i) {
    if (!accepts(signature.arguments[i], arguments[i])) ++count;
  }
  return count;
}

bool uses_letters(const Signature& signature) {
  return std::any_of(signature.arguments.begin(), signature.arguments.end(), [](const auto& each) {
    return each.accepts == Accepts::kElements || each.accepts == Accepts::kDense ||
           each.accepts == Accepts::kInts;
  });
}

std::string result_text(const Signature& signature) {
  switch (signature.rule) {
    case ResultRule::kType: return to_text(signature.type);
    case ResultRule::kSame: return signature.arguments[0].text == "T" ? "T" : "same";
    case ResultRule::kReals: return "R";
    case ResultRule::kInts: return "N";
    case ResultRule::kNested:
      return "array[" + std::string(signature.type.array_rank - 1, ',') + "] any";
    case ResultRule::kRanked: return to_text(signature.type) + "*";
    case ResultRule::kRandom: return to_text(signature.type) + "s";
  }
  return "";
}

}  // namespace

bool converts(const Type& from, const Type& to) {
  return from == to || steps_between(from, to).has_value();
}

std::size_t conversions_between(const Type& from, const Type& to) {
  return steps_between(from, to).value_or(0);
}

std::optional<Type> common_type(const Type& a, const Type& b) {
  if (converts(a, b)) return b;
  if (converts(b, a)) return a;
  if (!a.is_tuple() || !b.is_tuple() || a.array_rank != b.array_rank ||
      a.parts.size() != b.parts.size()) {
    return std::nullopt;
  }
  Type common{Base::kTuple, a.array_rank};
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    const auto part = common_type(a.parts[i], b.parts[i]);
    if (!part) return std::nullopt;
    common.parts.push_back(*part);
  }
  return common;
}

Type with_reals(const Type& type) {
  return {type.base == Base::kInt ? Base::kReal : type.base, type.array_rank, type.parts};
}

bool is_worth_naming(const Signature& signature, std::span<const Type> arguments) {
  const auto is_complex = [](const Type& type) { return type.is_complex(); };
  const auto is_of_complex = [&](const Argument& argument) {
    return !argument.types.empty() && std::ranges::all_of(argument.types, is_complex);
  };
  return std::ranges::any_of(arguments, is_complex) ||
         std::ranges::none_of(signature.arguments, is_of_complex);
}

std::string to_text(const Signature& signature) {
  std::string text = result_text(signature) + " " + signature.name + "(";
  for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
    if (i > 0) text += i == 1 && signature.has_bar ? " | " : ", ";
    if (signature.arguments[i].is_data) text += "data ";
    text += signature.arguments[i].accepts == Accepts::kDense ? "T" : signature.arguments[i].text;
  }
  if (signature.has_bar && signature.arguments.size() == 1) text += " | ";
  return text + (signature.takes_more ? ", ...)" : ")");
}

bool accepts(const Argument& argument, const Type& type) {
  switch (argument.accepts) {
    case Accepts::kOneOf:
      return std::any_of(argument.types.begin(), argument.types.end(),
                         [&](const Type& wanted) { return converts(type, wanted); });
    case Accepts::kAny: return !type.is_void();
    case Accepts::kElements:
    case Accepts::kLike: return is_number(type);
    case Accepts::kArray: return is_array(type);
    case Accepts::kSequence: return is_sequence(type);
    case Accepts::kContainer: return is_container(type);
    case Accepts::kDense: return is_number(type) && type.array_rank == 0;
    case Accepts::kInts: return type.base == Base::kInt;
    case Accepts::kRanked:
      return type.array_rank >= argument.min_rank &&
             converts({type.base, 0}, {argument.types[0].base, 0});
    case Accepts::kFunction: return true;
  }
  return false;
}

std::optional<Match> match(const Signature& signature, std::span<const Type> arguments) {
  const std::size_t wanted = signature.arguments.size();
  if (arguments.size() < wanted || (arguments.size() > wanted && !signature.takes_more)) {
    return std::nullopt;
  }
  Agreement state;
  for (std::size_t i = 0; i < wanted; ++i) {
    if (!fits(state, signature.arguments[i], arguments[i], i == 0)) return std::nullopt;
  }
  if (!settle_elements(state)) return std::nullopt;
  return Match{&signature, result_type(signature, state, arguments), state.conversions};
}

std::optional<Match> best_match(std::string_view name, std::span<const Type> arguments) {
  std::optional<Match> best;
  for (const Signature& signature : lookup(name)) {
    const auto found = match(signature, arguments);
    if (found && (!best || found->conversions < best->conversions)) best = found;
  }
  return best;
}

std::vector<const Signature*> nearest(std::span<const Signature> signatures,
                                      std::span<const Type> arguments) {
  std::vector<const Signature*> order;
  for (const Signature& signature : signatures) {
    if (is_worth_naming(signature, arguments)) order.push_back(&signature);
  }
  std::stable_sort(order.begin(), order.end(), [&](const Signature* a, const Signature* b) {
    return misfit(*a, arguments) < misfit(*b, arguments);
  });
  if (order.size() > 3) order.resize(3);
  return order;
}

std::string nearest_signatures(std::span<const Signature> signatures,
                               std::span<const Type> arguments) {
  std::string text;
  bool has_letters = false;
  for (const Signature* signature : nearest(signatures, arguments)) {
    text += (text.empty() ? "available: " : "\n             ") + to_text(*signature);
    has_letters = has_letters || uses_letters(*signature);
  }
  // The letters are those of Stan's function reference.
  if (has_letters) text += "\n  (T: numbers of any shape; R: the same shape, of reals; N: of ints)";
  return text;
}

Result<Type> resolve_call(std::string_view name, std::span<const Type> arguments) {
  if (const auto found = best_match(name, arguments)) return found->result;
  const std::span<const Signature> known = lookup(name);
  if (known.empty()) {
    const auto names = function_names();
    const std::string near = nearest_word(name, names.data(), names.data() + names.size());
    return Error{"there is no function `" + std::string(name) + "`",
                 near.empty() ? "" : "did you mean `" + near + "`?",
                 {}};
  }
  std::string types;
  for (const Type& type : arguments) types += (types.empty() ? "" : ", ") + to_text(type);
  return Error{"`" + std::string(name) + "` cannot be called with (" + types + ")",
               nearest_signatures(known, arguments),
               {}};
}

std::vector<Type> examples(const Argument& argument) {
  std::vector<Type> all;
  if (argument.accepts == Accepts::kFunction) return all;
  // Complex numbers where they are asked for by name.
  for (Base base = Base::kInt; base != (argument.types.empty() ? Base::kComplex : Base::kTuple);
       base = static_cast<Base>(static_cast<int>(base) + 1)) {
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      const Type type{base, rank};
      const auto& types = argument.types;
      const bool is_listed = std::find(types.begin(), types.end(), type) != types.end();
      const bool is_base = argument.accepts == Accepts::kRanked && base == types[0].base;
      const bool is_exact = types.empty() || is_listed || is_base;
      if (is_exact && accepts(argument, type)) all.push_back(type);
    }
  }
  return all;
}

}  // namespace autumn::stan
