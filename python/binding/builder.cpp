// This file has the model builder of the C++ interface: expressions, distributions, supports, and
// the models that are made of them.
#include <autumn/autumn.hpp>

#include "api/build.h"
#include "model.h"

namespace autumn::python {
namespace {

using Flat = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Column by column; of more than two dimensions the elements as a vector.
Expr constant(const std::vector<std::size_t>& dims, const Flat& numbers) {
  std::vector<double> values(numbers.data(), numbers.data() + numbers.size());
  if (dims.empty()) return Expr(values.at(0));
  if (dims.size() == 2) return Expr(::autumn::Matrix(dims[0], dims[1], std::move(values)));
  return Expr(values);
}

std::vector<std::size_t> shape_of(const Expr& x) {
  if (x.rank() == 0) return {};
  if (x.rank() == 1) return {x.rows()};
  return {x.rows(), x.cols()};
}

class Builder {
 public:
  explicit Builder(std::string name) : name_(std::move(name)) {}

  Expr parameter(const std::string& name, const Distribution* distribution, const Support* support,
                 const std::vector<std::size_t>& plate, const std::string& file, unsigned line) {
    const Location where(file, line);
    const Plate copies{plate};
    if (distribution == nullptr) return model_.parameter(name, *support, copies, where);
    if (support == nullptr) return model_.parameter(name, *distribution, copies, where);
    return model_.parameter(name, *distribution, *support, copies, where);
  }
  void observe(const std::string& name, const Distribution& distribution, const Expr& data,
               const std::string& file, unsigned line) {
    model_.observe(name, distribution, data, Location(file, line));
  }
  void distribute(const Expr& value, const Distribution& distribution, const std::string& file,
                  unsigned line) {
    model_.distribute(value, distribution, Location(file, line));
  }
  void add_log_density(const Expr& term, const std::string& file, unsigned line) {
    model_.add_log_density(term, Location(file, line));
  }
  void output(const std::string& name, const Expr& value, const std::string& file, unsigned line) {
    model_.output(name, value, Location(file, line));
  }
  // [(name, dims)] of parameters and outputs so far.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::size_t>>> dims() const {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> result;
    for (const auto& variable : model_.data().variables) {
      result.emplace_back(variable.name, variable.dims);
    }
    for (const auto& output : model_.data().outputs) result.emplace_back(output.name, output.dims);
    return result;
  }
  [[nodiscard]] std::string to_text() const { return model_.to_text(); }
  // The model as it is now; `dims` are those of the data, which may have more than two.
  [[nodiscard]] Model finished(const std::map<std::string, std::vector<std::size_t>>& dims) const {
    simulate::Built built = detail::built(model_.data());
    for (simulate::Observation& o : built.observed) {
      if (const auto found = dims.find(o.name); found != dims.end()) o.dims = found->second;
    }
    return {std::make_shared<const simulate::Built>(std::move(built)), name_};
  }

