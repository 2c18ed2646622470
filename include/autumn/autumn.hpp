// Autumn: Bayesian models in C++. Include this.
#pragma once

#include "autumn/distributions.hpp"
#include "autumn/error.hpp"
#include "autumn/explain.hpp"
#include "autumn/expr.hpp"
#include "autumn/fit.hpp"
#include "autumn/model.hpp"
#include "autumn/options.hpp"
#include "autumn/support.hpp"
