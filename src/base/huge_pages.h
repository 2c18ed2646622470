// Large tables in large pages: a fault for every 2 MB of a table instead of one for every 4 kB.
#pragma once

#include <cstddef>

namespace autumn {

// Asks the system for large pages in memory that is not written to yet. Nothing happens where the
// system has none, or where the memory is small.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace autumn
