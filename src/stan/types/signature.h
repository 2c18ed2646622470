// A signature is that of one of Stan's built-in functions; this header finds which of them fits a
// call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "stan/types/type.h"

namespace autumn::stan {

// ---- conversions ----

// Whether a value of type `from` may stand where `to` is asked for: equal types, ints for reals,
// both for complex numbers, the same in arrays, vectors, matrices and the parts of tuples.
[[nodiscard]] bool converts(const Type& from, const Type& to);
// How many steps it takes, from int to real to complex, in all parts together.
[[nodiscard]] std::size_t conversions_between(const Type& from, const Type& to);

// The type both convert to, if there is one.
[[nodiscard]] std::optional<Type> common_type(const Type& a, const Type& b);

// The same shape with ints turned into reals.
[[nodiscard]] Type with_reals(const Type& type);

// ---- signatures ----

// What may stand in one place of a call; the words are those of signatures.def.
enum class Accepts : std::uint8_t {
  kOneOf,      // `types`
  kAny,        // any
  kArray,      // array
  kSequence,   // sequence
  kContainer,  // container
  kElements,   // T
  kDense,      // D
  kLike,       // T|real
  kInts,       // N
  kRanked,     // vector*, real+: `types[0]` with at least `min_rank` array dimensions
  kFunction,   // a function of the user with the parameters `parameters` and the result `types[0]`
};

struct Argument {
  Accepts accepts = Accepts::kOneOf;
  std::vector<Type> types = {};
  std::uint32_t min_rank = 0;
  bool is_data = false;                   // must not depend on parameters
  std::vector<Argument> parameters = {};  // of kFunction
  bool takes_more = false;  // of kFunction: the arguments at the end of the call follow
  std::string text = {};    // as the table writes it, without `data`
};

enum class ResultRule : std::uint8_t {
  kType,    // `type`
  kSame,    // the type the arguments agreed on
  kReals,   // that type with ints turned into reals
  kInts,    // N
  kNested,  // an array of rank `type.array_rank` of what the arguments agreed on
  kRanked,  // `type.base` with the array dimensions of the arguments
  kRandom,  // `type`, or array[] of it if some argument is a container
};

struct Signature {
  std::string name;
  std::vector<Argument> arguments;
  ResultRule rule = ResultRule::kType;
  Type type;
  bool has_bar = false;         // the first argument stands before a `|`
  bool takes_more = false;      // ends with `...`
  bool is_redefinable = false;  // a user may define it: see signatures.def
};

// "real normal_lpdf(reals | reals, reals)"
[[nodiscard]] std::string to_text(const Signature& signature);

// Every built-in signature, sorted by name.
[[nodiscard]] std::span<const Signature> all_signatures();

// Those of one function; empty for unknown names. `_lupdf` and `_lupmf` are those of `_lpdf`,
// `_lpmf`.
[[nodiscard]] std::span<const Signature> lookup(std::string_view name);

// Types an argument accepts as they are, for tests that go through the table: all of them, or a
// sample where there is no end of them.
[[nodiscard]] std::vector<Type> examples(const Argument& argument);

// ---- matching ----

struct Match {
  const Signature* signature = nullptr;
  Type result;
  std::size_t conversions = 0;  // how many arguments are ints that become reals
};

// How these arguments fit one signature. A function of the user (kFunction) matches anything here;
// its own parameters are for the caller to check.
[[nodiscard]] std::optional<Match> match(const Signature& signature,
                                         std::span<const Type> arguments);

// The signature that fits with the fewest conversions; the earlier one in the table if two are
// equal.
[[nodiscard]] std::optional<Match> best_match(std::string_view name,
                                              std::span<const Type> arguments);

// Whether the argument alone could be of that type (what others agreed on is left aside).
[[nodiscard]] bool accepts(const Argument& argument, const Type& type);

// The type of a call, or a message with the nearest signatures.
[[nodiscard]] Result<Type> resolve_call(std::string_view name, std::span<const Type> arguments);

// Up to three signatures, those first that miss least.
[[nodiscard]] std::vector<const Signature*> nearest(std::span<const Signature> signatures,
                                                    std::span<const Type> arguments);

// Whether a message about these arguments names the signature: those of complex numbers only where
// an argument is complex.
[[nodiscard]] bool is_worth_naming(const Signature& signature, std::span<const Type> arguments);

// "available: ..." with up to three signatures, those first that miss least; empty if there are
// none.
[[nodiscard]] std::string nearest_signatures(std::span<const Signature> signatures,
                                             std::span<const Type> arguments);

// ---- names ----

enum class DistributionKind : std::uint8_t { kContinuous, kDiscrete };

// The distributions that can stand after `~`, without suffix, sorted.
[[nodiscard]] std::span<const std::string> distribution_names();
[[nodiscard]] std::optional<DistributionKind> distribution_kind(std::string_view name);
[[nodiscard]] bool is_distribution(std::string_view name);

// The names of all built-in functions, sorted.
[[nodiscard]] std::span<const std::string> function_names();

// "normal_lupdf" -> "normal_lpdf"; other names stay as they are.
[[nodiscard]] std::string without_proportionality(std::string_view name);

}  // namespace autumn::stan
