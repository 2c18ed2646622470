// What a rank that does not lead would put on the screen is kept, for the rank that leads to say
// what is worth it, once.
#pragma once

#include <string>

#include "output/files/descriptor.h"

namespace autumn::cli {

class Said {
 public:
  // From now on nothing of this process is seen. If it aborts, its last words are.
  Said();
  ~Said();
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;

  // The others have said the same until now: that is forgotten, and results go their way again.
  void begin();
  [[nodiscard]] std::string text() const;
  // All is seen again, and what was kept is not.
  void let_go();

 private:
  output::Descriptor kept_;
  output::Descriptor stdout_, stderr_;  // where they went
};

}  // namespace autumn::cli
