// Tests that texts of others are no part of a page.
#include "base/html.h"

#include <gtest/gtest.h>

namespace autumn {
namespace {

TEST(Html, TextsCannotEndWhatTheyStandIn) {
  EXPECT_EQ(html_text("</pre><script>x(\"a\" && 'b')</script>"),
            "&lt;/pre&gt;&lt;script&gt;x(&quot;a&quot; &amp;&amp; 'b')&lt;/script&gt;");
}

TEST(Html, OtherTextsStay) {
  EXPECT_EQ(html_text(""), "");
  EXPECT_EQ(html_text("theta[1] ä\n"), "theta[1] ä\n");
}

}  // namespace
}  // namespace autumn
