// AliveForms reads the forms of a model's factors, without the rows that leaves have taken away.
#pragma once

#include <vector>

#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "collapse/forms/normal.h"
#include "model/model.h"

namespace autumn::collapse {

class AliveForms {
 public:
  // `dropped` marks, for each factor, the rows that are gone. Both must outlive this object.
  AliveForms(const model::Model& model, const ElementSet& candidates,
             const std::vector<RowMarks>& dropped);
  AliveForms(const AliveForms&) = delete;
  AliveForms& operator=(const AliveForms&) = delete;

  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] const model::Factor& factor(std::size_t factor) const {
    return model_.factors[factor];
  }
  [[nodiscard]] Builder& builder() { return builder_; }
  [[nodiscard]] Forms& forms() { return forms_; }

  [[nodiscard]] bool is_gone(std::size_t factor) const;
  [[nodiscard]] bool is_gone(std::size_t factor, std::size_t row) const {
    return !dropped_[factor].empty() && dropped_[factor][row] != 0;
  }
  // The value (position 0) or an argument of a factor.
  [[nodiscard]] Form at(std::size_t factor, std::size_t position);
  [[nodiscard]] std::vector<Form> of(std::size_t factor);
  // The rows of a factor that is normal; covariances are taken apart from scales that may be of a
  // family, and rows are not whitened by matrices that may be: their elements are the same.
  [[nodiscard]] std::optional<NormalRows> normal(std::size_t factor);
  // The residual of such a factor.
  [[nodiscard]] Form residual(std::size_t factor, const NormalRows& rows);

 private:
  const model::Model& model_;
  const std::vector<RowMarks>& dropped_;
  Builder builder_;
  Forms forms_;
};

}  // namespace autumn::collapse
