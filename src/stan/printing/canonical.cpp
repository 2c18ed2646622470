// This file brings programs up to date before they are formatted.
#include "stan/printing/canonical.h"

#include <algorithm>

#include "stan/advice/old_forms.h"
#include "stan/printing/format.h"

namespace autumn::stan {

std::string canonical(const SourceFile& file, const Page& page) {
  // What Stan still accepts stays as it is written.
  const bool is_old = std::ranges::any_of(old_forms(file.name, file.text), &OldForm::is_refused);
  return format(is_old ? updated(file.name, file.text) : file.text, page);
}

}  // namespace autumn::stan
