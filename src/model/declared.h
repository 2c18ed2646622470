// What a node was declared to be: the support of a variable, also of whole items taken out of one.
#pragma once

#include "model/model.h"

namespace autumn::model {

// Of a node that is a variable; else nothing.
[[nodiscard]] const Support* declared_support(const Model& model, NodeId node);

// The support of the items of a node that is a variable, or whole items of one; else nothing.
[[nodiscard]] const Support* declared_items(const Model& model, NodeId node);

}  // namespace autumn::model
