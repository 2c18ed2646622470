// This header has the constants that normalise densities.
#pragma once

namespace autumn::dist {

inline constexpr double kLogPi = 1.1447298858494001741;
inline constexpr double kLogTwo = 0.69314718055994530942;
inline constexpr double kHalfLogTwoPi = 0.91893853320467274178;

}  // namespace autumn::dist
