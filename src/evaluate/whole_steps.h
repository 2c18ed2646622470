// This header declares the steps that work on whole arrays at once.
#pragma once

#include "evaluate/step.h"

namespace autumn::evaluate {

void run_concat(const Step& step, Strip);
void run_repeat_rows(const Step& step, Strip);
void run_repeat_cols(const Step& step, Strip);
void run_row_sums(const Step& step, Strip);
void run_col_sums(const Step& step, Strip);
void run_kernel(const Step& step, Strip);
void run_matmul(const Step& step, Strip);
void run_cholesky(const Step& step, Strip);
void run_tri_solve(const Step& step, Strip);
void run_solve(const Step& step, Strip);
void run_log_abs_det(const Step& step, Strip);
// Operations whose reference already runs at full speed without taking memory.
void run_reference(const Step& step, Strip);

// What runs a node that is not elementwise.
[[nodiscard]] Step::Run run_for(const expr::Graph& graph, expr::NodeId id,
                                const StepDetail& detail);

}  // namespace autumn::evaluate
