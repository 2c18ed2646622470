// Tables of methods other than sampling, as CSV files.
#pragma once

#include <string>
#include <vector>

#include "base/draws.h"
#include "cmdstan/session.h"
#include "engine/approximations/methods.h"

namespace autumn::cmdstan {

// Comments between the names and the rows, and after the rows: lines without `# `.
struct TableComments {
  std::vector<std::string> before = {};
  std::vector<std::string> after = {};
};

[[nodiscard]] Status write_table(const Session& session, const std::string& path,
                                 const DrawTable& table, const TableComments& comments = {});

// The first of the files that the session writes.
[[nodiscard]] std::string output_file(const Session& session);

// Where a method starts, as `init=` says.
[[nodiscard]] Result<engine::StartOptions> start_of(const Session& session,
                                                    const engine::Prepared& prepared,
                                                    std::size_t path = 0);
[[nodiscard]] engine::MethodKey key_of(const Session& session);

// Says lines on the standard output, mistakes on the standard error.
[[nodiscard]] approximate::Observer saying(const std::atomic<bool>* stop);

// Says that some rows have NaN among their generated quantities, if they have.
void note_generated(const Session& session, const engine::MethodTable& table);

}  // namespace autumn::cmdstan
