// What is ready to run.
#pragma once

#include "engine/prepare.h"
#include "engine/run.h"

namespace autumn::engine {

// A model that is ready to run, with the options completed for it.
struct Ready {
  Prepared prepared;
  RunOptions options;
};

}  // namespace autumn::engine
