// These tests look at the order in which Stan has unconstrained numbers.
#include "engine/coordinates.h"

#include <gtest/gtest.h>

#include <variant>

#include "base/column_order.h"
#include "base/display_name.h"
#include "engine/load.h"

namespace autumn::engine {
namespace {

Prepared prepared_of(const std::string& parameters, const collapse::PlanOptions& plan,
                     const std::string& model = "") {
  const auto program =
      load_program({"m.stan", "parameters {" + parameters + "} model {" + model + "}"}, {});
  EXPECT_TRUE(std::holds_alternative<LoadedProgram>(program));
  const auto traced = load_model(std::get<LoadedProgram>(program), trace::Data{}, {});
  EXPECT_TRUE(std::holds_alternative<trace::Traced>(traced));
  return prepare(std::get<trace::Traced>(traced), plan).value();
}

std::vector<std::string> names_of(const std::string& parameters) {
  return stan_coordinates(prepared_of(parameters, {.is_off = true})).names;
}

using Names = std::vector<std::string>;

TEST(Coordinates, OfAnArrayOfVectorsFollowItemByItem) {
  EXPECT_EQ(names_of("array[2] vector[3] x;"),
            (Names{"x.1.1", "x.1.2", "x.1.3", "x.2.1", "x.2.2", "x.2.3"}));
  EXPECT_EQ(names_of("array[2, 2] real x;"), (Names{"x.1.1", "x.1.2", "x.2.1", "x.2.2"}));
}

TEST(Coordinates, OfAMatrixFollowColumnByColumn) {
  EXPECT_EQ(names_of("matrix[2, 2] m;"), (Names{"m.1.1", "m.2.1", "m.1.2", "m.2.2"}));
  EXPECT_EQ(names_of("array[2] matrix[1, 2] m;"),
            (Names{"m.1.1.1", "m.1.1.2", "m.2.1.1", "m.2.1.2"}));
}

TEST(Coordinates, OfConstrainedItemsAreTheirFreeNumbers) {
  EXPECT_EQ(names_of("array[2] simplex[3] p; real<lower=0> s;"),
            (Names{"p.1.1", "p.1.2", "p.2.1", "p.2.2", "s"}));
}

// The columns that a file has for a declaration of parameters.
Names columns_of(const Prepared& prepared) {
  Names columns;
  for (const model::Variable& variable : prepared.compressed.variables) {
    for (std::string& name : element_names(variable.name, variable.dims)) {
      columns.push_back(std::move(name));
    }
  }
  return in_file_order(columns);
}

// Where no index is anything but the only one of its array, vector or part, files and unconstrained
// vectors have one order.
void expect_order_of_columns(const std::string& type) {
  const Prepared prepared = prepared_of(type + " t;", {.is_off = true});
  EXPECT_EQ(stan_coordinates(prepared).names, columns_of(prepared)) << type;
}

TEST(Coordinates, OfTuplesHaveTheOrderOfColumns) {
  const std::string kinds[] = {"real",
                               "complex",
                               "vector[2]",
                               "complex_vector[2]",
                               "complex_matrix[2, 2]",
                               "array[2] real",
                               "array[2] complex",
                               "tuple(real, complex)",
                               "tuple(complex, real)",
                               "tuple(complex, tuple(real, complex))",
                               "array[2] tuple(complex, vector[2])",
                               "array[2] tuple(real, complex)"};
  for (const std::string& first : kinds) {
    for (const std::string& second : kinds) {
      const std::string tuple = "tuple(" + first + ", " + second + ")";
      expect_order_of_columns(tuple);
      expect_order_of_columns("array[2] " + tuple);
      expect_order_of_columns("array[2] tuple(" + tuple + ", real)");
      expect_order_of_columns("array[2] tuple(complex, " + tuple + ")");
    }
  }
}

TEST(Coordinates, GoThereAndBack) {
  const Prepared prepared = prepared_of("array[2] vector[3] x;", {.is_off = true});
  const Coordinates c = stan_coordinates(prepared);
  const std::vector<double> ours{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(in_stan_order(c, ours), (std::vector<double>{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(in_our_order(c, in_stan_order(c, ours)), ours);
  std::vector<double> matrix(36);
  for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = static_cast<double>(k);
  EXPECT_EQ(in_our_order(c, in_stan_order(c, matrix)), matrix);
}

TEST(Coordinates, AreThoseOfWhatIsSampled) {
  const Prepared prepared =
      prepared_of("real<lower=0> s; vector[2] z; real w;", {},
                  "s ~ lognormal(0, 1); z ~ normal(0, s); w ~ normal(z[1], s);"
                  "target += -square(s - w) * square(w);");
  const Coordinates c = stan_coordinates(prepared);
  EXPECT_EQ(c.names.size(), prepared.dimension);
  EXPECT_EQ(c.names[0], "s");
}

}  // namespace
}  // namespace autumn::engine
