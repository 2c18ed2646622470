// This header declares the models of the paper in the C++ interface; the Stan programs beside this
// file are the same models.
#pragma once

#include <autumn/autumn.hpp>
#include <vector>

namespace paper {

using Numbers = std::vector<double>;
using Indices = std::vector<int>;  // from 0

autumn::Model eight_schools(const Numbers& y, const Numbers& sigma);

// y[i] successes in trials[i].
autumn::Model binary_trials(const Numbers& y, const Numbers& trials);

// One pair of classes: the paper's Figure 2.
autumn::Model electric_simplified(const Numbers& t, const Numbers& y);

struct Classes {
  Indices pair;        // of each class
  Indices grade;       // of each class
  Indices grade_pair;  // the grade of each pair
  Numbers treatment;
  Numbers y;
};
autumn::Model electric_company(const Classes& classes);

struct Visits {
  Indices patient;
  Numbers week;
  Numbers y;
  std::size_t patients = 0;
};
autumn::Model fibrosis(const Visits& visits);

// The paper's Appendix F.
autumn::Model one_parent(const Numbers& y);

}  // namespace paper
