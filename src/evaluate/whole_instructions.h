// This header declares the instructions that work on whole arrays at once.
#pragma once

#include "evaluate/bound_instruction.h"

namespace autumn::evaluate {

void run_concat(const BoundInstruction& bound, Strip);
void run_repeat_rows(const BoundInstruction& bound, Strip);
void run_repeat_cols(const BoundInstruction& bound, Strip);
void run_row_sums(const BoundInstruction& bound, Strip);
void run_col_sums(const BoundInstruction& bound, Strip);
void run_cumulative_sum(const BoundInstruction& bound, Strip);
void run_kernel(const BoundInstruction& bound, Strip);
void run_matmul(const BoundInstruction& bound, Strip);
void run_cholesky(const BoundInstruction& bound, Strip);
void run_tri_solve(const BoundInstruction& bound, Strip);
void run_solve(const BoundInstruction& bound, Strip);
void run_log_abs_det(const BoundInstruction& bound, Strip);
// Operations whose reference already runs at full speed without taking memory.
void run_reference(const BoundInstruction& bound, Strip);

// What runs a node that is not elementwise.
[[nodiscard]] BoundInstruction::Run run_for(const expr::Graph& graph, expr::NodeId id,
                                            const InstructionDetail& detail);

}  // namespace autumn::evaluate
