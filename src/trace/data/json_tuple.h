// A tuple reader builds the leaves of a variable that JSON writes as an object, {"1": ..., "2":
// ...}, or as an array of such objects: CmdStan's form of tuples.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/data/data.h"

namespace autumn::trace {

class TupleReader {
 public:
  // The variable, inside of so many arrays already, all at their first element.
  TupleReader(std::string name, SourceRange where, std::size_t arrays);

  void start_object();
  void key(std::string_view text);
  void end_object();
  void start_array();
  void end_array();
  void number(double x, bool is_int);
  // What stands in place of a number.
  void refuse(std::string_view what) { complain(std::string(what)); }

  // What was read: a variable for each leaf, named as in stan/types/leaves.h. If something is
  // wrong, one of the name of the variable that only says what.
  [[nodiscard]] Data finish();

 private:
  // Of what is open: an array with the number of its elements so far, or an object with that of its
  // parts.
  struct Level {
    bool is_array = false;
    std::size_t count = 0;
    std::string name;      // of a leaf that begins here
    std::size_t rank = 0;  // of the arrays between the last part and here
  };

  void open(bool is_array);
  void close();
  void complain(std::string problem);
  [[nodiscard]] Level here() const;

  std::string name_;
  SourceRange where_;
  std::vector<Level> levels_;
  Level next_;  // a value at the part that was named last
  std::map<std::string, DataVariable> leaves_;
  std::string problem_;
};

}  // namespace autumn::trace
