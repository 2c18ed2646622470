// The dense kernels of this machine, for the operations that passes put in place of others.
#pragma once

#include "dense/kernels.h"

namespace autumn::passes {

inline const dense::Kernels& dense_kernels() {
  static const dense::Kernels& kernels = dense::kernels(default_instruction_set());
  return kernels;
}

}  // namespace autumn::passes
