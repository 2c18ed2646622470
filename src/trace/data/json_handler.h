// The JSON handler says what to do with each piece of a JSON text: it builds the variables of the
// data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "trace/data/data.h"
#include "trace/data/json_stream.h"
#include "trace/data/json_tuple.h"

namespace autumn::trace {

// The suggestion for null, NA and their like.
inline constexpr std::string_view kMissingValues =
    "Stan has no missing values: leave the element out, or make it a parameter of the model";

// The numbers of an array with its first index fastest, from those with its last index fastest.
[[nodiscard]] std::vector<double> first_index_fastest(std::vector<double> numbers,
                                                      const Dims& dims);

// The indices, from 0, of number `at` of an array whose last index is fastest.
[[nodiscard]] Dims indices_of(std::size_t at, const Dims& dims);

// Gets the events of RapidJSON, whose names these are; each answers whether to go on.
class JsonHandler {
 public:
  JsonHandler(JsonStream& stream, std::string file) : stream_(stream), file_(std::move(file)) {}

  bool Null();
  bool Bool(bool x);
  bool RawNumber(const char* text, unsigned length, bool);
  // Numbers never come in these ways, which the reader knows of.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
  bool String(const char* text, unsigned length, bool);
  bool StartObject();
  bool Key(const char* text, unsigned length, bool);
  bool EndObject(unsigned);
  bool StartArray();
  bool EndArray(unsigned);

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  // The variable or element that is being read, "y" and "`y[2,1]`"; empty between variables.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string subject() const;
  [[nodiscard]] Data take_data() { return std::move(data_); }

 private:
  bool add(double x, bool is_int);
  // The end of one element, which may be that of the variable.
  void close();
  void close_tuple();
  bool fail(std::size_t offset, std::string message, std::string suggestion);
  bool fail_at_word(std::string message, std::string suggestion);
  [[nodiscard]] std::string named(std::string_view indices) const;
  // What has the same name already.
  [[nodiscard]] Data::const_iterator find_given() const;

  JsonStream& stream_;
  std::string file_;
  Data data_;
  std::optional<Error> error_;

  // The variable that is being read.
  std::string name_;
  DataVariable variable_;
  std::optional<TupleReader> tuple_;  // of a variable that is one
  bool is_skipped_ = false;           // no name of a variable
  bool is_inside_ = false;            // the outermost object
  std::size_t nesting_ = 0;           // arrays and objects that are open
  std::vector<std::size_t> counts_;   // elements so far of every open array
};

}  // namespace autumn::trace
