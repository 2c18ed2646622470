// This file writes numbers as CmdStan does.
#include "output/files/number_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace autumn::output {
namespace {

// The fast way: numbers of ordinary size with few digits, which are nearly all numbers there are.
// All arithmetic is on integers and exact, so that rounding is that of printf, ties included.
constexpr int kMostDigits = 9;
constexpr int kMostScale = 27;  // 5^27 < 2^63: a mantissa times a power of five fits in 128 bits
constexpr double kLeast = 1e-17;
constexpr double kLargest = 0x1p62;

template <std::uint64_t kBase, std::size_t kCount>
constexpr std::array<std::uint64_t, kCount> powers() {
  std::array<std::uint64_t, kCount> table{1};
  for (std::size_t k = 1; k < kCount; ++k) table[k] = table[k - 1] * kBase;
  return table;
}
constexpr auto kPowersOfTen = powers<10, 20>();
constexpr auto kPowersOfFive = powers<5, kMostScale + 1>();

struct Parts {
  std::uint64_t mantissa;  // value = mantissa * 2^exponent
  int exponent;
};

Parts parts_of(double positive) {
  const auto bits = std::bit_cast<std::uint64_t>(positive);
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  return {(bits & (kHidden - 1)) | kHidden, static_cast<int>(bits >> 52) - 1075};
}

__extension__ typedef unsigned __int128 Wide;  // NOLINT: `using` takes no __extension__

// To nearest, ties to even.
std::uint64_t rounded(std::uint64_t quotient, bool is_above_half, bool is_half) {
  return quotient + (is_above_half || (is_half && (quotient & 1) != 0) ? 1 : 0);
}

// value * 10^scale, rounded; the result is known to be below 2^63.
std::uint64_t scaled_up(const Parts& parts, int scale) {
  const Wide product = Wide{parts.mantissa} * kPowersOfFive[static_cast<std::size_t>(scale)];
  const int shift = -(parts.exponent + scale);
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  const Wide half = Wide{1} << (shift - 1);
  const Wide rest = product & ((half << 1) - 1);
  return rounded(static_cast<std::uint64_t>(product >> shift), rest > half, rest == half);
}

// value / 10^scale, rounded, for values below 2^62.
std::uint64_t scaled_down(double value, int scale) {
  const auto whole = static_cast<std::uint64_t>(value);
  const bool has_fraction = static_cast<double>(whole) != value;
  const std::uint64_t divisor = kPowersOfTen[static_cast<std::size_t>(scale)];
  const std::uint64_t twice = 2 * (whole % divisor);
  return rounded(whole / divisor, twice > divisor || (twice == divisor && has_fraction),
                 twice == divisor && !has_fraction);
}

struct Decimal {
  std::uint64_t digits;  // exactly `precision` of them
  int exponent;          // of the first
};

Decimal decimal_of(double positive, int precision) {
  const Parts parts = parts_of(positive);
  // log10(2) = 1233 / 4096 to four places: the exponent may be one too small or too large.
  int exponent = ((parts.exponent + 52) * 1233) >> 12;
  const std::uint64_t least = kPowersOfTen[static_cast<std::size_t>(precision - 1)];
  while (true) {
    const int scale = precision - 1 - exponent;
    const std::uint64_t digits =
        scale >= 0 ? scaled_up(parts, scale) : scaled_down(positive, -scale);
    if (digits < least) {
      --exponent;
    } else if (digits >= 10 * least) {
      ++exponent;
    } else {
      return {digits, exponent};
    }
  }
}

// "12345", without the zeros at the end; returns how many digits are left.
int write_digits(std::uint64_t digits, int precision, char* out) {
  for (int k = precision; k-- > 0; digits /= 10) out[k] = static_cast<char>('0' + digits % 10);
  while (precision > 1 && out[precision - 1] == '0') --precision;
  return precision;
}

char* write_exponent(int exponent, char* out) {
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  const int size = exponent < 0 ? -exponent : exponent;
  *out++ = static_cast<char>('0' + size / 10);
  *out++ = static_cast<char>('0' + size % 10);
  return out;
}

// printf's %g: an exponent where it is below -4 or not below the precision.
char* write_general(const Decimal& decimal, int precision, char* out) {
  char digits[kMostDigits];
  const int count = write_digits(decimal.digits, precision, digits);
  const int exponent = decimal.exponent;
  const bool is_scientific = exponent < -4 || exponent >= precision;
  const int before = is_scientific ? 1 : exponent + 1;  // digits before the point
  if (before <= 0) {
    *out++ = '0';
    *out++ = '.';
    for (int k = before; k < 0; ++k) *out++ = '0';
  }
  for (int k = 0; k < count || k < before; ++k) {
    if (k == before && k > 0) *out++ = '.';
    *out++ = k < count ? digits[k] : '0';
  }
  return is_scientific ? write_exponent(exponent, out) : out;
}

}  // namespace

void append_number(std::string& text, double value, int precision) {
  if (std::isnan(value)) {  // to_chars would keep the sign of a NaN
    text += "nan";
    return;
  }
  const int digits = precision < 0 ? 6 : precision;
  char buffer[64];
  const double size = std::fabs(value);
  if (digits >= 1 && digits <= kMostDigits && size >= kLeast && size < kLargest) {
    buffer[0] = '-';
    const char* end = write_general(decimal_of(size, digits), digits, buffer + 1);
    const char* begin = value < 0 ? buffer : buffer + 1;
    text.append(begin, static_cast<std::size_t>(end - begin));
    return;
  }
  const auto result =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  text.append(buffer, result.ptr);
}

void append_integer(std::string& text, double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond, a double is no count
  if (!(std::abs(value) <= kExact)) {
    append_number(text, value, 17);
    return;
  }
  char buffer[32];
  const auto result =
      std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(std::llround(value)));
  text.append(buffer, result.ptr);
}

std::string seconds_text(double seconds) {
  std::string text = fmt::format("{:.6f}", seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace autumn::output
