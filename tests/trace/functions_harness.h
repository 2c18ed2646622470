// This header calls built-in functions on values made for tests.
#pragma once

#include <gtest/gtest.h>
#include <cmath>

#include <initializer_list>
#include <string>
#include <vector>

#include "expr/interpret.h"
#include "stan/types/signature.h"
#include "trace/builtin.h"
#include "trace/interpreter.h"
#include "trace/numbers.h"

namespace autumn::trace {

inline Value real(double x) {
  return Value::real(x);
}
inline Value whole(double x) {
  return Value::integer(x);
}
inline Value vec(Numbers x) {
  const Dims dims{x.size()};
  return Value::numbers({stan::Base::kVector, 0}, dims, std::move(x));
}
inline Value row(Numbers x) {
  const Dims dims{x.size()};
  return Value::numbers({stan::Base::kRowVector, 0}, dims, std::move(x));
}
inline Value reals(Numbers x) {
  const Dims dims{x.size()};
  return Value::numbers({stan::Base::kReal, 1}, dims, std::move(x));
}
inline Value ints(Numbers x) {
  const Dims dims{x.size()};
  return Value::numbers({stan::Base::kInt, 1}, dims, std::move(x));
}
// Column by column.
inline Value mat(std::size_t rows, std::size_t cols, Numbers x) {
  return Value::numbers({stan::Base::kMatrix, 0}, {rows, cols}, std::move(x));
}
// Any type; the first index is the fastest.
inline Value array(stan::Base base, std::uint32_t rank, Dims dims, Numbers x) {
  return Value::numbers({base, rank}, std::move(dims), std::move(x));
}

// A machine with an empty program around it.
struct Bench {
  expr::Builder builder;
  Machine machine{builder};
  stan::Program program;
  Interpreter interpreter;

  explicit Bench(Random* random = nullptr) : interpreter(program, machine, hooks(random)) {}

  static Interpreter::Hooks hooks(Random* random) {
    Interpreter::Hooks result;
    result.random = random;
    return result;
  }

  // The type of the result is the one the signature table gives.
  Value call(const std::string& name, const std::vector<Value>& arguments) {
    std::vector<stan::Type> types;
    for (const Value& x : arguments) types.push_back(x.type());
    const auto match = stan::best_match(name, types);
    const BuiltinEntry* entry = find_builtin(name);
    if (!match || entry == nullptr) {
      ADD_FAILURE() << name << (match ? " is not in the list" : " has no such signature");
      return real(0);
    }
    stan::Call syntax;
    syntax.name = name;
    return entry->function({machine, interpreter, arguments, match->result, syntax});
  }
};

inline Value call(const std::string& name, const std::vector<Value>& arguments) {
  Bench bench;
  return bench.call(name, arguments);
}

inline double number(const std::string& name, const std::vector<Value>& arguments) {
  return call(name, arguments).number();
}

inline Numbers numbers(const std::string& name, const std::vector<Value>& arguments) {
  const Value value = call(name, arguments);
  return {value.numbers().begin(), value.numbers().end()};
}

// The message of a call that must fail.
inline std::string failure(const std::string& name, const std::vector<Value>& arguments) {
  try {
    static_cast<void>(call(name, arguments));
  } catch (const RuntimeError& error) {
    return error.message;
  }
  return "no failure";
}

inline bool is_near(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b));
}

inline void expect_near(const Numbers& a, const Numbers& b, double tolerance,
                        const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(is_near(a[i], b[i], tolerance))
        << what << ", element " << i << ": " << a[i] << " but should be " << b[i];
  }
}

}  // namespace autumn::trace
