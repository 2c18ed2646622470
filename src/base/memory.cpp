// This file asks the operating system how much memory there is, as POSIX has it.
#include "base/memory.h"

#include <unistd.h>

namespace autumn {

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

}  // namespace autumn
