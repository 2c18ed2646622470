// This header has Gauss-Legendre quadrature with 48 points on [0, 1], for smooth integrands that
// fall by a known factor.
#pragma once

#include <array>

namespace autumn::special {

struct QuadratureNode {
  double at;
  double weight;
};

// The nodes below 1/2; the others are their mirror images.
inline constexpr std::array<QuadratureNode, 24> kLegendreHalf{
    {{0.0006144963737869407, 0.0015766730261529192}, {0.003234913866824621, 0.0036637769506381312},
     {0.007937708138586571, 0.00573861728961727},    {0.014704203726876374, 0.007789657861471924},
     {0.02350614841978457, 0.009808080228677764},    {0.034306654646722834, 0.01178538041966219},
     {0.04706043164221516, 0.013713254854178474},    {0.06171398986287606, 0.015583613916399045},
     {0.07820586918780323, 0.01738861128238522},     {0.09646689798527869, 0.019120675532915354},
     {0.11642048374212983, 0.020772541471732374},    {0.13798293453809268, 0.02233728042834714},
     {0.16106381018366805, 0.02380832924624524},     {0.1855663016117432, 0.025179517776927236},
     {0.21138763695801366, 0.026445094742596834},    {0.23841951263888347, 0.027599751849992082},
     {0.2665485476245208, 0.028638646050201607},     {0.2956567590046416, 0.029557419849197818},
     {0.32562205685391965, 0.03035221958294694},     {0.3563187563222722, 0.031019711579946332},
     {0.38761810480265546, 0.03155709614312701},     {0.41938882196555416, 0.03196211929232409},
     {0.4514976503952686, 0.032233082217975044},     {0.4838099145185653, 0.03236884840634196}}};

// Integrands are cut where they have fallen to exp(-kQuadratureDepth) of their value at the start.
inline constexpr double kQuadratureDepth = 42;

// Calls visit(v, weight) for the 48 points of [0, length]; the weights add up to length.
template <typename Visit>
void for_each_node(double length, Visit visit) {
  for (const QuadratureNode& node : kLegendreHalf) {
    visit(length * node.at, length * node.weight);
    visit(length * (1 - node.at), length * node.weight);
  }
}

}  // namespace autumn::special
