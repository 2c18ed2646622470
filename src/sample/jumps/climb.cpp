// This file climbs by the method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright
// 2006, chapter 6), which learns the curvature on its way.
#include "sample/jumps/climb.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace autumn::sampler {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int kMostGradients = 150;
// The longest step in one go: coordinates are about of unit size, and a density may have nothing
// but rounding to say far away.
constexpr double kLongestStep = 2.0;
// Of the rise that the slope promises, a step must bring so much.
constexpr double kEnough = 1e-4;
// Less than this to rise, as the curvature has it, is the top: a tenth of a standard deviation.
constexpr double kTop = 0.005;
// The curvature is looked at where the density is this much lower, about a standard deviation away.
constexpr double kLeastDrop = 0.1;
constexpr double kMostDrop = 1.0;

struct Place {
  Vector x, gradient;
  double height = 0.0;
};

class Climb {
 public:
  Climb(const Point& from, Hamiltonian& hamiltonian) : hamiltonian_(hamiltonian) {
    const auto n = static_cast<Eigen::Index>(from.position.size());
    here_.x = Eigen::Map<const Vector>(from.position.data(), n);
    here_.gradient = Eigen::Map<const Vector>(from.gradient.data(), n);
    here_.height = from.log_density;
    inverse_ = Matrix::Identity(n, n);
  }

  std::optional<Summit> run() {
    constexpr int kMostLooks = 4;
    for (int looks = 0; looks < kMostLooks; ++looks) {
      if (!reach_top() || !look_around()) return std::nullopt;
      if (is_top()) return summit();
    }
    return std::nullopt;
  }

 private:
  // What the curvature as it is known, in all directions, promises above here is next to nothing.
  [[nodiscard]] bool is_top() const {
    return learnt_ >= here_.x.size() && 0.5 * here_.gradient.dot(inverse_ * here_.gradient) < kTop;
  }

  bool reach_top() {
    while (!is_top()) {
      if (left_ <= 0 || !step()) return false;
    }
    return true;
  }

  // What was learnt on the way may be far from what is true here.
  bool look_around() {
    const std::optional<Matrix> curvature = curvature_here();
    if (!curvature) return false;
    const Eigen::LLT<Matrix> factor(*curvature);
    if (factor.info() != Eigen::Success) return false;
    inverse_ = factor.solve(Matrix::Identity(curvature->rows(), curvature->cols()));
    return inverse_.allFinite();
  }

  [[nodiscard]] Summit summit() const {
    const Vector top = here_.x + inverse_ * here_.gradient;
    return {{top.begin(), top.end()}, {inverse_.data(), inverse_.data() + inverse_.size()}};
  }

  // Not finite where the point is rejected.
  Place at(Vector x) {
    --left_;
    Place place{std::move(x), Vector(here_.x.size()), 0.0};
    place.height = hamiltonian_.evaluate(
        {place.x.data(), static_cast<std::size_t>(place.x.size())},
        {place.gradient.data(), static_cast<std::size_t>(place.gradient.size())});
    return place;
  }

  [[nodiscard]] static bool is_usable(const Place& place) {
    return std::isfinite(place.height) && place.gradient.allFinite();
  }

  bool step() {
    Vector direction = inverse_ * here_.gradient;
    double slope = direction.dot(here_.gradient);
    if (!(slope > 0.0) || !direction.allFinite()) return false;
    if (const double length = direction.norm(); length > kLongestStep) {
      direction *= kLongestStep / length;
      slope *= kLongestStep / length;
    }
    for (double share = 1.0; left_ > 0; share *= 0.4) {
      Place next = at(here_.x + share * direction);
      if (!is_usable(next) || next.height < here_.height + kEnough * share * slope) continue;
      learn(next);
      here_ = std::move(next);
      return true;
    }
    return false;
  }

  // The inverse of the curvature, from how the gradient changed. Steps through places that are not
  // curved downwards say nothing.
  void learn(const Place& next) {
    const Vector moved = next.x - here_.x, fell = here_.gradient - next.gradient;
    const double curved = moved.dot(fell);
    if (!(curved > 1e-12 * moved.norm() * fell.norm())) return;
    if (learnt_++ == 0) inverse_ *= curved / fell.squaredNorm();
    const Vector image = inverse_ * fell;
    inverse_ += (1.0 + fell.dot(image) / curved) / curved * moved * moved.transpose() -
                (image * moved.transpose() + moved * image.transpose()) / curved;
  }

  // Minus the second derivatives, by differences of gradients.
  std::optional<Matrix> curvature_here() {
    const Eigen::Index n = here_.x.size();
    Matrix curvature(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const std::optional<Vector> along = curvature_along(k);
      if (!along) return std::nullopt;
      curvature.col(k) = *along;
    }
    return Matrix(0.5 * (curvature + curvature.transpose()));
  }

  // Between two places on both sides where the density has fallen a little.
  std::optional<Vector> curvature_along(Eigen::Index k) {
    constexpr int kTries = 12;
    double step = std::clamp(std::sqrt(inverse_(k, k)), 1e-6, 1.0);
    for (int tries = 0; tries < kTries && left_ > 0; ++tries) {
      const Vector away = step * Vector::Unit(here_.x.size(), k);
      const Place above = at(here_.x + away), below = at(here_.x - away);
      const double drop = here_.height - 0.5 * (above.height + below.height);
      const bool is_low = !is_usable(above) || !is_usable(below) || drop > kMostDrop;
      if (!is_low && drop >= kLeastDrop) {
        return Vector((below.gradient - above.gradient) / (2.0 * step));
      }
      step *= is_low ? 0.4 : 2.2;
    }
    return std::nullopt;
  }

  Hamiltonian& hamiltonian_;
  Place here_;
  Matrix inverse_;
  Eigen::Index learnt_ = 0;  // how many steps have told something of the curvature
  int left_ = kMostGradients;
};

}  // namespace

std::optional<Summit> climb(const Point& from, Hamiltonian& hamiltonian) {
  return Climb(from, hamiltonian).run();
}

}  // namespace autumn::sampler
