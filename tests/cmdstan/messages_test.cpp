// These tests check what the door says in Stan's words.
#include <gtest/gtest.h>

#include "cmdstan/session.h"

namespace autumn::cmdstan {
namespace {

TEST(Messages, OfRejectedProposalsHaveTheWordsThatClientsLookFor) {
  const std::string text =
      refusal_text({}, Error{.message = "large: 1.5", .suggestion = "none", .where = {}});
  EXPECT_TRUE(text.starts_with(
      "Informational Message: The current Metropolis proposal is about to be rejected because of "
      "the following issue:\nException: large: 1.5\nIf this warning occurs sporadically,"))
      << text;
  EXPECT_TRUE(text.ends_with("misspecified.\n")) << text;
}

}  // namespace
}  // namespace autumn::cmdstan