 private:
  ::autumn::Model model_;
  std::string name_;
};

// {name: [names of arguments]}
nb::dict distributions() {
  nb::dict result;
#define AUTUMN_X1(name, a) result[#name] = std::vector<std::string>{#a};
#define AUTUMN_X2(name, a, b) result[#name] = std::vector<std::string>{#a, #b};
#define AUTUMN_X3(name, a, b, c) result[#name] = std::vector<std::string>{#a, #b, #c};
  AUTUMN_DISTRIBUTION_FUNCTIONS(AUTUMN_X1, AUTUMN_X2, AUTUMN_X3)
#undef AUTUMN_X1
#undef AUTUMN_X2
#undef AUTUMN_X3
  return result;
}

void add_functions(nb::module_& m) {
#define AUTUMN_X(name) m.def(#name, [](const Expr& x) { return ::autumn::name(x); });
  AUTUMN_EXPR_UNARY(AUTUMN_X)
  AUTUMN_X(Phi)
  AUTUMN_X(log_Phi)
  AUTUMN_X(inv_Phi)
  AUTUMN_X(sum)
  AUTUMN_X(mean)
  AUTUMN_X(prod)
  AUTUMN_X(max_element)
  AUTUMN_X(min_element)
  AUTUMN_X(log_sum_exp)
  AUTUMN_X(row_sums)
  AUTUMN_X(col_sums)
  AUTUMN_X(row_log_sum_exp)
  AUTUMN_X(softmax)
  AUTUMN_X(log_softmax)
  AUTUMN_X(cumulative_sum)
  AUTUMN_X(transpose)
  AUTUMN_X(diagonal)
  AUTUMN_X(diagonal_matrix)
  AUTUMN_X(cholesky)
  AUTUMN_X(log_abs_det)
  AUTUMN_X(log_det_spd)
#undef AUTUMN_X
#define AUTUMN_X(name) \
  m.def(#name, [](const Expr& x, const Expr& y) { return ::autumn::name(x, y); });
  AUTUMN_EXPR_BINARY(AUTUMN_X)
  AUTUMN_X(log_choose)
  AUTUMN_X(elementwise_product)
  AUTUMN_X(equal)
  AUTUMN_X(dot)
  AUTUMN_X(outer)
  AUTUMN_X(solve_lower)
  AUTUMN_X(solve_lower_transposed)
  AUTUMN_X(solve)
  AUTUMN_X(solve_spd)
#undef AUTUMN_X
  m.def("add", [](const Expr& x, const Expr& y) { return x + y; });
  m.def("subtract", [](const Expr& x, const Expr& y) { return x - y; });
  m.def("divide", [](const Expr& x, const Expr& y) { return x / y; });
  m.def("matrix_product", [](const Expr& x, const Expr& y) { return x * y; });
  m.def("negative", [](const Expr& x) { return -x; });
  m.def("less", [](const Expr& x, const Expr& y) { return x < y; });
  m.def("less_equal", [](const Expr& x, const Expr& y) { return x <= y; });
  m.def("select", &::autumn::select);
  m.def("group_sum", &::autumn::group_sum);
  m.def("concat", &::autumn::concat);
  m.def("columns", &::autumn::columns);
  m.def("elements", &::autumn::elements);
  m.def("constant", &constant);
}

void add_supports(nb::module_& m) {
  nb::class_<Support>(
      m, "Support",
      "The set of values that a parameter may take; made by functions such as real().")
      .def_ro("kind", &Support::kind, "What it is called.")
      .def_prop_ro(
          "item_rank", [](const Support& s) { return (s.rows > 0) + (s.cols > 0); },
          "How many dimensions a value has: none, one (simplexes) or two (matrices).");
  m.def("real", &::autumn::real);
  m.def("positive", &::autumn::positive);
  m.def("lower", &::autumn::lower);
  m.def("upper", &::autumn::upper);
  m.def("interval", &::autumn::interval);
  m.def("affine", &::autumn::affine);
#define AUTUMN_X(name) m.def(#name, &::autumn::name);
  AUTUMN_X(simplex)
  AUTUMN_X(ordered)
  AUTUMN_X(positive_ordered)
  AUTUMN_X(unit_vector)
  AUTUMN_X(sum_to_zero_vector)
  AUTUMN_X(cholesky_factor_corr)
  AUTUMN_X(cholesky_factor_cov)
  AUTUMN_X(corr_matrix)
  AUTUMN_X(cov_matrix)
  AUTUMN_X(column_stochastic_matrix)
  AUTUMN_X(sum_to_zero_matrix)
#undef AUTUMN_X
}

}  // namespace

void add_builder(nb::module_& module) {
  nb::module_ m = module.def_submodule("builder");
  nb::class_<Expr>(m, "Expr").def_prop_ro("shape", &shape_of);
  nb::class_<Distribution>(m, "Distribution")
      .def(
          "__init__",
          [](Distribution* self, std::string name, std::vector<Expr> arguments, bool is_half,
             std::optional<std::size_t> dimension) {
            new (self) Distribution{std::move(name), std::move(arguments), is_half, dimension};
          },
          nb::arg("name"), nb::arg("arguments"), nb::arg("is_half"), nb::arg("dimension").none())
      .def_ro("name", &Distribution::name);
  add_functions(m);
  add_supports(m);
  m.def("distributions", &distributions);
  nb::class_<Builder>(m, "Builder")
      .def(nb::init<std::string>())
      .def("parameter", &Builder::parameter, nb::arg("name"), nb::arg("distribution").none(),
           nb::arg("support").none(), nb::arg("plate"), nb::arg("file"), nb::arg("line"))
      .def("observe", &Builder::observe)
      .def("distribute", &Builder::distribute)
      .def("add_log_density", &Builder::add_log_density)
      .def("output", &Builder::output)
      .def("dims", &Builder::dims)
      .def("to_text", &Builder::to_text)
      .def("finished", &Builder::finished);
}

}  // namespace autumn::python
