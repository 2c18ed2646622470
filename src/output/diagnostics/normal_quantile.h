// This header declares the quantile function of the standard normal distribution, for rank
// normalisation.
#pragma once

namespace autumn::output {

// Wichura's algorithm AS 241 (1988), the one R uses: relative error about 1e-16. Needs 0 <
// probability < 1.
[[nodiscard]] double normal_quantile(double probability);

}  // namespace autumn::output
