// This header declares the way from the public builder to the model that all later stages work on.
#pragma once

#include "api/data.h"
#include "model/model.h"

namespace autumn::detail {

[[nodiscard]] model::Model finished(const ModelData& data);
// The same, and which factors observe data.
[[nodiscard]] simulate::Built built(const ModelData& data);

}  // namespace autumn::detail
