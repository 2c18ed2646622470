// This header includes all of Autumn's C++ interface: it is the one that users include.
#pragma once

#include "autumn/distributions.hpp"
#include "autumn/error.hpp"
#include "autumn/explain.hpp"
#include "autumn/expr.hpp"
#include "autumn/fit.hpp"
#include "autumn/model.hpp"
#include "autumn/options.hpp"
#include "autumn/support.hpp"
