// This header reads data and initial values from JSON as CmdStan does, and binds them to declared
// variables.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "stan/types/type.h"
#include "trace/value.h"

namespace autumn::trace {

// One variable as a file gives it.
struct DataVariable {
  Dims dims;                    // none for a lone number; `[]` is (0), `[[], []]` is (2, 0)
  std::vector<double> numbers;  // first index fastest, as values store them
  // Whether every number is written as an integer of 32 bits: `1.0` is not. The place of the first
  // that is not, counted from 0.
  bool is_int = true;
  Dims first_real = {};
  std::string problem = {};  // why it cannot be read, of an object that is no tuple
  SourceRange where = {};
};

using Data = std::map<std::string, DataVariable>;

// The variables of one JSON object. Keys that are no names of variables are passed over with all
// they hold. A tuple is kept as its leaves (stan/types/leaves.h); what is wrong with it is an error
// only where it is used.
[[nodiscard]] Result<Data> parse_json(std::string_view text, const std::string& file_name);
// Of a file, which is read piece by piece: its text is never in memory as a whole.
[[nodiscard]] Result<Data> read_json(const std::string& path);

// As a file that reads back the same. What could not be read is left out.
[[nodiscard]] std::string to_json(const Data& data);

// A variable that wants its numbers.
struct Declared {
  std::string name;  // of a leaf
  stan::Type type;
  Dims dims;
  SourceRange where;
  std::string_view source = "data";  // or "initial value": what messages call the file
};

// What the data call the variable that a leaf is of: `z` for `z[].real`, as complex numbers are
// written [real, imag]. Other names stay.
[[nodiscard]] std::string data_name(const std::string& leaf);

// The numbers of a declared variable, if the data has it with these dimensions. A variable without
// elements may be missing. Constraints are not looked at.
[[nodiscard]] Result<Value> bind(const Data& data, const Declared& what);
// The same with the numbers moved out of the data: large data are not there twice.
[[nodiscard]] Result<Value> take(Data& data, const Declared& what);

// What is declared, by its leaves.
struct DeclaredLeaf {
  std::string name;
  SourceRange where;
};

// An error if the data have a part that a tuple among all these leaves is declared without.
[[nodiscard]] Status check_parts(const Data& data, std::span<const DeclaredLeaf> declared,
                                 std::string_view source = "data");

}  // namespace autumn::trace
